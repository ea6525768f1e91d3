/** Says what an agent does because of the outcome of a hook. */
import type { Outcome } from '../canonical/outcome.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import { decodeOutcome } from '../library/hear.ts';
import { isGate } from '../library/refuse.ts';
import { say } from '../library/say.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { bindingOf } from '../translate/bindings.ts';
import { canExpress } from '../translate/response.ts';
import type { Json } from '../util/json.ts';

/** An event that an agent has fired, and at which a hook answers. */
export interface FiredEvent {
  agent: Adapter;
  /** The canonical name of the event. */
  event: string;
  /** The agent's name of the event. */
  native: string;
  payload: Json;
}

/** Which of three kinds an effect is of: the thing is stopped, somebody is asked, or it goes on. */
export type Tone = 'stop' | 'ask' | 'go';

/** What an agent does. */
export interface Effect {
  tone: Tone;
  /** One or two words: `refused`, `runs`. */
  word: string;
  /** What happens, as a sentence without its full stop. */
  effect: string;
}

/** Says what an agent does because of an outcome. */
export function describeEffect(fired: FiredEvent, outcome: Outcome): Effect {
  const { halt, decision, followUp, replaced } = outcome;
  const { agent, event, native } = fired;
  const { hidesResult, ends } = traitsOf(event);
  const isCall = event === 'before-tool' || event === 'permission';
  const it = isCall ? 'the call' : event === 'prompt' ? 'the prompt' : 'it';
  const mark = (tone: Tone, word: string, effect: string): Effect => ({ tone, word, effect });
  if (halt && decision !== 'deny' && needsRefusalToHalt(fired))
    return mark('go', 'runs', `nothing stops ${it}, and the turn ends after it`);
  if (halt) return mark('stop', 'turn ends', 'the turn ends');
  if (followUp !== undefined) return mark('stop', 'goes on', 'the agent has to go on');
  if (replaced !== undefined)
    return mark('stop', 'hidden', 'the model reads a text in place of the result');
  if (decision === 'deny') {
    if (hidesResult) return mark('stop', 'hidden', 'the model does not see the result');
    if (ends) return mark('stop', 'goes on', 'the agent has to go on');
    // Some agents have gates of their own, at events at which nothing can be refused elsewhere.
    return isGate(agent, native)
      ? mark('stop', 'refused', `${it} is refused`)
      : mark('go', 'no effect', 'a refusal changes nothing here');
  }
  if (decision === 'ask')
    return canAsk(fired)
      ? mark('ask', 'asks', 'a person is asked')
      : mark('ask', 'unsure', 'the agent is not known to ask anybody here');
  if (decision === 'allow') return mark('go', 'allowed', `${it} is allowed`);
  if (isCall) return mark('go', 'runs', 'nothing stops the call');
  if (isGateEvent(event)) return mark('go', 'passes', `nothing stops ${it}`);
  return mark('go', 'passes', 'the agent goes on');
}

/** Tells whether an agent asks a person at an event. Some read the word for a question at events at which they put none. */
function canAsk({ agent, native }: FiredEvent): boolean {
  const binding = bindingOf(agent, native);
  return binding !== undefined && canExpress([binding], 'decision', 'ask');
}

/**
 * Tells whether an agent ends the turn only after what the event announces, so that anyhook writes a refusal beside the
 * end of the turn.
 */
function needsRefusalToHalt({ agent, native, payload }: FiredEvent): boolean {
  const { response } = say(agent, native, { halt: true });
  return response !== null && decodeOutcome(agent, payload, response).decision === 'deny';
}
