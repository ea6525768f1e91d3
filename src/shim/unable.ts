import type { Adapter, Binding, Context, Json } from '../adapter.ts';
import { AnyhookError } from '../errors.ts';
import type { Flags } from '../flags.ts';
import { answer, isGate } from '../translate/answer.ts';
import { guessBindings, type Host } from '../translate/host.ts';
import { beside, neutral, notice, onOneLine, type Said, say } from '../translate/said.ts';
import { machine } from '../translate/world.ts';

/** The hook could not be run at all: on a gate, the failure policy; elsewhere, silence. */
export function unable(
  error: unknown,
  flags: Flags,
  host: Host | undefined,
  dialect: Adapter | undefined,
  bytes: Buffer,
): Said {
  const known = error instanceof AnyhookError;
  const text = onOneLine(known ? error.message : odd(error as Error));
  const bindings = host?.bindings ?? guessBindings(flags, bytes.toString());
  const native =
    (known && ['tool', 'line', 'state'].includes(error.code)) ||
    (dialect?.habitat.blocksUnstarted ?? true);
  const blocks = flags.onFailure === 'block' || (flags.onFailure === 'native' && native);
  const said = neutral({ bindings });
  const stderr = notice(text);
  const log: Json = { error: text, as: flags.as };
  if (!isGate(bindings[0]) || !blocks) {
    return say(said, log, bindings.length ? beside(said, stderr) : stderr);
  }
  const agent = host?.agents[0] ?? (dialect as Adapter);
  const context: Context = {
    adapter: agent,
    event: { event: (bindings[0] as Binding).event },
    world: machine,
  };
  const refused = { decision: 'deny' as const, reason: `anyhook cannot run this hook: ${text}` };
  const answered = answer(refused, { agents: [agent], bindings, payload: {} }, context, flags);
  return { ...say(answered, log, stderr), gate: true };
}

/** A stack or a string that came to its end. */
const odd = (error: Error): string =>
  error instanceof RangeError
    ? 'the payload or the answer is nested too deep, or too large'
    : `the payload cannot be handled (${error.message})`;
