import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { read, say, type World } from '../../src/index.ts';
import { machine } from '../../src/library/machine.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';
import { type WorldFunction, worldFunctions } from './world-functions.ts';

const vendors = Object.keys(adapters) as Vendor[];

/** Every function that takes a world, called with a payload. */
const functions: Record<string, WorldFunction> = {
  read: (vendor, payload, _, world) => read(vendor, payload, { world }),
  ...worldFunctions,
  say: (vendor, payload, _, world) =>
    say(vendor, payload, { decision: 'ask', context: 'x' }, { world }),
};

/** A world that counts how often each thing in it is looked at. */
function countingWorld(): { world: World; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const count = <T>(what: string, value: T): T => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return value;
  };
  const world: World = {
    readFile: (path) => count(`reads ${path}`, { text: 'alpha\nbeta\n' }),
    now: () => count('now', new Date(1e12)),
    recall: (name) => count(`recalls ${name}`, undefined),
    disk: {
      exists: (path) => count(`exists ${path}`, true),
      real: (path) => count(`real ${path}`, path),
      home: () => '/home/dev',
      entries: (path) => count(`entries ${path}`, []),
    },
  };
  return { world, counts };
}

/** Payloads of calls that change or read files, and one of eight of the others. */
const recorded = vendors.flatMap((vendor) =>
  Object.entries(payloads[vendor] ?? {})
    .filter(([name], i) => i % 8 === 0 || /patch|edit|replace|write|read/i.test(name))
    .map(([name, { payload, event }]) => ({ vendor, name, payload, event })),
);

test.each(Object.keys(functions))('%s looks at each file, path and clock at most once', (name) => {
  let looked = 0;
  for (const { vendor, payload, event, name: fixture } of recorded) {
    const { world, counts } = countingWorld();
    try {
      functions[name]?.(vendor, payload, event, world);
    } catch (error) {
      expect(error).toMatchObject({ name: 'AnyhookError' });
    }
    looked += counts.size;
    expect(
      [...counts].filter(([, times]) => times > 1),
      `${vendor} ${fixture}`,
    ).toEqual([]);
  }
  // The others look at something for a few payloads at most.
  const looking = ['decode', 'translate', 'translateAll', 'callsOf'];
  expect(looked > 10 || !looking.includes(name)).toBe(true);
});

test.each(
  Object.keys(functions),
)('Without a world, %s gives what it gives in an empty world', (name) => {
  const empty: World = {
    readFile: () => ({ unreadable: 'no world was given' }),
    now: () => new Date(0),
    recall: () => undefined,
  };
  const given = (vendor: Vendor, payload: Json, event: Json, world?: World) => {
    try {
      return functions[name]?.(vendor, payload, event, world);
    } catch (error) {
      return String(error);
    }
  };
  const [cwd, home] = [process.cwd(), process.env.HOME];
  try {
    for (const { vendor, payload, event, name: fixture } of recorded) {
      const expected = given(vendor, payload, event, empty);
      process.chdir('/');
      process.env.HOME = '/elsewhere';
      expect(given(vendor, payload, event), `${vendor} ${fixture}`).toEqual(expected);
      process.chdir(cwd);
      process.env.HOME = home;
    }
  } finally {
    process.chdir(cwd);
    process.env.HOME = home;
  }
});

test('A relative path without a folder stays relative, whatever the folder of the process is', () => {
  const payload = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: '../x/./a' },
  };
  const one = read('claude', payload);
  expect(one.ok && 'input' in one.event && one.event.input).toEqual({ path: '../x/./a' });
  const inFolder = read('claude', { ...payload, cwd: '/p/q' });
  expect(inFolder.ok && 'input' in inFolder.event && inFolder.event.input).toEqual({
    path: '/p/x/a',
  });
});

test('The world of the machine states the project only if it is told of the process', () => {
  const payload = { hook_event_name: 'Stop', session_id: 's', cwd: '/p/below' };
  const projectIn = (world: World) => read('claude', payload, { world }).event?.cwd;
  expect(projectIn(machine())).toBe('/p/below');
  expect(projectIn(machine({ env: { CLAUDE_PROJECT_DIR: '/p' } }))).toBe('/p');
  expect(projectIn(machine({ folder: '/p' }))).toBe('/p/below');
  expect(read('codex', payload, { world: machine({ folder: '/p' }) }).event?.cwd).toBe('/p');
  const here = new URL(import.meta.url).pathname;
  expect(machine().readFile(here)).toEqual({
    text: expect.stringContaining('The world of the machine'),
  });
});
