/** Whatever a caller does to a result, or to what an entry point exports, no later answer is changed by it. */
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { machine } from '../../src/exports/machine.ts';
import * as schema from '../../src/exports/schema.ts';
import * as settings from '../../src/exports/settings.ts';
import * as hooks from '../../src/hook/index.ts';
import * as library from '../../src/index.ts';
import { payloads } from '../conformance/fixtures.ts';

type Functions = Record<string, () => unknown>;

/** Changes everything that can be reached from a value, as far as it lets itself be changed. */
function spoil(value: unknown, seen = new Set<unknown>()): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
  if (seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    spoil(Reflect.get(value, key), seen);
    Reflect.set(value, key, 'spoilt');
    Reflect.deleteProperty(value, key);
  }
  if (value instanceof Map || value instanceof Set) {
    for (const inner of value.values()) spoil(inner, seen);
    value.clear();
  }
  Reflect.set(value, 'added', 'spoilt');
}

/** Returns what a function says: its result as data, or its error. */
function answerOf(work: () => unknown): unknown {
  try {
    return structuredClone(toData(work()));
  } catch (error) {
    return String(error);
  }
}

/** Returns a value without its functions, which cannot be cloned. */
function toData(value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map || value instanceof Set) return [...value].map(toData);
  if (Array.isArray(value)) return value.map(toData);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toData(inner)]));
}

/** Spoils the result of each function, and lists the functions that answer otherwise after that. */
function listChanged(functions: Functions): string[] {
  const before = Object.entries(functions).map(([name, work]) => [name, answerOf(work)] as const);
  for (const work of Object.values(functions)) {
    try {
      spoil(work());
    } catch {
      // There is nothing to be changed.
    }
  }
  return before.flatMap(([name, answer]) => {
    try {
      expect(answerOf(functions[name] as () => unknown)).toEqual(answer);
      return [];
    } catch {
      return [name];
    }
  });
}

const outcomes: library.Outcome[] = [
  {},
  { decision: 'allow', context: 'x' },
  { decision: 'deny', reason: 'no', halt: true },
  { input: { command: 'x', path: '/y' } },
  { message: 'x', replaced: 'x', toolNames: ['x'], env: { x: 'y' }, request: { x: [1] } },
];
const finished = { code: 0, stdout: '{"decision":"block","x":[{}]}', stderr: '' };
const world = {
  readFile: () => ({ text: 'alpha\nbeta\n' }),
  now: () => new Date(1e12),
  recall: () => ({ a: [{}] }),
};

/** The functions of `anyhook`, each called with a payload of an agent. */
function functionsFor(vendor: Vendor, name: string): Functions {
  const make = () => structuredClone(payloads[vendor]?.[name]?.payload ?? {});
  const event = structuredClone(payloads[vendor]?.[name]?.event ?? {});
  const one = library.read(vendor, make());
  const native = one.native.event ?? '';
  return {
    read: () => library.read(vendor, make(), { world }),
    'read of text': () => library.read(vendor, JSON.stringify(make())),
    'read of a cut text': () => library.read(vendor, JSON.stringify(make()).slice(0, -2)),
    recognise: () => library.recognise(make(), { CLAUDE_PROJECT_DIR: '/p' }),
    callsOf: () => library.callsOf(vendor, one, { world }),
    decode: () => library.decode(vendor, make(), { world }),
    encode: () => library.encode(vendor, structuredClone(event) as never, { world }),
    ...Object.fromEntries(
      (['claude', 'cursor', 'gemini', 'codex'] as const).flatMap(
        (to): [string, () => unknown][] => [
          [`encode to ${to}`, () => library.encode(to, structuredClone(event) as never)],
          [`translate to ${to}`, () => library.translate(make(), { from: vendor, to })],
          [
            `translateAll to ${to}`,
            () => library.translateAll(make(), { from: vendor, to, world }),
          ],
        ],
      ),
    ),
    hear: () => library.hear(vendor, make(), finished),
    decodeOutcome: () => library.decodeOutcome(vendor, make(), JSON.parse(finished.stdout)),
    ...Object.fromEntries(
      outcomes.flatMap((outcome, i): [string, () => unknown][] => [
        [`say ${i}`, () => library.say(vendor, one, structuredClone(outcome))],
        [`say at ${native} ${i}`, () => library.say(vendor, native, structuredClone(outcome))],
        [`strictest ${i}`, () => library.strictest([structuredClone(outcome), {}])],
      ]),
    ),
    refuse: () => library.refuse(vendor, one, 'no'),
    feedback: () => library.feedback(vendor, native, 'x'),
    isGate: () => library.isGate(vendor, native),
    projectOf: () => library.projectOf(vendor, one, {}, '/'),
    sessionOf: () => library.sessionOf(vendor, one, {}),
    transcriptOf: () => library.transcriptOf(vendor, one, '/'),
  };
}

