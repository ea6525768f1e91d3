import * as node from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { posix, win32 } from '../../src/util/path.ts';

const name = fc.constantFrom('a', 'B', 'b', 'c d', '..', '.', '', '...', '.x', 'é', 'x:y', '~');
const names = fc.array(name, { maxLength: 6 });
const slashed = names.map((all) => all.join('/'));
const mixed = fc
  .tuple(names, fc.array(fc.constantFrom('\\', '/'), { minLength: 6, maxLength: 6 }))
  .map(([all, seps]) => all.map((one, i) => one.replace(':', '') + seps[i]).join(''));
const drive = fc.constantFrom('C:\\', 'c:/', 'D:\\', '\\\\server\\share\\');

describe.each([
  { system: 'posix', ours: posix, theirs: node.posix, root: fc.constant('/'), path: slashed },
  { system: 'win32', ours: win32, theirs: node.win32, root: drive, path: mixed },
] as const)('$system paths are as Node has them', ({ ours, theirs, root, path }) => {
  const rooted = fc.tuple(root, path).map(([head, rest]) => head + rest.replace(/^[\\/]+/, ''));
  const any = fc.oneof(rooted, path);
  const holds = (
    arbitrary: fc.Arbitrary<string>,
    other: fc.Arbitrary<string>,
    check: (one: string, two: string) => void,
  ) => fc.assert(fc.property(arbitrary, other, check), { numRuns: 3000 });

  test('resolve', () => {
    holds(rooted, any, (a, b) => {
      expect(ours.resolve(a, b)).toBe(theirs.resolve(a, b));
    });
  });
  test('join', () => {
    const inner = path.map((one) => one.replace(/^[\\/]+/, ''));
    holds(rooted, inner, (a, b) => {
      expect(ours.join(a, b)).toBe(theirs.join(a, b));
    });
  });
  test('basename, dirname and root', () => {
    holds(rooted, any, (one) => {
      const clean = theirs.resolve(one);
      expect(ours.basename(clean)).toBe(
        theirs.basename(clean.slice(theirs.parse(clean).root.length)),
      );
      expect(ours.dirname(clean)).toBe(theirs.dirname(clean));
      expect(ours.root(clean)).toBe(theirs.parse(clean).root);
    });
  });
  test('relative', () => {
    const same = fc.tuple(rooted, path).map(([a, b]) => [a, theirs.join(a, b)] as const);
    fc.assert(
      fc.property(same, ([a, b]) => {
        const [from, to] = [theirs.resolve(a), theirs.resolve(b)];
        expect(ours.relative(from, to)).toBe(theirs.relative(from, to));
      }),
      { numRuns: 3000 },
    );
  });
});

test('what has no drive is of the drive where one stands', () => {
  expect(win32.resolve('D:\\a', '\\b')).toBe('D:\\b');
  expect(win32.resolve('\\\\s\\t\\a', '/b')).toBe('\\\\s\\t\\b');
});
