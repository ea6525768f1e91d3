import { parseFlags } from '../../src/canonical/flags.ts';
import { runShim } from '../../src/shim/shim.ts';
import type { ShimOutput } from '../../src/translate/shim-output.ts';

const lazy = {
  runBounded: () => {
    throw new Error('no matcher here needs a limit');
  },
} as never;

/** One run of the shim, in this process. */
export const said = (args: readonly string[], stdin: string | object): Promise<ShimOutput> => {
  const text = typeof stdin === 'string' ? stdin : JSON.stringify(stdin);
  return runShim(parseFlags(args), { bytes: Buffer.from(text), isCut: false }, lazy);
};