/** The other functions, called with an agent. */
function otherFunctionsFor(vendor: Vendor): Functions {
  const owner = { owner: 'm' };
  const own = [
    { on: 'before-tool', command: 'x', tools: ['shell'] },
    { on: 'stop', command: 'y', timeout: 5000, env: { A: 'b' } },
  ] as never;
  const { text = '' } = settings.placeHooks(vendor as never, undefined, own, owner);
  const file = 'settings.json';
  const read = () => settings.readHooks(vendor, text, file);
  const convert = (to: string) => () =>
    settings.convertText({
      from: vendor,
      to,
      source: { text, file },
      target: { text: '', file: 'x.json' },
      force: true,
      workspace: { root: '/nowhere', home: '/nowhere', scope: 'project' },
    });
  return {
    placeHooks: () => settings.placeHooks(vendor as never, undefined, own, owner),
    'placeHooks again': () => settings.placeHooks(vendor as never, text, own, owner),
    hooksOf: () => settings.hooksOf(vendor as never, text, owner),
    removeHooks: () => settings.removeHooks(vendor as never, text, owner),
    settingsFileOf: () =>
      settings.settingsFileOf(vendor as never, { scope: 'user', owner: 'm', home: '/h' }),
    'settingsFileOf the project': () =>
      settings.settingsFileOf(vendor as never, { scope: 'project', owner: 'm' }),
    readHooks: read,
    checkSettings: () => settings.checkSettings(vendor, read()),
    'convertText to claude': convert('claude'),
    'convertText to cursor': convert('cursor'),
    'convertText to gemini': convert('gemini'),
    parseValueRecord: () => settings.parseValueRecord('{"aaaaaaaa":{"env":{"A":"b"}}}'),
    capabilities: () => library.capabilities(vendor),
    machine: () => machine({ env: {}, folder: '/' }),
    sourceJsonSchema: () => schema.sourceJsonSchema(),
    toolName: () => library.toolName('shell', { from: 'anyhook', to: vendor }),
    eventName: () => library.eventName('stop', { from: 'anyhook', to: vendor }),
    'helpers of handlers': () =>
      Object.values(hooks).flatMap((help) =>
        help.name === 'hook' ? [] : [(help as (text: string) => unknown)('x')],
      ),
    describeLoss: () => library.describeLoss({ kind: 'odd', path: 'cwd' }),
    verdictOf: () => library.verdictOf({ decision: 'deny' }),
  };
}

const agents = Object.keys(adapters) as Vendor[];

describe.each(agents)('Of %s', (vendor) => {
  const recorded = Object.keys(payloads[vendor] ?? {}).filter((_, i) => i % 3 === 0);

  test('no result of a payload is part of a later answer', () => {
    const changed = recorded.flatMap((name) =>
      listChanged(functionsFor(vendor, name)).map((one) => `${name}: ${one}`),
    );
    expect(changed).toEqual([]);
    expect(recorded.length).toBeGreaterThan(5);
  });

  test.skipIf(vendor === 'anyhook')('no other result is part of a later answer', () => {
    expect(listChanged(otherFunctionsFor(vendor))).toEqual([]);
  });
});

test('The lists that are exported cannot be changed', () => {
  const lists = { verdicts: library.verdicts, outcomeKeysAt: library.outcomeKeysAt };
  const before = structuredClone(lists);
  spoil(lists.verdicts);
  spoil(lists.outcomeKeysAt);
  expect(lists).toEqual(before);
  const data = Object.entries(library).filter(([, one]) => typeof one !== 'function');
  expect(data.map(([name]) => name).sort()).toEqual(Object.keys(lists).sort());
});
