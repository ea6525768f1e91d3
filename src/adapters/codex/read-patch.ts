import { AnyhookError } from '../../errors.ts';
import { type Change, type PatchGrammar, readPatch as read } from '../../util/patch.ts';
import { trimEnd, trimText } from './rust-trim.ts';

/** A path as it is opened: tabs and ends of lines are no part of it, wherever they stand, 0.169.0. */
function cleanPath(text: string): string {
  const path = text.replace(/[\t\r\n]/g, '');
  return path[0] === '/' && text[0] !== '/' ? `.${path}` : path;
}

/** As 0.169.0 reads patches, run by itself with `--codex-run-as-apply-patch`. */
const grammar: PatchGrammar = {
  lineEnd: /\r?\n/,
  trim: trimText,
  trimMark: trimEnd,
  path: cleanPath,
  indentsEnds: true,
  preamble: /^\*\*\* Environment ID:\s*\S/,
  endsTwice: true,
  skipsBlanks: 'after-end',
  skipsEnds: true,
  stopsAt: '*',
};

let lastRead: { text: string; changes: Change[] | AnyhookError } | undefined;

/** The files a patch changes, in its order. Each of a call's arguments is read from it. Throws `tool`. */
export function readPatch(text: string): readonly Change[] {
  if (lastRead?.text !== text) lastRead = { text, changes: tryToReadPatch(text) };
  if (lastRead.changes instanceof AnyhookError) throw lastRead.changes;
  return lastRead.changes;
}

function tryToReadPatch(text: string): Change[] | AnyhookError {
  try {
    return read(text, grammar);
  } catch (error) {
    return error as AnyhookError;
  }
}
