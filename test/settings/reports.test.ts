/** Every report, at widths of 60, 80 and 140 columns, with and without colours: read as a person would. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cursorHooks, geminiHooks, guard, project } from './project.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports');
const log = '#!/bin/sh\ncat > /dev/null\n';
const wrong = {
  '.gemini/settings.json': {
    hooks: {
      ...geminiHooks({
        AfterTool: [{ command: 'hooks/log.sh', matcher: 'write_file|edit_file' }],
        BeforeTool: [
          { command: 'hooks/guard.sh --strict', matcher: 'Bash' },
          { command: 'python3 hooks/gone.py' },
          { command: 'tool hook --agent gemini' },
        ],
        BeforeModel: [{ command: 'hooks/guard.sh' }],
      }).hooks,
      PreToolUse: [],
    },
  },
  'hooks/log.sh': log,
  'hooks/guard.sh': guard,
};
const right = {
  '.cursor/hooks.json': cursorHooks({
    beforeShellExecution: [{ command: 'hooks/guard.sh' }],
    stop: [{ command: 'hooks/log.sh' }],
  }),
  'hooks/log.sh': log,
  'hooks/guard.sh': guard,
};

const reports: [string, object, string[][]][] = [
  ['refused', wrong, [['convert', 'gemini', 'cursor', '--write']]],
  ['accepted', wrong, [['convert', 'gemini', 'cursor', '--write', '--accept-loss', '--force']]],
  ['written', right, [['convert', 'cursor', 'gemini', '--write']]],
  [
    'up-to-date',
    right,
    [
      ['convert', 'cursor', 'gemini', '--write'],
      ['convert', 'cursor', 'gemini'],
    ],
  ],
  [
    'synced',
    { ...right, '.gemini/settings.json': '{}', '.qwen/settings.json': '{}' },
    [['sync', '--from', 'cursor']],
  ],
  [
    'out-of-date',
    { ...right, '.qwen/settings.json': { disableAllHooks: true } },
    [['sync', '--from', 'cursor', '--check']],
  ],
  [
    'removed',
    right,
    [
      ['convert', 'cursor', 'gemini', '--write'],
      ['remove', 'gemini'],
    ],
  ],
  ['mistyped', right, [['convert', 'curser', 'gemini']]],
  ['help', {}, [['convert', '--help']]],
];

const cases = reports.flatMap(([name, files, runs]) =>
  [60, 80, 140].flatMap((width) =>
    [false, true].map((colour) => ({ name, files, runs, width, colour })),
  ),
);

test.each(
  cases,
)('the report $name at $width columns (colours: $colour) is the one in fixtures/reports', async ({
  name,
  files,
  runs,
  width,
  colour,
}) => {
  const p = project(files as never);
  const env = { COLUMNS: String(width), ...(colour ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) };
  const all = [];
  for (const args of runs) all.push(await p.anyhookWith(env, ...args));
  const { stdout, stderr, code } = all.at(-1) as (typeof all)[number];
  const said = `${stdout}${stderr}`.replaceAll(p.dir, '/project');
  const [prose] = said.split(/^(?=.*@@ )/m) as [string];
  // A diff is as wide as what it shows, and help as commander makes it.
  const long = prose.split('\n').filter((line) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const plain = line.replace(/\u001b\[\d+m/g, '');
    return [...plain].length > width && plain.slice(10).trim().includes(' ');
  });
  if (name !== 'help' && name !== 'mistyped') expect(long).toEqual([]);
  const file = `${name}-${width}${colour ? '-colours' : ''}.txt`;
  await expect(`${said}=> ${code}\n`).toMatchFileSnapshot(join(folder, file));
});
