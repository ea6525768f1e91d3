import type { Paths } from '../../mapping/adapter.ts';

/**
 * How the client reads path arguments. It resolves a relative path against the project folder by its text, and leaves an
 * absolute path to the operating system. It knows no `~`, 1.18.33.
 */
export const paths: Paths = { asWritten: true, byLink: true };
