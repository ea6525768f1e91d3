import type { ComputeField } from '../../mapping/adapter.ts';

/**
 * Returns `failed` for a shell command that ended with another exit code than 0, and `ok` for any other finished call.
 * Undefined: the call is not finished. (A call that fails otherwise has no event.)
 */
const statusOf: ComputeField = ({ event, result }) => {
  if (event !== 'after-tool') return undefined;
  return result?.exitCode ? 'failed' : 'ok';
};

/** Canonical fields of a call, with the functions that compute them if they are missing. */
export const fillCallAfterDecoding = { status: statusOf } satisfies Record<string, ComputeField>;
