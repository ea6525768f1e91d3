#!/usr/bin/env node
// A Gemini CLI hook for BeforeTool, as people write them: no secrets in files.
// It knows Gemini CLI and nothing else.
import { readFileSync } from 'node:fs';

const { tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'));
const secret = /sk-[a-z0-9]{8,}/i.test(tool_input.content ?? tool_input.new_string ?? '');
if (['write_file', 'replace'].includes(tool_name) && secret) {
  console.log(
    JSON.stringify({
      decision: 'deny',
      reason: 'That looks like a secret key: read it from the environment.',
    }),
  );
} else {
  console.log('{}');
}
