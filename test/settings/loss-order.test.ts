// The loss that a script is seen to have stands before those that it only might have.
import { expect, test } from 'vitest';
import { project } from './project.ts';

const script = (answer: string) => `#!/usr/bin/env node
const { execFileSync } = require('node:child_process');
execFileSync(process.env.SHELL, ['-c', 'true']);
console.log(JSON.stringify(${answer}));
`;
const of = (text: string) => `{ hookSpecificOutput: { hookEventName: 'PreToolUse', ${text} } }`;

test.each([
  ['a rewrite', of("updatedInput: { command: 'ls' }"), 'a call that it changes is refused'],
  ['a question', of("permissionDecision: 'ask'"), 'a question to the person becomes a refusal'],
])('the first loss of a script that shows %s is about that', async (_, answer, first) => {
  const p = project({
    'hook.js': script(answer),
    '.claude/settings.json': {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'node hook.js' }] }],
      },
    },
  });
  const said = await p.anyhook('convert', 'claude', 'terminai', '--json');
  const [{ losses }] = JSON.parse(said.stdout).hooks;
  expect(losses[0].text ?? JSON.stringify(losses[0])).toContain(first);
});
