/**
 * Finds patches in shell commands. The client does not give `apply_patch <<'EOF'`, alone or after
 * `cd FOLDER &&`, to the shell: it applies the patch itself. Hooks receive the shell command,
 * 0.169.0.
 */
import { AnyhookError } from '../../errors.ts';
import { attempt } from '../../util/attempt.ts';
import { readPatch } from './read-patch.ts';
import { trimText } from './rust-trim.ts';

/** A patch, and the folder that its paths are relative to, as the command spells it. */
export interface ShellPatch {
  patch: string;
  folder: string;
}

/**
 * A line that begins with a command other than `cd` or `apply_patch`: the client finds no patch in
 * it.
 */
const otherCommand = /^[ \t\n]*(?!cd\b|apply_?patch\b)[A-Za-z_./][\w./-]*(?=[ \t\n])/;
const [begin, end] = ['*** Begin Patch', '*** End Patch'];
/** A command with more patches, nested in one another, is meant to deceive and is refused. */
const maxPatches = 8;

/**
 * What models write before a patch: nothing, or a `cd` whose folder is taken literally, 0.169.0.
 */
const usualHead =
  /^[ \t\n]*(?:cd[ \t]+(?:'((?:[^'\\\p{C}\p{Z}]| )+)'|"((?:[^"\\$`\p{C}\p{Z}]| )+)"|([\p{L}\p{N}_./~,:@%+=-]+))[ \t]*&&[ \t\n]*)?apply_?patch[ \t]*<<[^\n]*\n[ \t\r\n]*$/u;

/**
 * Finds every patch that the client may read in a shell command. It is a single one where the
 * command has the form that models write.
 *
 * Throws `tool` if a patch cannot be read or its folder is not certain.
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

/**
 * Reads the folder of a patch from the text before it. Nothing in it is expanded.
 *
 * Throws `tool` if the folder is not certain.
 */
function readFolder(head: string): string {
  const usual = usualHead.exec(head);
  if (usual || !/cd(?!\w)/.test(head)) return usual?.slice(1).find(Boolean) ?? '.';
  throw new AnyhookError(
    'tool',
    "the folder of the patch cannot be known: put only `cd 'FOLDER' &&` before it",
  );
}
