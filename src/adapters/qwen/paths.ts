import type { Disk, Paths } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';

/** Replaces `~` at the start by the home folder. The client does that only for the folder of a search. */
const expandHome = (text: string, disk: Disk | undefined): string =>
  disk && /^~(?:[\\/]|$)/.test(text)
    ? `${disk.home()}${text.slice(1).replaceAll('\\', '/')}`
    : text;

/**
 * The client trims a path and removes backslashes before blanks before it calls hooks, and opens the path that
 * hooks receive. Some calls apply `..` to the text of the path, and others follow links first, 0.24.4.
 */
export const paths: Paths = {
  resolveOpened: ({ text, use, root }, disk) =>
    toAbsolutePath(use === 'search' ? expandHome(text, disk) : text, root),
  byLink: true,
};
