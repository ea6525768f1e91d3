import { isObject } from './equal.ts';

/** Returns the code of an error of Node.js, such as `ENOENT`; undefined for other values. */
export const errorCodeOf = (error: unknown): string | undefined =>
  isObject(error) && typeof error.code === 'string' ? error.code : undefined;

/** Returns the message of whatever was thrown. */
export const errorMessageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
