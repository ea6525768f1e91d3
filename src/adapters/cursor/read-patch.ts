import { AnyhookError } from '../../errors.ts';
import { readDiff } from '../../util/diff.ts';
import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';

/** Accepts all that some other agent was seen to accept, since no recording shows a patch of Cursor. */
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
 * Tells whether a change moves a file from a name in `a/` to a name in `b/`. These folders may exist, or may be
 * the prefixes that git puts before names, so it is not known which files are meant.
 */
const hasUnclearNames = (change: Change): boolean =>
  change.does === 'update' &&
  change.to !== undefined &&
  change.path.startsWith('a/') &&
  change.to.startsWith('b/');

/**
 * Lists the changes of a patch in their order. A text that begins with `***` or with `<<` (a here-document
 * around such a patch) is read by the grammar above, and any other text as a unified diff.
 *
 * Throws `tool` for a text that changes no file, or whose files are not certain.
 */
export function readPatch(text: string): Change[] {
  const changes = /^\s*(?:\*\*\*|<<)/.test(text) ? read(text, grammar) : readDiff(text);
  if (changes.length && !changes.some(hasUnclearNames)) return changes;
  const reason = changes.length ? 'a file has two names' : 'it changes no file';
  throw new AnyhookError('tool', `the patch cannot be read: ${reason}`);
}
