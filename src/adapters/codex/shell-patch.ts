/**
 * Finds patches in shell commands. If a command is `apply_patch <<'EOF'`, alone or after `cd FOLDER &&`, the
 * client does not start a shell: it applies the patch itself. Hooks receive the shell command, 0.169.0.
 */
import { AnyhookError } from '../../errors.ts';
import { attempt } from '../../util/attempt.ts';
import { readPatch } from './read-patch.ts';
import { trimText } from './rust-trim.ts';

/** A patch, and the folder that its paths are relative to. The folder is spelled as in the command. */
export interface ShellPatch {
  patch: string;
  folder: string;
}

/** Matches a command line that begins with a command other than `cd` or `apply_patch`. The client finds no patch in it. */
const otherCommand = /^[ \t\n]*(?!cd\b|apply_?patch\b)[A-Za-z_./][\w./-]*(?=[ \t\n])/;
const [begin, end] = ['*** Begin Patch', '*** End Patch'];
/** A command with more places at which a patch may begin is meant to deceive, and is refused. */
const maxPatches = 8;

/**
 * Matches the lines before a patch in the form that models write: `apply_patch <<'EOF'`, perhaps after
 * `cd FOLDER &&`. A group holds the folder, which the client takes literally, 0.169.0.
 */
const usualHead =
  /^[ \t\n]*(?:cd[ \t]+(?:'((?:[^'\\\p{C}\p{Z}]| )+)'|"((?:[^"\\$`\p{C}\p{Z}]| )+)"|([\p{L}\p{N}_./~,:@%+=-]+))[ \t]*&&[ \t\n]*)?apply_?patch[ \t]*<<[^\n]*\n[ \t\r\n]*$/u;

/**
 * Finds every patch that the client may read in a shell command. All of them end at the last `*** End Patch`,
 * and each begins at another `*** Begin Patch`. If the command has the form that models write, only the first counts.
 *
 * Throws `tool` if a patch cannot be read or its folder is not certain.
 */
export function findShellPatches(command: string): ShellPatch[] {
  const first = command.search(/\bapply_?patch\b/);
  if (first < 0 || otherCommand.test(command)) return [];
  const lines = command.split('\n');
  const last = lines.findLastIndex((line) => trimText(line) === end);
  const joinLines = (from: number, to: number) => lines.slice(from, to).join('\n');
  const begun = lines
    .flatMap((line, i) => (i < last && trimText(line) === begin ? [i] : []))
    .slice(0, maxPatches + 1)
    .map((at) => ({ head: `${joinLines(0, at)}\n`, patch: joinLines(at, last + 1) }))
    .filter(({ head }) => head.indexOf('<<', first) > 0);
  const candidates = begun[0] && usualHead.test(begun[0].head) ? begun.slice(0, 1) : begun;
  const readable = candidates.filter(({ patch }) => attempt(() => readPatch(patch)));
  if (candidates.length && (!readable.length || candidates.length > maxPatches))
    throw new AnyhookError('tool', 'the patch in the command cannot be read');
  return readable.map(({ head, patch }) => ({ patch, folder: readFolder(head) }));
}

/**
 * Reads the folder of a patch from the text before the patch. Variables and `~` are not expanded.
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
