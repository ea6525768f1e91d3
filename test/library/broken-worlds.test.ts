/** A world is code of the caller. Where it fails, a function says so: it neither judges what is not there, nor throws what it got. */
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { AnyhookError, callsOf, decode, projectOf, read, type World } from '../../src/index.ts';
import { payloads } from '../conformance/fixtures.ts';
import { type WorldFunction, worldFunctions } from './world-functions.ts';
import { wrong } from './wrong-values.ts';

/** Every function that takes a world, called with a payload. */
const functions: Record<string, WorldFunction> = {
  read: (vendor, payload, _, world) => projectOf(vendor, read(vendor, payload, { world }), {}),
  ...worldFunctions,
  'callsOf, with the world of read': (vendor, payload, _, world) =>
    callsOf(vendor, read(vendor, payload, { world })),
};

const whole: Required<World> = {
  readFile: () => ({ text: 'alpha\nbeta\n' }),
  now: () => new Date(1e12),
  recall: () => 'x',
  disk: {
    exists: () => true,
    real: (path) => path,
    home: () => '/home/dev',
    entries: () => [{ name: 'a', is: 'file' }],
  },
  surroundings: { folder: () => '/p', variable: () => '/p' },
};

/** What is right for a member, among the wrong values. Null and undefined: there is nothing. */
const alsoRight: Record<string, readonly string[]> = {
  recall: Object.keys(wrong),
  exists: ['true'],
  real: ['a text', 'an empty text', 'the name of a property of objects'],
  home: ['a text', 'an empty text', 'the name of a property of objects'],
  entries: ['an empty list'],
  folder: ['undefined', 'null', 'a text', 'an empty text', 'the name of a property of objects'],
  variable: ['undefined', 'null', 'a text', 'an empty text', 'the name of a property of objects'],
};

const members: [string, string | undefined][] = [
  ...['readFile', 'now', 'recall'].map((name): [string, undefined] => [name, undefined]),
  ...['exists', 'real', 'home', 'entries'].map((name): [string, string] => [name, 'disk']),
  ...['folder', 'variable'].map((name): [string, string] => [name, 'surroundings']),
];

/** Payloads of calls that change or read files, and one of twenty of the others. */
const recorded = (Object.keys(adapters) as Vendor[]).flatMap((vendor) =>
  Object.entries(payloads[vendor] ?? {})
    .filter(([name], i) => i % 40 === 0 || (i % 6 === 0 && /patch|edit|write|read/i.test(name)))
    .map(([name, { payload, event }]) => ({ vendor, name, payload, event })),
);

const relative = {
  ...{ hook_event_name: 'BeforeTool', session_id: 's', cwd: '/p', tool_name: 'replace' },
  ...{ tool_input: { file_path: 'a%20b', old_string: 'alpha', new_string: 'x' } },
};
recorded.push({
  ...{ vendor: 'gemini', name: 'a relative path', payload: relative },
  event: decode('gemini', relative) as never,
});

/** What a member does: it throws, or returns something. */
const behaviours: Record<string, () => unknown> = {
  ...Object.fromEntries(
    [
      'undefined',
      'null',
      'a number',
      'a text',
      'a promise',
      'an empty object',
      'a list',
      'true',
    ].map((what) => [what, () => wrong[what]]),
  ),
  'a proxy that throws': () => wrong['a proxy that throws'],
  'nothing, since it throws': () => {
    throw new RangeError('it is broken\nin two lines');
  },
  'nothing, since it throws what cannot be read': () => {
    throw wrong['a proxy that throws'];
  },
};

test.each(members)('A function that asks %s of a world says that it fails', (name, part) => {
  let asked = 0;
  for (const [what, behave] of Object.entries(behaviours)) {
    if (alsoRight[name]?.includes(what)) continue;
    let wasAsked = false;
    const broken = () => {
      wasAsked = true;
      return behave();
    };
    const world = (
      part === undefined
        ? { ...whole, [name]: broken }
        : { ...whole, [part]: { ...whole[part as 'disk'], [name]: broken } }
    ) as World;
    for (const { vendor, name: fixture, payload, event } of recorded)
      for (const [call, work] of Object.entries(functions)) {
        wasAsked = false;
        let thrown: unknown;
        try {
          work(vendor, payload, event, world);
        } catch (error) {
          thrown = error;
        }
        const where = `${call} of ${vendor} ${fixture}, where ${name} returns ${what}`;
        if (thrown !== undefined) expect(thrown, where).toBeInstanceOf(AnyhookError);
        if (!wasAsked) continue;
        asked++;
        const { code, message, cause } = (thrown ?? {}) as AnyhookError;
        expect(`${code}: ${message}`, where).toMatch(
          new RegExp(`^usage: ${name} of the world: [^\\n]+$`),
        );
        if (/since it throws$/.test(what)) {
          expect(message).toMatch(/: it is broken$/);
          expect(cause).toBeInstanceOf(RangeError);
        }
      }
  }
  expect(asked > 0 || alsoRight[name]?.length === Object.keys(wrong).length).toBe(true);
});
