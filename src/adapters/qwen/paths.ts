import type { Disk, Paths } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';

/** Expands `~` to the home folder. The client does so for the folder of a search only. */
const expandHome = (text: string, disk: Disk | undefined): string =>
  disk && /^~(?:[\\/]|$)/.test(text)
    ? `${disk.home()}${text.slice(1).replaceAll('\\', '/')}`
    : text;

/**
 * Hooks receive the path after the client has trimmed it and removed backslashes before blanks, and
 * that path is opened. Some calls resolve `..` in the text, others follow links first, 0.24.4.
 */
export const paths: Paths = {
  resolveOpened: ({ text, use, root }, disk) =>
    toAbsolutePath(use === 'search' ? expandHome(text, disk) : text, root),
  byLink: true,
};
