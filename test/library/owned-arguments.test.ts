import { expect, expectTypeOf, test } from 'vitest';
import {
  AnyhookError,
  hooksOf,
  type OwnHook,
  placeHooks,
  removeHooks,
  type SettingsPlace,
  settingsFileOf,
} from '../../src/exports/settings.ts';

const throwing = new Proxy(
  {},
  {
    get() {
      throw new TypeError('a proxy');
    },
    ownKeys() {
      throw new TypeError('a proxy');
    },
  },
);
const wrong: unknown[] = [
  undefined,
  null,
  7,
  7n,
  'x',
  Symbol('x'),
  {},
  [undefined],
  [{}],
  throwing,
  [throwing],
];
const hooks = [{ on: 'stop', command: 'x' }];
const functions = {
  placeHooks: [placeHooks, 'claude', undefined, hooks, { owner: 'm' }],
  hooksOf: [hooksOf, 'claude', undefined, { owner: 'm' }],
  removeHooks: [removeHooks, 'claude', undefined, { owner: 'm' }],
  settingsFileOf: [settingsFileOf, 'claude', { scope: 'user', owner: 'm' }],
} as const;

test.each(
  Object.entries(functions),
)('%s throws nothing but AnyhookError for an argument that is wrong or missing', (_, [
  work,
  ...right
]) => {
  const call = (given: readonly unknown[]) => (work as (...all: unknown[]) => unknown)(...given);
  const given = right.flatMap((_, at) => [
    right.slice(0, at),
    ...wrong.flatMap((one) => [
      right.with(at, one as never),
      right.with(-1, { ...(right.at(-1) as object), file: one } as never),
      right.with(-1, { ...(right.at(-1) as object), owner: one } as never),
      right.with(-1, { ...(right.at(-1) as object), scope: one } as never),
      ...['env', 'home', 'project'].map((key) =>
        right.with(-1, { ...(right.at(-1) as object), [key]: one } as never),
      ),
    ]),
  ]);
  const faults = given.flatMap((one) => {
    try {
      call(one);
      return [];
    } catch (error) {
      return error instanceof AnyhookError ? [] : [error];
    }
  });
  expect(faults).toEqual([]);
});

test.each([
  ['claude', 'CLAUDE_CONFIG_DIR', 'settings.json'],
  ['codex', 'CODEX_HOME', 'hooks.json'],
  ['gemini', 'GEMINI_CLI_HOME', '.gemini/settings.json'],
] as const)('The file of a person of %s that a variable moves has a path below the folder that it names', (vendor, movedBy, movedFile) => {
  const place = settingsFileOf(vendor, { scope: 'user', owner: 'm' });
  expect(place).toMatchObject({ movedBy, movedFile });
});

test('The whole path of the file is known where its folder is, and its type says so', () => {
  const of = (vendor: 'claude' | 'codex' | 'gemini', env: Record<string, string>) =>
    settingsFileOf(vendor, { scope: 'user', owner: 'm', home: '/home/ada/', env }).path;
  expect(of('claude', {})).toBe('/home/ada/.claude/settings.json');
  expect(of('claude', { CLAUDE_CONFIG_DIR: '' })).toBe('/home/ada/.claude/settings.json');
  expect(of('claude', { CLAUDE_CONFIG_DIR: '/x' })).toBe('/x/settings.json');
  expect(of('codex', { CODEX_HOME: '/x/' })).toBe('/x/hooks.json');
  expect(of('gemini', { GEMINI_CLI_HOME: '/x', CODEX_HOME: '/y' })).toBe(
    '/x/.gemini/settings.json',
  );
  const ofProject = settingsFileOf('claude', { scope: 'project', owner: 'm', project: 'C:\\p\\' });
  expectTypeOf(ofProject.path).toEqualTypeOf<string>();
  expect(ofProject.path).toBe('C:\\p/.claude/settings.json');
  expect(settingsFileOf('codex', { scope: 'project', owner: 'm', project: '/' }).path).toBe(
    '/.codex/hooks.json',
  );
  const env = { CLAUDE_CONFIG_DIR: '/x' };
  const local = settingsFileOf('claude', { scope: 'local', owner: 'm', home: '/h', env });
  expectTypeOf(local).toEqualTypeOf<SettingsPlace | undefined>();
  expect(local).not.toHaveProperty('path');
  const bare = settingsFileOf('claude', { scope: 'user', owner: 'm' });
  expectTypeOf(bare).toEqualTypeOf<SettingsPlace>();
  expect(bare).not.toHaveProperty('path');
});

test('What an agent has no place for is said once, and lists the further hooks and events', () => {
  const hooks: OwnHook[] = [
    { on: 'before-tool', command: 'a', async: true },
    { on: 'stop', command: 'b', async: true },
    { on: 'prompt', command: 'c', async: true, cwd: '/p' },
  ];
  const { losses } = placeHooks('gemini', undefined, hooks, { owner: 'm' });
  expect(losses.map(({ key, hook, event, others }) => ({ key, hook, event, others }))).toEqual([
    {
      ...{ key: 'async', hook: 0, event: 'BeforeTool' },
      others: [
        { hook: 1, event: 'AfterAgent' },
        { hook: 2, event: 'BeforeAgent' },
      ],
    },
    { key: 'cwd', hook: 2, event: 'BeforeAgent', others: undefined },
  ]);
});

test('A hook with a rule at an event that checks none is placed with a loss, since it never runs', () => {
  const lossesOf = (on: 'stop' | 'before-tool') =>
    placeHooks('claude', undefined, [{ on, command: 'x', if: 'Bash(git *)' }], { owner: 'm' })
      .losses;
  expect(lossesOf('stop')).toMatchObject([{ code: 'fewer-calls', severity: 'unsafe', key: 'if' }]);
  expect(lossesOf('before-tool')).toEqual([]);
});
