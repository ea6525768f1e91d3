import type { Draft, Paths } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';

/**
 * How the client reads path arguments. It makes the path of a file absolute before any hook receives it: it
 * trims the text, replaces `~` by the home folder, and resolves `..` without looking at the disk. Hooks receive a folder
 * to search as the model wrote it, 2.1.330.
 */
export const paths: Paths = {
  resolveOpened({ text, root }, disk) {
    const path = text.trim();
    const isBelowHome = path === '~' || path.startsWith('~/');
    if (!isBelowHome) return toAbsolutePath(path, root);
    return disk ? toAbsolutePath(disk.home() + path.slice(1), root) : path;
  },
};

/** Makes a function that returns the working folder of the shell for calls of the given tools. */
const directoryForTools =
  (...tools: unknown[]) =>
  ({ tool, directory }: Draft) =>
    tools.includes(tool) ? directory : undefined;

/** Computes arguments that a call leaves out: shell commands and searches start in the working folder of the shell. */
export const fillCallAfterDecoding = {
  'input.directory': directoryForTools('shell'),
  'input.path': directoryForTools('glob', 'grep'),
};
