/**
 * Patches in commands of the shell. The shell never sees `apply_patch <<'EOF'`, nor the same behind
 * `cd FOLDER &&`: the client applies the patch itself, and hooks hear of a command, 0.169.0.
 */
import { AnyhookError } from '../../errors.ts';
import { attempt } from '../../util/attempt.ts';
import { readPatch } from './read-patch.ts';
import { trimText } from './rust-trim.ts';

/** A patch, and the folder that its paths are in, as the command has it. */
export interface ShellPatch {
  patch: string;
  folder: string;
}

/** Another command than the client looks for: what it is given is no patch. */
const otherCommand = /^[ \t\n]*(?!cd\b|apply_?patch\b)[A-Za-z_./][\w./-]*(?=[ \t\n])/;
const [begin, end] = ['*** Begin Patch', '*** End Patch'];
/** More of them, one in the other, are written to deceive. */
const maxPatches = 8;

/** A patch alone, or behind a `cd` whose folder the client takes as it is written, 0.169.0. */
const usualHead =
  /^[ \t\n]*(?:cd[ \t]+(?:'((?:[^'\\\p{C}\p{Z}]| )+)'|"((?:[^"\\$`\p{C}\p{Z}]| )+)"|([\p{L}\p{N}_./~,:@%+=-]+))[ \t]*&&[ \t\n]*)?apply_?patch[ \t]*<<[^\n]*\n[ \t\r\n]*$/u;

/**
 * Every patch that a command may be read as: one, where the command is as models write it. Throws
 * `tool` where it looks like one and cannot be read, or its folder cannot be known.
 */
export function findShellPatches(command: string): ShellPatch[] {
  const first = command.search(/\bapply_?patch\b/);
  if (first < 0 || otherCommand.test(command)) return [];
  const lines = command.split('\n');
  const last = lines.findLastIndex((line) => trimText(line) === end);
  const joinLines = (from: number, to: number) => lines.slice(from, to).join('\n');
  const possible = lines
    .flatMap((line, i) => (i < last && trimText(line) === begin ? [i] : []))
    .slice(0, maxPatches + 1)
    .map((at) => ({ head: `${joinLines(0, at)}\n`, patch: joinLines(at, last + 1) }))
    .filter(({ head }) => head.indexOf('<<', first) > 0);
  const candidates =
    possible[0] && usualHead.test(possible[0].head) ? possible.slice(0, 1) : possible;
  const readable = candidates.filter(({ patch }) => attempt(() => readPatch(patch)));
  if (candidates.length && (!readable.length || candidates.length > maxPatches))
    throw new AnyhookError('tool', 'the patch in the command cannot be read');
  return readable.map(({ head, patch }) => ({ patch, folder: readFolder(head) }));
}

/** The folder that what stands before a patch leads to, as the text has it: nothing is expanded. */
function readFolder(head: string): string {
  const known = usualHead.exec(head);
  if (known || !/cd(?!\w)/.test(head)) return known?.slice(1).find(Boolean) ?? '.';
  throw new AnyhookError(
    'tool',
    "the folder of the patch cannot be known: put only `cd 'FOLDER' &&` before it",
  );
}
