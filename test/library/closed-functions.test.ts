/** Whatever a program gives to a function of any entry point, it throws an AnyhookError or nothing. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { cursor } from '../../src/adapters/cursor/index.ts';
import { deny } from '../../src/hook/index.ts';
import { AnyhookError } from '../../src/index.ts';
import { readFixtures } from '../../src/testing/index.ts';
import { wrong } from './wrong-values.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'anyhook-closed-'));
// A function that writes must not find this project, whatever it makes of its arguments.
vi.spyOn(process, 'cwd').mockReturnValue(folder);
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/**
 * Writes a folder of fixtures that has each canonical event once, each case for one payload. `conformance` compares all of
 * them at each of a thousand calls.
 */
function writeFewFixtures(): string {
  const few = join(folder, 'fixtures');
  cpSync(join(root, 'fixtures/cursor'), few, {
    recursive: true,
    filter: (path) => !/payloads.+json$/.test(path),
  });
  const { payloads, responses, finished, variants } = readFixtures(join(root, 'fixtures/cursor'));
  const kept = new Map(
    Object.entries(payloads).map(([name, one]) => [String(one.event.event), name]),
  );
  const names = [...kept.values()];
  /** Leaves one payload to each case, and drops those for none of these payloads. */
  const forOne = <T extends { on: string | string[] }>(cases: T[]): T[] =>
    cases.flatMap((one) => {
      const name = names.find((kept) => [one.on].flat().includes(kept));
      return name === undefined ? [] : { ...one, on: typeof one.on === 'string' ? name : [name] };
    });
  const put = (file: string, value: unknown) =>
    writeFileSync(join(few, file), JSON.stringify(value));
  for (const name of names) put(`payloads/${name}.json`, payloads[name]);
  put('responses.json', { hears: forOne(responses.hears), says: forOne(responses.says) });
  put('finished.json', { cases: forOne(finished.cases) });
  put('variants.json', { cases: forOne(variants?.cases ?? []) });
  return few;
}

const binding = cursor.bindings.find('stop');
const finished = { code: 0, stdout: '', stderr: '' };
const text = '{"version":1,"hooks":{"stop":[{"command":"x"}]}}';
const file = '.cursor/hooks.json';
const where = { root: folder, home: folder };
const owner = { owner: 'm' };
const hooks = [{ on: 'stop', command: 'x' }];
const settings = {
  file,
  text,
  ...{ value: {}, hooks: [], unknown: [], elements: [], findings: [], comments: false },
};

