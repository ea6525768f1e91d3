import { AnyhookError } from '../../errors.ts';
import { readDiff } from '../../util/diff.ts';
import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** No recording shows a patch. We accept what some other agent was seen to accept. */
const grammar: PatchGrammar = {
  lineEnd: /\r\n|[\r\n]/,
  trim: (text) => text.trim(),
  trimMark: (line) => line.trimEnd(),
  readPath: (text) => text.trim(),
  allowsIndentedEnds: true,
  allowsIndentedMove: true,
  skipsEmptyLines: 'always',
  nextHeaderStart: '***',
};

/**
 * Tells whether a change has two names that may or may not contain git's prefixes `a/` and `b/`, so
 * that it is not known which files they are.
 */
const hasUnclearNames = (one: Change): boolean =>
  one.does === 'update' &&
  one.to !== undefined &&
  one.path.startsWith('a/') &&
  one.to.startsWith('b/');

/**
 * Reads the changes of a patch, in its order: one with `***` marks or a unified diff.
 *
 * Throws `tool` for a text that is no patch.
 */
export function readPatch(text: string): Change[] {
  const changes = /^\s*(?:\*\*\*|<<)/.test(text) ? read(text, grammar) : readDiff(text);
  if (changes.length && !changes.some(hasUnclearNames)) return changes;
  const reason = changes.length ? 'a file has two names' : 'it changes no file';
  throw new AnyhookError('tool', `the patch cannot be read: ${reason}`);
}
