// A guard without anyhook: it reads its payload, tests it, and answers, as the guard of the README does. What a hook in
// TypeScript costs beyond it is ours.
const { readFileSync } = require('node:fs');

const { tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'));

if (tool_name === 'write_file' && /\brm -rf\b/.test(tool_input.content)) {
  console.log(JSON.stringify({ decision: 'deny', reason: 'use the trash' }));
} else console.log('{}');
