#!/usr/bin/env node
// beforeMCPExecution: notes about salaries are not kept.
import { appendFileSync, readFileSync } from 'node:fs';

const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text.trim()}\n`);
const { tool_name, tool_input, mcp_server_name } = JSON.parse(text);
const { text: note } = JSON.parse(tool_input);

if (mcp_server_name === 'my-notes' && tool_name === 'write_note' && /salar/i.test(note)) {
  console.log(
    JSON.stringify({ permission: 'deny', user_message: 'Salaries are not written down.' }),
  );
} else {
  console.log(JSON.stringify({ permission: 'allow' }));
}