/** The functions of each entry point beside those for payloads and answers, each with arguments that are right. */
const functions: Record<string, Record<string, readonly unknown[]>> = {
  hook: {
    hook: [{ stop() {} }],
    ...{ deny: ['no'], ask: ['?'], allow: ['yes'], pass: [], context: ['x'], followUp: ['x'] },
    ...{ halt: ['x'], message: ['x'], replaceResult: ['x'], rewritePrompt: ['x'] },
    ...{ rewrite: [{ command: 'ls' }], rewriteResult: [{ output: 'x' }] },
  },
  'hook/testing': { testHook: [{ beforeTool: () => deny('no') }, 'ls', { host: 'claude' }] },
  machine: { machine: [{ env: {}, folder: '/' }] },
  schema: { eventSchema: ['stop'], sourceJsonSchema: [] },
  settings: {
    readHooks: ['cursor', text, file, {}],
    checkSettings: [
      'cursor',
      settings,
      { root: folder, home: folder, scope: 'project' },
      ['cursor'],
    ],
    convertText: [
      {
        from: 'cursor',
        to: 'gemini',
        source: { text, file },
        target: { text: '', file: 'g.json' },
      },
    ],
    convertFile: [
      { from: 'anyhook', to: 'cursor', sourceText: 'version: 1\n', ...where, dryRun: true },
    ],
    syncHooks: [{ sourceText: 'version: 1\n', to: ['cursor'], check: true, ...where }],
    removeConversions: ['cursor', { ...where, dryRun: true }],
    describeFinding: [{ code: 'no-list', event: 'stop' }],
    kindOfFinding: [{ code: 'no-list', event: 'stop' }],
    describeHookLoss: [{ code: 'unheard', agent: 'Cursor', answers: ['halt'], severity: 'lossy' }],
    parseValueRecord: ['{"version":1,"kept":{}}'],
    formatValueRecord: [{}],
    placeHooks: ['cursor', text, hooks, owner],
    hooksOf: ['cursor', text, owner],
    removeHooks: ['cursor', text, owner],
    settingsFileOf: ['cursor', { scope: 'user', ...owner }],
  },
  adapter: {
    asText: ['x'],
    changeEvents: [cursor.bindings, (one: unknown) => one],
    defineAdapter: [{ ...cursor, events: {} }],
    defineBinding: ['stop', () => binding],
    describeCutOff: [finished],
    describeEnding: [finished, ''],
    findUnknownKey: [binding, {}],
    isObject: [{}],
    makeBindings: [{}],
    makeCodec: [(value: unknown) => value, (value: unknown) => value],
    makeWordCodec: [['a'], 'b'],
    parseJsonObject: ['{}', true],
    readDiff: ['--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n'],
    readPatch: [
      '*** Begin Patch\n*** Delete File: a\n*** End Patch',
      {
        ...{ lineEnd: /\n/, skipsEmptyLines: 'always', nextHeaderStart: '***' },
        ...{ trim: (one: string) => one.trim(), trimMark: (one: string) => one },
        readPath: (one: string) => one,
      },
    ],
    trimOutput: ['x'],
  },
  testing: {
    readFixtures: [join(root, 'fixtures/cursor')],
    conformance: [cursor, writeFewFixtures()],
  },
};

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { default: string }>;
};
/** The entry points that have functions of their own, by their names, with the path of the source. */
const entries = Object.entries(exports).flatMap(([name, { default: path = '' }]) => {
  const source = join(root, path.replace('./dist/', 'src/').replace(/js$/, 'ts'));
  return path.endsWith('.js') &&
    !name.includes('ialects/') &&
    !name.includes('dapters/') &&
    existsSync(source)
    ? [[name.replace(/^\.\/?/, ''), source] as const]
    : [];
});

/** The codes of errors that arguments can have. Those of the system come from paths. */
const codes = ['usage', 'payload', 'vendor', 'event', 'tool', 'settings', 'system', 'line'];

/** Says what is wrong with how a call ends, or undefined where nothing is. */
async function faultOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (!(error instanceof AnyhookError)) return error;
    const isPlain = codes.includes(error.code) && error.message.length > 4;
    return isPlain ? undefined : `${error.code}: ${error.message}`;
  }
}

type Any = (...given: readonly unknown[]) => unknown;

test('every function of every entry point is tried', async () => {
  expect(entries.length).toBeGreaterThan(9);
  const tried = ['', 'core', 'translate']; // test/library/wrong-arguments.test.ts tries those
  for (const [name, source] of entries) {
    const all = Object.entries((await import(source)) as object);
    const names = all.flatMap(([one, value]) =>
      typeof value === 'function' && value !== AnyhookError ? [one] : [],
    );
    if (!tried.includes(name))
      expect([name, names.sort()]).toEqual([name, Object.keys(functions[name] ?? {}).sort()]);
  }
});

const rows = Object.entries(functions).flatMap(([entry, all]) =>
  Object.entries(all).map(([name, right]) => [name, entry, right] as const),
);

test.each(
  rows,
)('%s of anyhook/%s ends with an AnyhookError or a result, whatever one of its arguments is', async (name, entry, right) => {
  const [, source = ''] = entries.find(([one]) => one === entry) ?? [];
  const work = ((await import(source)) as Record<string, Any>)[name] as Any;
  await work(...right); // what is right is accepted
  const faults: unknown[] = [];
  const check = async (given: readonly unknown[], what: string) => {
    const fault = await faultOf(() => work(...given));
    if (fault !== undefined) faults.push([what, fault]);
  };
  for (const at of right.keys()) {
    await check(right.slice(0, at), `without argument ${at + 1}`);
    for (const [what, value] of Object.entries(wrong)) {
      await check(right.with(at, value), `${what} as argument ${at + 1}`);
      const options = right[at];
      if (typeof options !== 'object' || options === null || Array.isArray(options)) continue;
      for (const key of Object.keys(options))
        await check(right.with(at, { ...options, [key]: value }), `${what} as ${key}`);
    }
  }
  expect(faults).toEqual([]);
});
