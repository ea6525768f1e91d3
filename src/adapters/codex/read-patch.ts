import { AnyhookError } from '../../errors.ts';
import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';
import { trimEnd, trimText } from './rust-trim.ts';

/**
 * Returns a path as the client opens it: without tabs and line ends anywhere in it, 0.169.0. A path that only then begins
 * with `/` stays relative.
 */
function cleanPath(text: string): string {
  const path = text.replace(/[\t\r\n]/g, '');
  return path[0] === '/' && text[0] !== '/' ? `.${path}` : path;
}

/** How 0.169.0 reads patches, measured by running it with `--codex-run-as-apply-patch`. */
const grammar: PatchGrammar = {
  lineEnd: /\r?\n/,
  trim: trimText,
  trimMark: trimEnd,
  readPath: cleanPath,
  allowsIndentedEnds: true,
  preamble: /^\*\*\* Environment ID:\s*\S/,
  allowsSecondEnd: true,
  skipsEmptyLines: 'after-end',
  skipsEndOfFile: true,
  nextHeaderStart: '*',
};

/** The last patch and what was read from it. Kept, since each argument of a call is read from the same patch. */
let lastRead: { text: string; changes: Change[] | AnyhookError } | undefined;

/** Reads the changes of a patch, in the order of the patch. Throws `tool` for a text that is no patch. */
export function readPatch(text: string): readonly Change[] {
  if (lastRead?.text !== text) lastRead = { text, changes: tryToReadPatch(text) };
  if (lastRead.changes instanceof AnyhookError) throw lastRead.changes;
  return lastRead.changes;
}

/** Reads a patch, and returns the error of a text that is no patch. */
function tryToReadPatch(text: string): Change[] | AnyhookError {
  try {
    return read(text, grammar);
  } catch (error) {
    return error as AnyhookError;
  }
}
