import { expect, test } from 'vitest';
import {
  AnyhookError,
  hooksOf,
  placeHooks,
  removeHooks,
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
const wrong = [
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

test('A hook with a rule at an event that checks none is placed with a loss, since it never runs', () => {
  const lossesOf = (on: 'stop' | 'before-tool') =>
    placeHooks('claude', undefined, [{ on, command: 'x', if: 'Bash(git *)' }], { owner: 'm' })
      .losses;
  expect(lossesOf('stop')).toMatchObject([{ code: 'fewer-calls', severity: 'unsafe', key: 'if' }]);
  expect(lossesOf('before-tool')).toEqual([]);
});
