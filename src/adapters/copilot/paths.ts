import type { Paths } from '../../mapping/adapter.ts';

/**
 * How the client reads path arguments. It resolves `..` in a relative path without looking at the disk, and
 * leaves an absolute path to the operating system. It knows no `~` and no file URL, 1.0.102.
 */
export const paths: Paths = { asWritten: true, byLink: true };
