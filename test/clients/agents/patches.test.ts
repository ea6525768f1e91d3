// Patches that nobody would write: no file is touched there that a guard was not told of.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPatch } from '../../../src/adapters/codex/read-patch.ts';
import { attempt } from '../../../src/util/attempt.ts';
import { type Change, insertLine, insertText } from '../patch-texts.ts';
import { session } from './index.ts';

const count = 300;
const seed = 1;

/** Names are of one patch alone: `@` is its number. */
const bodies = [
  ['*** Add File: a@.txt', '+x@'],
  ['*** Update File: u@.txt', '@@', '-old', '+new'],
  ['*** Update File: u@.txt', '*** Move to: m@.txt', '@@', '-old', '+new'],
  ['*** Delete File: d@.txt'],
  [
    '*** Add File: a@.txt',
    '+x',
    '*** Delete File: d@.txt',
    '*** Update File: u@.txt',
    '@@',
    '-old',
  ],
  ['*** Update File: u@.txt', '@@', ' line', '-old', '+new', '*** Add File: sub/a@.txt', '+y'],
].map((lines) => ['*** Begin Patch', ...lines, '*** End Patch', '']);

const pieces = [
  ...['\t', '\r', ' ', '  ', '\u0085', '\ufeff', '\u00a0', '\u2028', '\v', '\f', '\0', '\\', '"'],
  ...['*', '+', '-', '***', '@@', '@@ ', ': ', 'File: ', '../', './', '/', '#', '@@ old'],
];
const more = [
  ...['', '*** End of File', '*** Move to: mm@.txt', '*** Environment ID: x', "<<'EOF'", 'EOF'],
  ...['*** Delete File: d@.txt', '+*** Delete File: d@.txt', ' *** Delete File: d@.txt'],
  ...['*** Add File: aa@.txt', '*** Update File: u@.txt', '*** Begin Patch', '*** End Patch'],
];

const blanks = ['\t', '\r', ' ', '\u0085', '\ufeff', '\u00a0', '\v', '\f'];

/** Into a line that names a file: behind it most of all, where a reader may trim it. */
const named = fc.constantFrom(...blanks).map(
  (blank): Change =>
    (lines, at, in_) => {
      const headers = lines.flatMap((line, i) => (/ (?:File|to): /.test(line) ? [i] : []));
      const i = headers[at % headers.length];
      if (i === undefined) return;
      const line = lines[i] as string;
      const start = line.indexOf(': ') + 2;
      const place = in_ % 2 ? line.length : start + ((in_ >> 1) % (line.length - start + 1));
      lines[i] = line.slice(0, place) + blank + line.slice(place);
    },
);
const change = fc.oneof(
  { weight: 4, arbitrary: named },
  fc.constantFrom(...pieces).map(insertText),
  fc.constantFrom(...more).map(insertLine),
  fc.constant<Change>((lines, at) => void lines.splice(at, 1)),
  fc.constant<Change>(
    (lines, at, in_) => void lines.splice(at, 0, lines[in_ % lines.length] ?? ''),
  ),
  fc.constant<Change>(
    (lines) => void lines.splice(0, lines.length, ...lines.map((one) => `${one}\r`)),
  ),
);
const patch = fc
  .tuple(
    fc.constantFrom(...bodies),
    fc.array(fc.tuple(change, fc.nat(), fc.nat()), { minLength: 1, maxLength: 2 }),
  )
  .map(([body, changes]) => {
    const lines = [...body];
    for (const [one, at, in_] of changes) if (lines.length) one(lines, at % lines.length, in_);
    return lines.join('\n');
  });

const numberOf = (i: number): string => `${String(i).padStart(3, '0')}z`;

test('codex changes no file that is missing from the changes which the adapter reads in a patch', async () => {
  const patches = fc
    .sample(patch, { numRuns: count, seed })
    .map((text, i) => text.replaceAll('@.txt', `${numberOf(i)}.txt`).replaceAll('x@', 'x'));
  const there = patches.flatMap((_, i): [string, string][] => [
    [`u${numberOf(i)}.txt`, 'line\nold\n'],
    [`d${numberOf(i)}.txt`, 'd\n'],
  ]);
  const run = await session('codex', {
    files: Object.fromEntries(there),
    turns: patches.map((args) => ({ calls: [{ name: 'apply_patch', args }] })),
  });
  const was = new Map(there);
  const now = readdirSync(run.root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(run.root, path))
    .filter((path) => /\d{3}z/.test(path) && path.endsWith('.txt'));
  const touched = (number: string): string[] => {
    const changed = now.filter((path) => {
      const name = relative(run.project, path);
      return path.includes(number) && was.get(name) !== readFileSync(path, 'utf8');
    });
    const gone = [...was.keys()].filter(
      (name) => name.includes(number) && run.file(name) === undefined,
    );
    return [...changed, ...gone.map((name) => join(run.project, name))];
  };
  let applied = 0;
  const untold = patches.flatMap((text, i) => {
    const files = touched(numberOf(i));
    const told = attempt(() => readPatch(text)); // refused, where it cannot be read
    const paths = told?.flatMap((one) => [one.path, ...('to' in one && one.to ? [one.to] : [])]);
    if (files.length && told) applied++;
    const known = paths?.map((path) => resolve(run.project, path));
    return files
      .filter((file) => known && !known.includes(file))
      .map((file) => `${relative(run.project, file)}: ${JSON.stringify(text)}`);
  });
  expect(untold).toEqual([]);
  expect(applied).toBeGreaterThan(count / 10);
});
