import * as node from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { posix, win32 } from '../../src/util/path.ts';
import { property } from '../property.ts';

const name = fc.constantFrom('a', 'B', 'b', 'c d', '..', '.', '', '...', '.x', 'é', 'x:y', '~');
const names = fc.array(name, { maxLength: 6 });
const slashed = names.map((all) => all.join('/'));
const mixed = fc
  .tuple(names, fc.array(fc.constantFrom('\\', '/'), { minLength: 6, maxLength: 6 }))
  .map(([all, seps]) => all.map((one, i) => one.replace(':', '') + seps[i]).join(''))
  // The root of a device, which Node has ended with a separator or without, by its version.
  .filter((text) => !/^[\\/]{2}[.?](?:[\\/]|$)/.test(text));
const drive = fc.constantFrom('C:\\', 'c:/', 'D:\\', '\\\\server\\share\\');

describe.each([
  { system: 'posix', ours: posix, theirs: node.posix, root: fc.constant('/'), path: slashed },
  { system: 'win32', ours: win32, theirs: node.win32, root: drive, path: mixed },
] as const)('on $system', ({ system, ours, theirs, root, path }) => {
  const rooted = fc.tuple(root, path).map(([head, rest]) => head + rest.replace(/^[\\/]+/, ''));
  const any = fc.oneof(rooted, path);
  const about = { corpus: 'paths', runs: 800, longRuns: 3000 };

  property(`a path of ${system} is resolved as Node resolves it`, {
    ...about,
    inputs: fc.tuple(rooted, any),
    holds: ([a, b]) => expect(ours.resolve(a, b)).toBe(theirs.resolve(a, b)),
  });

  property(`paths of ${system} are joined as Node joins them`, {
    ...about,
    inputs: fc.tuple(
      rooted,
      path.map((one) => one.replace(/^[\\/]+/, '')),
    ),
    holds: ([a, b]) => expect(ours.join(a, b)).toBe(theirs.join(a, b)),
  });

  property(`the base name, folder and root of a path of ${system} are those of Node`, {
    ...about,
    inputs: rooted,
    holds: (one) => {
      const clean = theirs.resolve(one);
      expect(ours.basename(clean)).toBe(
        theirs.basename(clean.slice(theirs.parse(clean).root.length)),
      );
      expect(ours.dirname(clean)).toBe(theirs.dirname(clean));
      expect(ours.root(clean)).toBe(theirs.parse(clean).root);
    },
  });

  property(`the relative path of ${system} from a folder to a path below it is that of Node`, {
    ...about,
    inputs: fc.tuple(rooted, path).map(([a, b]): [string, string] => [a, theirs.join(a, b)]),
    holds: ([a, b]) => {
      const [from, to] = [theirs.resolve(a), theirs.resolve(b)];
      expect(ours.relative(from, to)).toBe(theirs.relative(from, to));
    },
  });
});

test('a Windows path without a drive is resolved on the drive of the base folder', () => {
  expect(win32.resolve('D:\\a', '\\b')).toBe('D:\\b');
  expect(win32.resolve('\\\\s\\t\\a', '/b')).toBe('\\\\s\\t\\b');
});
