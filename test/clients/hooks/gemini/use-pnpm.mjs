#!/usr/bin/env node
// BeforeTool: this project uses pnpm.
import { appendFileSync, readFileSync } from 'node:fs';

const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text}\n`);
const { tool_name, tool_input } = JSON.parse(text);

if (tool_name === 'run_shell_command') {
  const command = tool_input.command.replace(/\bnpm\b/g, 'pnpm');
  console.log(JSON.stringify({ hookSpecificOutput: { tool_input: { ...tool_input, command } } }));
}
