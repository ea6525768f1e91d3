#!/usr/bin/env node
// preToolUse: every new source file starts with the license line.
import { appendFileSync, readFileSync } from 'node:fs';

const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text.trim()}\n`);
const { tool_name, tool_input } = JSON.parse(text);

const header = '// SPDX-License-Identifier: MIT\n';
if (
  tool_name === 'Write' &&
  tool_input.file_path.endsWith('.js') &&
  !tool_input.content.startsWith(header)
) {
  console.log(
    JSON.stringify({
      permission: 'allow',
      updated_input: { ...tool_input, content: header + tool_input.content },
    }),
  );
} else {
  console.log(JSON.stringify({ permission: 'allow' }));
}
