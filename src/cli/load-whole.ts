import { fileURLToPath } from 'node:url';
import { runBundle } from './run-bundle.ts';

/** Loads the second bundle of the command line. `kind` is the command, each of which compiles other functions. */
export const loadWhole = (kind: string): void =>
  runBundle(fileURLToPath(new URL('main.cjs', import.meta.url)), `${kind}.`);
