import { eventKinds } from '../canonical/kinds.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import type { Outcome } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Binding, Dialect } from '../mapping/adapter.ts';
import { refusedByHook } from '../mapping/default-reasons.ts';
import { isGate as isGateBinding, joinNativeNames } from '../translate/bindings.ts';
import { printRefusal } from '../translate/shim-output.ts';
import { isSameJson } from '../util/equal.ts';
import { isNonEmpty, type NonEmpty } from '../util/non-empty.ts';
import { dialectOf, type VendorOrDialect } from './agent.ts';
import { textFrom } from './arguments.ts';
import { type At, knownBindings, type Place, placeOf } from './place.ts';
import {
  type Answered,
  type AnswerOptions,
  type AnswerTerms,
  answerAll,
  answerOptionsOf,
  type Output,
} from './say.ts';

/** The refusal that every agent understands before a tool call: exit code 2, with the reason on stderr, and nothing on stdout. */
const refuseByExitCode = (reason: string): Output => ({
  ...printRefusal(reason),
  response: null,
  losses: [],
});

/** The keys by which an outcome refuses: what is about to happen, the end of a turn, or the result of what happened. */
const refuses = ({ decision, halt, followUp, replaced, output }: Outcome): boolean =>
  decision === 'deny' || halt === true || (followUp ?? replaced ?? output) !== undefined;

/**
 * Refuses what an event announces, in the agent's words. After a tool call it hides the result, and at a stop it
 * begins another turn, where the agent can do that.
 *
 * An answer is given for every payload, even for one that could not be read, and for an event that nobody knows: then it
 * is exit code 2 with the reason on stderr, which every agent understands before a tool call. (A few other gates do not
 * hear it, such as a prompt in Copilot CLI. A caller who knows which event it is says its name.)
 *
 * @param vendor Undefined: it is not known, since {@link recognise} has found none. Then the answer is that exit code.
 * @param at The event: its canonical name, the agent's name, or what {@link read} returned.
 * @param reason What the model is told. Empty: a general sentence.
 * @throws {AnyhookError} `event`: the event is known, and a hook of the agent cannot refuse anything there.
 *   `vendor`: there is no such agent. `usage`: another argument is of a wrong kind
 * @example
 * const { stdout, stderr, exitCode } = refuse('cursor', read('cursor', 'no JSON'), 'The guard cannot judge this.');
 * exitCode; // 2
 */
export function refuse(
  vendor: VendorOrDialect | undefined,
  at: At,
  reason: string,
  options?: AnswerOptions,
): Output {
  return closed(() => {
    const text = textFrom(reason, 'reason').trim() || refusedByHook;
    const terms = answerOptionsOf(options);
    if (vendor === undefined) return refuseByExitCode(text);
    const adapter = dialectOf(vendor);
    const place = placeOf(adapter, at);
    if (!isNonEmpty(place.bindings)) return refuseByExitCode(text);
    const { bindings } = place;
    const answer = answerEach(adapter, place, bindings, { decision: 'deny', reason: text }, terms);
    if (answer.every(({ outcome }) => refuses(outcome))) {
      const one = onlyAnswer(answer);
      if (one) return one;
      // The events are refused in different ways. All of them know the exit code, if they are gates.
      if (bindings.every(({ event }) => isGateEvent(event))) return refuseByExitCode(text);
    }
    throw deaf(adapter, place, bindings, answer, refuses, refusal);
  });
}

/**
 * Tells whether an event announces something that a hook of the agent can refuse: a call, a prompt, the end of a turn. There a
 * program refuses what it cannot judge; elsewhere {@link refuse} may throw.
 *
 * @param at The event: its canonical name, the agent's name, or what {@link read} returned.
 * @returns False: nothing can be refused there. An event that nobody knows counts as a gate, since it may be one.
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the agent has no event of that canonical name. `usage`:
 *   an argument is of a wrong kind
 * @example
 * isGate('claude', 'PreToolUse'); // true
 * isGate('claude', 'SessionEnd'); // false
 */
export function isGate(vendor: VendorOrDialect, at: At): boolean {
  return closed(() => {
    const { bindings } = placeOf(dialectOf(vendor), at);
    return !bindings.length || bindings.some(isGateBinding);
  });
}

/**
 * Tells the model something that is no refusal: context beside what it is about to see, or, at the end of a turn or
 * of a subagent, a further prompt.
 *
 * @param at The event: its canonical name, the agent's name, or what {@link read} returned.
 * @param reason What the model is told.
 * @throws {AnyhookError} `event`: the agent has no such event, or passes nothing on to the model there. `payload`: no
 *   event could be read. `vendor`: there is no such agent. `usage`: another argument is of a wrong kind
 * @example
 * feedback('claude', 'PostToolUse', 'Formatted.').response;
 * // { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Formatted.' } }
 */
export function feedback(
  vendor: VendorOrDialect,
  at: At,
  reason: string,
  options?: AnswerOptions,
): Output {
  return closed(() => {
    const adapter = dialectOf(vendor);
    const text = textFrom(reason, 'words');
    const terms = answerOptionsOf(options);
    const place = placeOf(adapter, at);
    const bindings = knownBindings(adapter, place);
    const { ends } = traitsOf(bindings[0].event);
    const isEnd = ends === 'turn' || ends === 'subagent';
    const wanted: Outcome = isEnd ? { followUp: text } : { context: text };
    const reaches = ({ followUp, context }: Outcome) => (isEnd ? followUp : context) !== undefined;
    const answer = answerEach(adapter, place, bindings, wanted, terms);
    const one = answer.every(({ outcome }) => reaches(outcome)) && onlyAnswer(answer);
    if (one) return one;
    throw deaf(adapter, place, bindings, answer, reaches, words);
  });
}

/** Answers each native event on its own. */
const answerEach = (
  adapter: Dialect,
  place: Place,
  bindings: NonEmpty<Binding>,
  outcome: Outcome,
  terms: AnswerTerms,
): Answered[] => bindings.map((binding) => answerAll(adapter, place, [binding], outcome, terms));

/** Returns the answer that all events have, or undefined where their answers differ. */
function onlyAnswer(answers: readonly Answered[]): Output | undefined {
  const [first] = answers;
  return answers.every(({ output }) => isSameJson(output, first?.output))
    ? first?.output
    : undefined;
}

const refusal = { some: 'a refusal', none: 'no refusal' };
const words = { some: 'words to the model', none: 'no words to the model' };

/** Returns the error for an event at which an agent does not hear something, or not in one form. */
function deaf(
  { title }: Dialect,
  place: Place,
  bindings: NonEmpty<Binding>,
  answers: readonly Answered[],
  isHeard: (outcome: Outcome) => boolean,
  what: { some: string; none: string },
): AnyhookError {
  const hearing = bindings.filter((_, i) => isHeard((answers[i] as Answered).outcome));
  const names = joinNativeNames(bindings);
  if (!hearing.length) {
    const isCall = 'tool' in eventKinds[bindings[0].event];
    const without = !place.read && isCall ? ' without the call, which read() gives' : '';
    return new AnyhookError('event', `${title} hears ${what.none} at ${names}${without}`);
  }
  return new AnyhookError(
    'event',
    `${bindings[0].event} is several events of ${title} (${names}), which do not hear ${what.some} in one form: ` +
      `say what read() returned, or one of ${joinNativeNames(hearing)}`,
  );
}
