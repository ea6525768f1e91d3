import { AnyhookError } from '../../errors.ts';
import { readDiff } from '../../util/diff.ts';
import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** No recording shows a patch: all that another agent is seen to take is taken, and no more. */
const grammar: PatchGrammar = {
  lineEnd: /\r\n|[\r\n]/,
  trim: (text) => text.trim(),
  trimMark: (line) => line.trimEnd(),
  path: (text) => text.trim(),
  indentsEnds: true,
  indentsMove: true,
  skipsBlanks: 'always',
  stopsAt: '***',
};

/** Two names that git's prefixes may be a part of, or not: which files they are is not known. */
const hasUnclearNames = (one: Change): boolean =>
  one.does === 'update' &&
  one.to !== undefined &&
  one.path.startsWith('a/') &&
  one.to.startsWith('b/');

/** The files a patch changes, in its order: with `***` marks, or a unified diff. Throws `tool`. */
export function readPatch(text: string): Change[] {
  const changes = /^\s*(?:\*\*\*|<<)/.test(text) ? read(text, grammar) : readDiff(text);
  if (changes.length && !changes.some(hasUnclearNames)) return changes;
  const why = changes.length ? 'a file has two names' : 'it changes no file';
  throw new AnyhookError('tool', `the patch cannot be read: ${why}`);
}
