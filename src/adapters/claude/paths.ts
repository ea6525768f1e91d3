import type { Draft, Paths } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';

/**
 * Hooks receive a file path as the client opens it: absolute, trimmed, `..` resolved in the text,
 * `~` replaced by the home folder. They receive a folder to search as the model wrote it, 2.1.330.
 */
export const paths: Paths = {
  resolveOpened({ text, root }, disk) {
    const path = text.trim();
    const isHome = path === '~' || path.startsWith('~/');
    if (!isHome) return toAbsolutePath(path, root);
    return disk ? toAbsolutePath(disk.home() + path.slice(1), root) : path;
  },
};

/** Makes a rule that gives the working folder of the shell to calls of some tools. */
const folderForTools =
  (...tools: unknown[]) =>
  ({ tool, directory }: Draft) =>
    tools.includes(tool) ? directory : undefined;

/** Shell commands and searches start in the working folder of the shell. */
export const fillCallAfterDecoding = {
  'input.directory': folderForTools('shell'),
  'input.path': folderForTools('glob', 'grep'),
};
