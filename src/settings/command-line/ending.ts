/** Chooses the ending of a command line: what it answers if the runner gave no answer. */
import type { Adapter, Binding, Context } from '../../mapping/adapter.ts';
import { noAnswerReason } from '../../shim/shim-line-text.ts';
import { decodeReading } from '../../translate/hook-outcome.ts';
import { machine } from '../../translate/machine.ts';
import { readAsVendor } from '../../translate/reading.ts';
import { encodeOutcome } from '../../translate/response.ts';
import { unchangedVariant } from '../../translate/variant.ts';
import { tableOf } from '../tables.ts';
import type { Ending } from './shim-line.ts';

/** The reason of a refusal in JSON. The loader gives a more precise one if it runs. */
const reason = `anyhook: ${noAnswerReason}`;

/**
 * Chooses the ending of a shim line. If it must refuse, it is the shortest ending that the host takes for a
 * refusal. To find that out, finished commands are read as the host reads them.
 *
 * @param mustRefuse Whether the ending must refuse.
 * @returns Undefined: the line needs no ending, since the host itself answers for a hook that failed.
 */
export function endingOf(host: Adapter, binding: Binding, mustRefuse: boolean): Ending | undefined {
  const { commandLine } = tableOf(host.id);
  if (commandLine.failureAnsweredBy === 'host') return undefined;
  if (!mustRefuse) return binding.neutralResponse;
  const event = { event: binding.event };
  const context: Context<Adapter> = { adapter: host, event, world: machine };
  const input = { binding, variant: unchangedVariant(event), payload: {} };
  /** Tells whether the host takes exit code 2 for a refusal, and shows `stderr` as its reason. */
  const refuses = (stderr: string): boolean => {
    const reading = readAsVendor(host, binding, { code: 2, stdout: '', stderr }, event);
    const { decision, reason = '' } = decodeReading(reading, context, input);
    return decision === 'deny' && reason.includes(stderr);
  };
  if (refuses('why') && !commandLine.exitCodeOverridable)
    return refuses('') && !commandLine.exitCodeNeedsStderr ? 'refuse' : 'refuse aloud';
  return encodeOutcome(binding, { decision: 'deny', reason }, context) || binding.neutralResponse;
}
