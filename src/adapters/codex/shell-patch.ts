/**
 * Patches in commands of the shell. The shell never sees `apply_patch <<'EOF'`, nor the same behind
 * `cd FOLDER &&`: the client applies the patch itself, and hooks hear of a command, 0.169.0.
 */
import { AnyhookError } from '../../errors.ts';
import { attempt } from '../../util/attempt.ts';
import { pathIn, readPatch } from './patch.ts';

/** A patch, and the folder that its paths are in, as the command has it. */
export interface ShellPatch {
  patch: string;
  folder: string;
}

/** Another command than the client looks for: what it is given is no patch. */
const other = /^\s*(?!cd\b|apply_?patch\b)[A-Za-z_./][\w./-]*(?=\s)/;
const begin = /^[^\S\n]*\*\*\* Begin Patch/gm;
/** More of them, one in the other, are written to deceive. */
const most = 8;

/**
 * Every patch that a command may be read as, in every folder that it may be applied in: one, where
 * the command is as models write it. Throws `tool` where it looks like one and cannot be read.
 */
export function patchesInShell(command: string): ShellPatch[] {
  if (!/apply_?patch/.test(command) || other.test(command)) return [];
  const starts = [...command.matchAll(begin)].map(({ index }) => index);
  const heads = starts.filter((start) => {
    const head = command.slice(0, start);
    return /\bapply_?patch\b/.test(head) && head.includes('<<');
  });
  const lines = command.split('\n');
  const last = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  if (!heads.length || last < 0) return [];
  const end = lines.slice(0, last + 1).join('\n').length;
  const patches = heads
    .slice(0, most)
    .map((start) => ({ head: command.slice(0, start), patch: command.slice(start, end) }))
    .filter(({ patch }) => attempt(() => readPatch(patch)));
  if (!patches.length || heads.length > most)
    throw new AnyhookError('tool', 'the patch in the command cannot be read');
  return patches.flatMap(({ head, patch }) =>
    foldersIn(head).map((folder) => ({ patch, folder: pathIn(folder) })),
  );
}

const usual =
  /^\s*(?:cd\s+(?:'([^']+)'|"([^"$`\\]+)"|([\w./~-]+))\s*&&\s*)?apply_?patch\s*<<[^\n]*\n\s*$/;
const anyFolder = /\bcd(?:\s|\\\n)+(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\]|\\.)+))/gs;

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
