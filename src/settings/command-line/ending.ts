/** What a line of a host says where the runner gave no answer. */
import type { Adapter, Binding, Context } from '../../mapping/adapter.ts';
import { noAnswerReason } from '../../shim/shim-line-text.ts';
import { decodeReading } from '../../translate/answer.ts';
import { unchangedVariant } from '../../translate/event-variants.ts';
import { machine } from '../../translate/machine.ts';
import { readAsVendor } from '../../translate/reading.ts';
import { encodeOutcome } from '../../translate/response.ts';
import { tableOf } from '../tables.ts';
import type { Ending } from './shim-line.ts';

/** Why a call is refused where only JSON refuses: the loader knows more, if it runs. */
const reason = `anyhook: ${noAnswerReason}`;

/**
 * The ending of a hook's line at an event, by what the host's agent makes of a finished command;
 * `guards`: it refuses what the hook guards. Undefined: the agent answers for a hook that failed.
 */
export function endingOf(host: Adapter, binding: Binding, guards: boolean): Ending | undefined {
  const { commandLine } = tableOf(host.id);
  if (commandLine.failureAnsweredBy === 'host') return undefined;
  if (!guards) return binding.silence;
  const event = { event: binding.event };
  const context: Context = { adapter: host, event, world: machine };
  const told = { binding, variant: unchangedVariant(event), payload: {} };
  /** Whether the agent refuses for exit code 2, and hands on why. */
  const refuses = (stderr: string): boolean => {
    const reading = readAsVendor(host, binding, { code: 2, stdout: '', stderr }, event);
    const { decision, reason = '' } = decodeReading(reading, context, told);
    return decision === 'deny' && reason.includes(stderr);
  };
  if (refuses('why') && !commandLine.exitCodeOverridable)
    return refuses('') && !commandLine.exitCodeNeedsStderr ? 'refuse' : 'refuse aloud';
  return encodeOutcome(binding, { decision: 'deny', reason }, context) || binding.silence;
}
