import type { Draft, Paths } from '../../mapping/adapter.ts';
import { absolute } from '../../mapping/opened.ts';

/**
 * Files are told as they are opened: absolute, without blanks around them, `..` taken by its text, `~`
 * the home. Folders to search are told as the model wrote them, 2.1.330.
 */
export const paths: Paths = {
  opens({ text, root }, disk) {
    const path = text.trim();
    const isHome = path === '~' || path.startsWith('~/');
    if (!isHome) return absolute(path, root);
    return disk ? absolute(disk.home() + path.slice(1), root) : path;
  },
};

const stands =
  (...tools: unknown[]) =>
  ({ tool, directory }: Draft) =>
    tools.includes(tool) ? directory : undefined;

/** A command is run, and a search begun, where the shell stands. */
export const inferCall = {
  'input.directory': stands('shell'),
  'input.path': stands('glob', 'grep'),
};
