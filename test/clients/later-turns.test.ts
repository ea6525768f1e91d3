// A converted stop hook in a session with several prompts.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clients, session } from './agents/index.ts';
import { anyhook } from './packed.ts';

const path = '.cursor/hooks.json';
const settings = { version: 1, hooks: { stop: [{ command: './again.sh', loop_limit: 2 }] } };
const again = `#!/bin/sh
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
echo '{"followup_message":"Again."}'
`;

describe.each(['claude', 'codex'] as const)('in %s', (id) => {
  test('a stop hook of Cursor is granted its follow-ups for each prompt of a session', async () => {
    const turn = [{ text: 'A.' }, { calls: [clients[id].calls.shell('echo x')] }, { text: 'B.' }];
    const run = await session(id, {
      files: { [path]: settings, 'again.sh': again },
      prepare(workspace) {
        chmodSync(join(workspace.project, 'again.sh'), 0o755);
        anyhook(workspace, 'convert', 'cursor', id, '--write');
        rmSync(join(workspace.project, path));
      },
      turns: [...turn, { text: 'C.' }, ...turn, { text: 'C.' }],
      prompt: 'First.',
      later: ['Second.'],
    });
    expect(run.seen().map(({ loop_count }) => loop_count)).toEqual([0, 1, 2, 0, 1, 2]);
  });
});
