import type { Draft, SuppliedResults } from '../../mapping/adapter.ts';

/** Makes a function that returns an argument of the call, for a field of the result that repeats it. */
const copyArgument = (key: string) => (event: Draft) => event.input?.[key];

/** Fields of the result that correspond to no canonical field, by the tool's name. */
export const suppliedResults: SuppliedResults = {
  Read: { file_path: copyArgument('path') },
  Write: { file_path: copyArgument('path'), success: true },
  Delete: { file_path: copyArgument('path'), deleted: true },
  Grep: { pattern: copyArgument('pattern'), success: true },
  mcp: { isError: ({ status }: Draft) => status !== undefined && status !== 'ok' },
};
