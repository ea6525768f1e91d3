// Edits that hide: a guard of one agent hears of each file, however a patch comes to another.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { type Host, session, type Test } from './index.ts';
import type { Call } from './protocol.ts';

/** A guard of Claude Code's that refuses to have a `.env` changed. */
const guard = `import { readFileSync } from 'node:fs';
const { tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'));
if (!/^(Write|Edit)$/.test(tool_name) || !tool_input.file_path.endsWith('/.env')) process.exit(0);
console.error('Not that file.');
process.exit(2);
`;
const settings = {
  hooks: {
    PreToolUse: [
      { matcher: 'Write|Edit', hooks: [{ type: 'command', command: 'node guard.mjs' }] },
    ],
  },
};

const guarded = (host: Host, calls: readonly Call[], more: Test = {}) =>
  session(host, {
    ...more,
    files: {
      'guard.mjs': guard,
      '.claude/settings.json': settings,
      '.env': 'KEY=old\n',
      'sub/.env': 'KEY=old\n',
      'plain.txt': 'old\nnext\nold\n',
    },
    prepare(workspace) {
      anyhook(workspace, 'convert', 'claude', host, '--write');
      rmSync(join(workspace.project, '.claude'), { recursive: true }); // Copilot CLI runs it as well
    },
    turns: calls.map((call) => ({ calls: [call] })),
  });

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const change = ['@@', '-KEY=old', '+KEY=new'];

test('copilot does not apply a patch that hides a second file behind a lone carriage return', async () => {
  const texts = [
    patch('*** Add File: a.txt', '+x\r*** Update File: .env', ...change),
    `<<'EOF'\n${patch('*** Update File: .env', ...change)}\nEOF`,
    patch('  *** Update File: .env  ', ...change),
    patch('*** Update File: plain.txt', '@@ next', '-old', '+new'),
  ];
  const run = await guarded(
    'copilot',
    texts.map((input) => ({ name: 'apply_patch', args: { input } })),
    { env: { COPILOT_MODEL: 'gpt-5.2-codex' } },
  );
  for (const call of [0, 1, 2]) expect(run.result(call)).toContain('Not that file.');
  expect([run.file('.env'), run.file('a.txt')]).toEqual(['KEY=old\n', undefined]);
  expect(run.result(3)).toContain('Modified');
  expect(run.file('plain.txt')).toBe('old\nnext\nnew\n');
});

test('codex does not apply a patch in a command of its shell that a guard of edits refuses', async () => {
  const edit = patch('*** Update File: .env', ...change);
  const commands = [
    `apply_patch <<'EOF'\n${edit}\nEOF`,
    `cd sub && apply_patch <<'EOF'\n${edit}\nEOF\n`,
    `X=$(cat <<A\nb\nA\n) applypatch - <<"EOF"\n\n${edit}\n\nEOF`,
    `X='<<' apply_patch <<'*** End Patch '\n${edit}\n*** End Patch `,
    ...['sub\\\n', '"sub\n"', 'sub\\\t', '"sub\t"'].map(
      (folder) => `cd ${folder} && apply_patch <<'EOF'\n${edit}\nEOF`,
    ),
    `apply_patch <<'EOF'\n${patch('*** Update File: plain.txt', '@@ next', '-old', '+new')}\nEOF`,
    'echo ran > ran.txt',
  ];
  const run = await guarded(
    'codex',
    commands.map((cmd) => ({ name: 'exec_command', args: { cmd } })),
  );
  for (const call of [0, 1, 2, 3]) expect(run.result(call)).toContain('Not that file.');
  for (const call of [4, 5, 6, 7])
    expect(run.result(call)).toContain('the folder of the patch cannot be known');
  for (const name of ['.env', 'sub/.env']) expect(run.file(name)).toBe('KEY=old\n');
  expect(run.file('plain.txt')).toBe('old\nnext\nnew\n');
  expect(run.file('ran.txt')).toBe('ran\n');
});
