#!/usr/bin/env node
// preToolUse: nothing with a debugger statement is written.
import { appendFileSync, readFileSync } from 'node:fs';

const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text.trim()}\n`);
const { tool_name, tool_input } = JSON.parse(text);

if (tool_name === 'Write' && /^\s*debugger;$/m.test(tool_input.content)) {
  const user_message = `${tool_input.file_path} would hold a debugger statement.`;
  console.log(JSON.stringify({ permission: 'deny', user_message, agent_message: user_message }));
} else {
  console.log(JSON.stringify({ permission: 'allow' }));
}
