import type { Paths } from '../../mapping/adapter.ts';

/** The client hands on paths as the model wrote them. How it finds files is in the adapter, `file-search.ts`. */
export const writtenPaths: Paths = { asWritten: true };
