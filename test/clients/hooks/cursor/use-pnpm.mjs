#!/usr/bin/env node
// preToolUse: this project uses pnpm.
import { appendFileSync, readFileSync } from 'node:fs';

const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text.trim()}\n`);
const { tool_name, tool_input } = JSON.parse(text);

if (tool_name === 'Shell' && /\bnpm\b/.test(tool_input.command)) {
  const command = tool_input.command.replace(/\bnpm\b/g, 'pnpm');
  console.log(JSON.stringify({ permission: 'allow', updated_input: { ...tool_input, command } }));
} else {
  console.log('{}');
}
