import type { Disk, Paths } from '../../mapping/adapter.ts';
import { absolute } from '../../mapping/opened.ts';

/** `~` stands for the home where a search begins, and nowhere else: other paths must be absolute. */
const expandHome = (text: string, disk: Disk | undefined): string =>
  disk && /^~(?:[\\/]|$)/.test(text)
    ? `${disk.home()}${text.slice(1).replaceAll('\\', '/')}`
    : text;

/**
 * Hooks are told what was cleaned of spaces and of backslashes before them, and that is opened as
 * it stands: by some calls as the text says, by some where links lead, 0.24.4.
 */
export const paths: Paths = {
  opens: ({ text, use, root }, disk) =>
    absolute(use === 'search' ? expandHome(text, disk) : text, root),
  byLink: true,
};
