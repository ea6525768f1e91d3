/**
 * Patches in commands of the shell. The shell never sees `apply_patch <<'EOF'`, nor the same behind
 * `cd FOLDER &&`: the client applies the patch itself, and hooks hear of a command, 0.169.0.
 */
import { AnyhookError } from '../../errors.ts';
import { attempt } from '../../util/attempt.ts';
import { pathIn, readPatch } from './patch.ts';
import { trimmed } from './trim.ts';

/** A patch, and the folder that its paths are in, as the command has it. */
export interface ShellPatch {
  patch: string;
  folder: string;
}

/** Another command than the client looks for: what it is given is no patch. */
const other = /^\s*(?!cd\b|apply_?patch\b)[A-Za-z_./][\w./-]*(?=\s)/;
const [begin, end] = ['*** Begin Patch', '*** End Patch'];
/** More of them, one in the other, are written to deceive. */
const most = 8;

const usual =
  /^\s*(?:cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([\w./~-]+))\s*&&\s*)?apply_?patch\s*<<[^\n]*\n\s*$/;
const anyFolder = /\bcd(?:\s|\\\n)+(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\]|\\.)+))/gs;

/**
 * Every patch that a command may be read as, in every folder that it may be applied in: one, where
 * the command is as models write it. Throws `tool` where it looks like one and cannot be read.
 */
export function patchesInShell(command: string): ShellPatch[] {
  const first = command.search(/\bapply_?patch\b/);
  if (first < 0 || other.test(command)) return [];
  const lines = command.split('\n');
  const last = lines.findLastIndex((line) => trimmed(line) === end);
  const text = (from: number, to: number) => lines.slice(from, to).join('\n');
  const all = lines
    .flatMap((line, i) => (i < last && trimmed(line) === begin ? [i] : []))
    .slice(0, most + 1)
    .map((at) => ({ head: `${text(0, at)}\n`, patch: text(at, last + 1) }))
    .filter(({ head }) => head.indexOf('<<', first) > 0);
  const one = all[0] && usual.test(all[0].head) ? all.slice(0, 1) : all;
  const found = one.filter(({ patch }) => attempt(() => readPatch(patch)));
  if (one.length && (!found.length || one.length > most))
    throw new AnyhookError('tool', 'the patch in the command cannot be read');
  return found.flatMap(({ head, patch }) =>
    foldersIn(head).map((folder) => ({ patch, folder: pathIn(folder) })),
  );
}

/** The folders that what stands before a patch may lead to: by its text, with nothing expanded. */
function foldersIn(head: string): string[] {
  const one = usual.exec(head);
  if (one) return [one[1] ?? one[2] ?? one[3] ?? '.'];
  const found = [...head.matchAll(anyFolder)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  if (found.some((folder) => /[$`]/.test(folder)))
    throw new AnyhookError('tool', 'the folder that the patch is applied in cannot be known');
  return [...new Set(['.', ...found])];
}
