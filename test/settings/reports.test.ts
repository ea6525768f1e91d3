/** Every report, at widths of 60, 80 and 140 columns, and with colours: read as a person would. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cursorHooks, type Files, geminiHooks, guard, type Project, project } from './project.ts';

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

type Step = string[] | ((p: Project) => void);

const three = {
  ...right,
  '.gemini/settings.json': '{}',
  '.qwen/settings.json': '{}',
  '.github/hooks/own.json': '{}',
};
const syncAll = ['sync', '--from', 'cursor'];
const convertRight = ['convert', 'cursor', 'gemini'];
/** Changes an entry in the settings of Gemini CLI. */
const editGuard: Step = ({ get, put }) =>
  put(
    '.gemini/settings.json',
    get('.gemini/settings.json').replace('"type"', '"timeout": 5000,\n            "type"'),
  );

/** Hooks that are modules: one without a handler for its event, and a handler that no entry names. */
const modules = {
  'anyhook.yaml': `version: 1
hooks:
  - name: guard
    on: before-tool
    tools: [shell]
    module: hooks/guard.mjs
  - on: after-tool
    module: hooks/log.mjs
`,
  'hooks/guard.mjs': 'export default {\n  beforeTool(call) {},\n  stop(event) {},\n};\n',
  'hooks/log.mjs': 'export default {\n  stop(event) {},\n};\n',
};
/** Changes a source, and cuts the module that is made of another. */
const outdate: Step[] = [
  ['sync', '--to', 'claude,gemini'],
  ({ get, put }) => {
    put('hooks/guard.mjs', `${get('hooks/guard.mjs')}// changed\n`);
    put('.anyhook/modules/log.mjs.cjs', get('.anyhook/modules/log.mjs.cjs').slice(0, -8));
  },
];

/** Each kind of report: its name, the files of the project, and what is done one after the other. */
const reports: [string, Files, Step[]][] = [
  ['convert-dry-run', right, [convertRight]],
  ['convert-written', right, [[...convertRight, '--write']]],
  ['convert-nothing-to-do', right, [[...convertRight, '--write'], convertRight]],
  ['convert-refused', wrong, [['convert', 'gemini', 'cursor', '--write']]],
  [
    'convert-accepted',
    wrong,
    [['convert', 'gemini', 'cursor', '--write', '--accept-loss', '--force']],
  ],
  ['convert-verbose', wrong, [['convert', 'gemini', 'cursor', '-v', '--accept-loss', '--force']]],
  ['sync-written', three, [syncAll]],
  ['sync-refused', { ...three, ...wrong }, [['sync', '--from', 'gemini']]],
  ['sync-check-clean', three, [syncAll, [...syncAll, '--check']]],
  [
    'sync-check-stale',
    three,
    [syncAll, ({ put }) => put('.cursor/hooks.json', cursorHooks({})), [...syncAll, '--check']],
  ],
  ['sync-check-edited', three, [syncAll, editGuard, [...syncAll, '--check']]],
  ['sync-edited', three, [syncAll, editGuard, syncAll]],
  [
    'sync-renamed',
    three,
    [
      syncAll,
      ({ get, put }) => {
        put('hooks/logger.sh', log);
        put('.cursor/hooks.json', get('.cursor/hooks.json').replace('log.sh', 'logger.sh'));
      },
      syncAll,
    ],
  ],
  [
    'sync-check-switched-off',
    { ...right, '.qwen/settings.json': { disableAllHooks: true } },
    [[...syncAll, '--check']],
  ],
  [
    'remove',
    right,
    [
      [...convertRight, '--write'],
      ['remove', 'gemini'],
    ],
  ],
  ['remove-edited', right, [[...convertRight, '--write'], editGuard, ['remove', 'gemini']]],
  ['remove-dry-run', three, [syncAll, ['remove', 'gemini', '--dry-run']]],
  ['init', right, [['init', '--yes', '--agents', 'cursor,gemini']]],
  ['init-empty', {}, [['init', '--yes', '--agents', 'claude,gemini']]],
  ['list', { ...wrong, ...right }, [['list']]],
  ['doctor', { ...wrong, ...right }, [['doctor']]],
  ['module-written', modules, [['sync', '--to', 'claude,gemini']]],
  ['module-list', modules, [...outdate, ['list']]],
  ['module-doctor', modules, [...outdate, ['doctor']]],
  ['module-checked', modules, [...outdate, ['sync', '--check']]],
  ['module-init', {}, [['init', '--hook', 'js', '--yes', '--agents', 'claude,gemini']]],
  ['mistyped', right, [['convert', 'curser', 'gemini']]],
];

const cases = reports.flatMap(([name, files, steps]) =>
  [60, 80, 140].flatMap((width) =>
    (width === 80 ? [false, true] : [false]).map((colour) => ({
      ...{ name, files, steps, width, colour },
    })),
  ),
);

test.each(
  cases,
)('the report $name at $width columns (colours: $colour) is the one in fixtures/reports', async ({
  name,
  files,
  steps,
  width,
  colour,
}) => {
  // No agent is installed, and Node is found at the same place on every machine.
  const p = project({ ...files, '~/bin/node': '#!/bin/sh\n' });
  const env = {
    COLUMNS: String(width),
    PATH: p.at('~/bin'),
    ...(colour ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  };
  const all = [];
  for (const step of steps)
    if (typeof step === 'function') step(p);
    else all.push(await p.anyhookWith(env, ...step));
  const { stdout, stderr, code } = all.at(-1) as (typeof all)[number];
  const said = `${stdout}${stderr}`.replaceAll(p.dir, '/project').replaceAll(p.home, '/home/me');
  const [prose] = said.split(/^(?=.*@@ )/m) as [string];
  // A diff is as wide as what it shows.
  const long = prose.split('\n').filter((line) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const plain = line.replace(/\u001b\[\d+m/g, '');
    return [...plain].length > width && plain.slice(10).trim().includes(' ');
  });
  expect(long).toEqual([]);
  const file = `${name}-${width}${colour ? '-colours' : ''}.txt`;
  await expect(`${said}=> ${code}\n`).toMatchFileSnapshot(join(folder, file));
});
