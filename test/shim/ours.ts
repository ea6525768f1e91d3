import { parseFlags } from '../../src/flags.ts';
import { shim } from '../../src/shim/shim.ts';
import type { Said } from '../../src/translate/said.ts';

const lazy = {
  bounded: () => {
    throw new Error('no matcher here needs a limit');
  },
} as never;

/** One run of the shim, in this process. */
export const said = (args: readonly string[], stdin: string | object): Promise<Said> => {
  const text = typeof stdin === 'string' ? stdin : JSON.stringify(stdin);
  return shim(parseFlags(args), { bytes: Buffer.from(text), cut: false }, lazy);
};
