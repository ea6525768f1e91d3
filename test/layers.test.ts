import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';

const src = new URL('../src/', import.meta.url).pathname;
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));
const text = (file: string): string => readFileSync(join(src, file), 'utf8');

/** Files a file imports, types included. */
const imports = (file: string): string[] =>
  [...text(file).matchAll(/\b(?:from|import\(?)\s*'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path as string)),
  );

/** The folder of a file, directly below `src`; a file that is in none stands for itself. */
const folder = (file: string): string => file.split('/')[0] as string;
/** The vendor whose file it is. */
const vendor = (file: string): string | undefined => /^adapters\/(\w+)\//.exec(file)?.[1];

/** What each place imports, by the name of a file’s place. */
function graph(place: (file: string) => string | undefined): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const from = place(file);
    if (from === undefined) continue;
    const to = imports(file).map(place);
    const known = found.get(from) ?? new Set();
    for (const one of to) if (one !== undefined && one !== from) known.add(one);
    found.set(from, known);
  }
  return found;
}

/** Ways from places back to themselves. */
function cycles(places: Map<string, Set<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (at: string, way: readonly string[]): void => {
    if (way.includes(at)) found.push([...way.slice(way.indexOf(at)), at].join(' → '));
    if (way.includes(at) || done.has(at)) return;
    for (const next of places.get(at) ?? []) walk(next, [...way, at]);
    done.add(at);
  };
  for (const at of places.keys()) walk(at, []);
  return found;
}

test('the search for cycles finds a cycle that does not include the place where it starts', () => {
  const places = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(cycles(places)).toEqual(['b → c → b']);
});

test('no folder of src imports, directly or through others, a folder that imports it', () => {
  const places = graph(folder);
  expect(places.get('translate')).toContain('mapping');
  expect(cycles(places)).toEqual([]);
});

test('inside a folder of src, no folder imports, directly or through others, one that imports it', () => {
  const folders = [...new Set(files.map(folder))].filter((one) => !one.endsWith('.ts'));
  for (const outer of folders) {
    const inner = (file: string): string | undefined =>
      file.startsWith(`${outer}/`) ? (file.split('/')[1] as string) : undefined;
    const places = graph(inner);
    const found = cycles(places).filter((way) =>
      way.split(' → ').some((at) => !at.endsWith('.ts')),
    );
    expect([outer, found]).toEqual([outer, []]);
  }
  expect(folders).toContain('convert');
});

test('the adapters import nothing but canonical, mapping, util and errors.ts', () => {
  const allowed = ['adapters', 'canonical', 'errors.ts', 'mapping', 'util'];
  expect(
    [...(graph(folder).get('adapters') ?? [])].filter((one) => !allowed.includes(one)),
  ).toEqual([]);
});

test('a file of an adapter imports no other adapter than the one whose tables it shares', () => {
  expect(graph(vendor).size).toBeGreaterThan(Object.keys(adapters).length / 2);
  const foreign = [...graph(vendor)].flatMap(([one, others]) => {
    // Whose tables it spreads, or whose tools it has.
    const parents = [
      ...imports(`adapters/${one}/index.ts`).filter((path) => path.endsWith('/index.ts')),
      ...(existsSync(join(src, `adapters/${one}/tools.ts`))
        ? imports(`adapters/${one}/tools.ts`)
        : []),
    ].map(vendor);
    const parent = parents.find((other) => other !== undefined && other !== one);
    return [...others].filter((other) => other !== parent).map((other) => `${one} → ${other}`);
  });
  expect(foreign).toEqual([]);
});

/** All that a file imports, and what that imports. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const one of imports(file)) closure(one, seen);
  return seen;
}

test('importing an adapter loads at most one other adapter, and nothing of settings, shim, translate or cli', () => {
  for (const id of Object.keys(adapters)) {
    const all = [...closure(`adapters/${id}/index.ts`)];
    const others = new Set(all.map(vendor).filter((one) => one !== undefined && one !== id));
    expect(others.size).toBeLessThanOrEqual(1); // its parent
    expect(
      all.filter((one) => /^(?:settings|check|coverage|convert|shim|translate|cli)\//.test(one)),
    ).toEqual([]);
  }
});

/** A text without comments, by a scan that knows strings. */
const code = (all: string): string =>
  all.replace(
    /('(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g,
    (_, kept) => kept ?? '',
  );

/** Names and titles of vendors in a text; as parts of other words too, such as `CLAUDE_FILE_PATHS` and `geminiX`. */
const vendorsIn = (all: string): string[] =>
  Object.values(adapters)
    .filter(({ id }) => id !== 'anyhook') // the canonical dialect is no vendor
    .flatMap(({ id, title }) => [id, title])
    .filter((word) => nameOf(word).test(code(all)));

/** Matches a name. One that is as short as parts of common words must be a word, or the first part of one: `piX`. */
const nameOf = (word: string): RegExp =>
  word.length > 3
    ? new RegExp(word, 'i')
    : new RegExp(
        `(?<![A-Za-z])(?:(?:${word}|${word.toLowerCase()})(?![a-z])|${word.toUpperCase()}(?![A-Za-z]))`,
      );

test.each([
  ["const files = 'CLAUDE_FILE_PATHS';", 'claude'],
  ['const geminiX = 1;', 'gemini'],
  ['const piX = 1; const pipe = api;', 'pi'],
  ['const pattern = /(?:CODEX_)?HOME/;', 'codex'],
])('the search for names of vendors finds the one in %s', (all, id) => {
  expect(vendorsIn(all)).toContain(id);
});

/** Keys of one vendor's payloads and responses, which shared code takes from the tables. */
const nativeKeys = /\b(?:tool_input|toolArgs|tool_response|toolResult|hook_event_name)\b/;

test('no code outside src/adapters and src/cli names a vendor, or a native key of a call', () => {
  // Help shows examples.
  const shared = files.filter((file) => !/^(?:adapters|cli)\//.test(file));
  const named = shared.flatMap((file) => vendorsIn(text(file)).map((word) => `${file}: ${word}`));
  const native = shared.filter((file) => nativeKeys.test(code(text(file))));
  expect([...named, ...native]).toEqual([]);
});
