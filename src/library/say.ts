import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Binding, Dialect } from '../mapping/adapter.ts';
import { answerHost } from '../translate/answer.ts';
import { bindingOf } from '../translate/bindings.ts';
import type { HostEvent } from '../translate/host.ts';
import { checkOutcome } from '../translate/library-arguments.ts';
import { machine } from '../translate/machine.ts';
import { renderResponse } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { type Agent, agentOf } from './agent.ts';
import { decodeOwnInput } from './hear.ts';
import type { Options } from './options.ts';

/** An outcome as it is to be printed for a host. */
export interface Saying {
  /** The response in the host's words. Null: nothing is to be printed. */
  response: Json | null;
  /** The text to print on stdout. */
  stdout: string;
  /** The text to print on stderr. */
  stderr: string;
  exitCode: number;
  /** The contents to write into files that the vendor provides, by the variable that names each file. */
  files?: Readonly<Record<string, string>>;
  /** The parts of the outcome that the host cannot express. */
  losses: Loss[];
}

/**
 * Encodes an outcome for the host that sent a payload. Where the host cannot express the outcome, the
 * result is stricter. `ask: 'host'` passes the decision `ask` on to the host.
 *
 * @param vendor The host.
 * @throws {AnyhookError} `usage`: the argument is no outcome, such as a promise or `decision: 'block'`
 * @example
 * process.stdout.write(say('gemini', payload, { decision: 'deny', reason: 'no' }).stdout);
 */
export function say(
  vendor: Agent,
  payload: Json,
  outcome: Outcome,
  { ask = 'auto', world = machine }: Options & { ask?: 'auto' | 'host' | 'deny' } = {},
): Saying {
  checkOutcome(outcome);
  const { input, context } = decodeOwnInput(vendor, payload, world);
  const host: HostEvent<Dialect> = { agents: [context.adapter], bindings: [input.binding], payload };
  const dialect = agentOf('anyhook');
  // In the dialect `anyhook`, a canonical event is its own payload.
  const canonicalInput = {
    ...input,
    payload: context.event,
    binding: bindingOf(dialect, context.event.event) as Binding,
  };
  const from = { dialect, hookInput: canonicalInput };
  const { response, losses } = answerHost(outcome, host, context, { ask }, from);
  return { response, ...renderResponse(host, response), losses };
}
