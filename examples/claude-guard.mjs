#!/usr/bin/env node
// A Claude Code hook for PreToolUse, as people write them: no pushes to main.
// It knows Claude Code and nothing else.
import { readFileSync } from 'node:fs';

const { tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'));
if (tool_name === 'Bash' && /\bgit push\b.*\bmain\b/.test(tool_input.command)) {
  console.error('main is protected: push a branch, and open a pull request.');
  process.exit(2);
}
