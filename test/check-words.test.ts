// The check of words in `npm run lint`: each rule finds a bad sample, and lets a good one pass.
import { expect, test } from 'vitest';
import { checkOneWordNames, checkWords, findSame } from '../scripts/check-words.ts';
import { listExportedFunctions } from '../scripts/exported-functions.ts';

const guide = (terms: string): string =>
  `## Words\n\n| term | meaning |\n|---|---|\n${terms}\n\n## Next\n`;
const goodGuide = guide('| host | The agent that fires the hook. |');
const problemsOf = (source: string): string[] => checkWords({ 'src/a.ts': source }, goodGuide);

test.each([
  ['a docstring', '/** The same for a list. */\nconst a = 1;\n', 1],
  ['a docstring of several lines', 'let a;\n/**\n * The same for a list.\n */\nlet b;\n', 2],
  ['a comment', 'let a;\n// The same for a list.\nlet b;\n', 2],
  ['a comment behind code', 'let a; // The same\n', 1],
])('"The same" is found at the begin of %s', (_, source, line) => {
  expect(findSame(source)).toEqual([line]);
});

test.each([
  ['/** Takes the same list. */\n'],
  ['// A hook that ran at\n// The same moment.\n'],
  ['/**\n * Tells what runs at\n * The same moment.\n */\n'],
])('"The same" inside a comment is no problem: %j', (source) => {
  expect(findSame(source)).toEqual([]);
});

test.each([
  ['a docstring', 'export function readFile(): string {}\n', 'has no docstring'],
  ['a docstring of an arrow', 'export const readFile = (): string => "";\n', 'has no docstring'],
  [
    'a parameter among three',
    '/** Reads a file into a buffer. */\nexport function readFile(\n  file: string,\n  into: Buffer,\n  most = 1,\n  isOpen: boolean,\n): void {}\n',
    'does not say what `isOpen` is',
  ],
  [
    'undefined',
    '/** Reads a file. */\nexport function readFile(file: string): Buffer | undefined {}\n',
    'does not say what undefined means',
  ],
  [
    'null in a promise',
    '/** Reads a file. */\nexport const readFile = async (): Promise<Buffer | null> => 1;\n',
    'does not say what null means',
  ],
])('An exported function without words for %s is reported with its line', (_, source, what) => {
  expect(problemsOf(source)).toEqual([
    expect.stringMatching(new RegExp(`^src/a.ts:[12]: \`readFile\` ${what}`)),
  ]);
});

test.each([
  [
    'a parameter is named as words',
    '/** Reads a file, if it is open. */',
    'file: string, isOpen: boolean, to: Buffer',
  ],
  [
    'a type says what a parameter is',
    '/** Reads. */',
    'from: Root, { a, b }: Flags, to: readonly Hook[]',
  ],
])('A docstring is enough where %s', (_, docstring, parameters) => {
  expect(problemsOf(`${docstring}\nexport function readFile(${parameters}): void {}\n`)).toEqual(
    [],
  );
});

test('A function that finds something returns undefined where there is nothing, without saying so', () => {
  expect(
    problemsOf('/** Finds. */\nexport const findFile = (): string | undefined => "";\n'),
  ).toEqual([]);
});

test('Too many names of one lowercase word are listed', () => {
  const names = [...'abcdefghijklmnopq'].map((one) => `read${one.toUpperCase()}`);
  expect(checkOneWordNames([...names, 'paint', 'put', 'set'])).toEqual([]);
  expect(checkOneWordNames([...names, 'paint', 'put', 'set', 'get'])).toEqual([
    expect.stringMatching(/^src: 4 of 21 .*: paint, put, set, get$/),
  ]);
});

test('A private word in an exported name is reported', () => {
  expect(problemsOf('export interface HookFate {}\n')).toEqual([
    'src/a.ts:1: "fate" in `HookFate` is a private word: take a term of the field',
  ]);
});

test('A glossary that is missing, too long, or names no exported type is reported', () => {
  const check = (text: string) => checkWords({ 'src/a.ts': 'export interface Hook {}\n' }, text);
  expect(check(guide('| hook (`Hook`) | A command. |'))).toEqual([]);
  expect(check(guide('| hook (`Hoak`) | A command. |'))).toEqual([
    expect.stringContaining('`Hoak`'),
  ]);
  expect(check('## Next\n')).toEqual([expect.stringContaining('has 0 terms')]);
  expect(check(guide('| hook | A command. |\n'.repeat(26)))).toEqual([
    expect.stringContaining('has 26 terms'),
  ]);
});

test('Exported functions are found in every form that the formatter leaves', () => {
  const source = `
/** Reads. */
export function read<T extends { a: string }>(of: (a: string) => void, [b]: string[] = [',']): { a: 1 } | null {
export async function* list(a: Map<string, () => void>): AsyncIterable<string> {}
export const plain = ['a'];
export const called = once(() => 1);
export const typed: Reader = (a) => a;
export const arrow =
  (a: string, b = 1): (() => string) =>
  () => a;
export const grouped = (a + 1);
`;
  expect(
    listExportedFunctions(source).map(({ name, parameters, returns }) => [
      name,
      parameters.map((one) => one.name),
      returns,
    ]),
  ).toEqual([
    ['read', ['of', ''], '{ a: 1 } | null'],
    ['list', ['a'], 'AsyncIterable<string>'],
    ['typed', ['a'], ''],
    ['arrow', ['a', 'b'], '(() => string)'],
  ]);
});
