import type { Paths } from '../../mapping/adapter.ts';

/**
 * The client resolves a relative path by its text and leaves an absolute one to the kernel. It
 * knows no `~` and no file URL, 1.0.102.
 */
export const paths: Paths = { asWritten: true, byLink: true };
