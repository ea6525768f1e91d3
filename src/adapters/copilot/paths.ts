import type { Paths } from '../../mapping/adapter.ts';

/** A relative path by its text, an absolute one as the kernel has it: no `~`, no address, 1.0.102. */
export const paths: Paths = { asWritten: true, byLink: true };
