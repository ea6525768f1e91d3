import { traitsOf } from '../canonical/traits.ts';
import type { Outcome } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Binding, Dialect } from '../mapping/adapter.ts';
import { refusedByHook } from '../mapping/default-reasons.ts';
import { isGate as isGateBinding, joinNativeNames } from '../translate/bindings.ts';
import { printRefusal } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { dialectOf, type VendorOrDialect } from './agent.ts';
import { textFrom, wrongValue } from './arguments.ts';
import { type At, knownBindings, type Place, placeOf, throwAmbiguous } from './place.ts';
import {
  type Answered,
  type AnswerOptions,
  type AnswerTerms,
  answerEach,
  answerOptionsOf,
  type Output,
  onlyAnswer,
} from './say.ts';

/** The refusal that nearly every agent understands before a tool call: exit code 2, with the reason on stderr, and nothing on stdout. */
const refuseByExitCode = (reason: string): Output => ({
  ...printRefusal(reason),
  response: null,
  losses: [],
});

/**
 * Refuses at an event that is not known, or that may be several. Where an agent does not hear the exit code at each of its gates, the
 * response has the refusals of all native events that it may be, in one object.
 *
 * @param bindings The native events that it may be. Empty: any gate.
 */
function refuseAnywhere(
  adapter: Dialect,
  bindings: readonly Binding[],
  reason: string,
  terms: AnswerTerms,
): Output {
  if (!adapter.ignoresExitCodes) return refuseByExitCode(reason);
  const gates = bindings.length
    ? bindings
    : adapter.bindings.all().filter((one) => isGateBinding(one) && one.outcome.decision);
  const denial: Outcome = { decision: 'deny', reason };
  const outputs = answerEach(adapter, { bindings: gates }, denial, terms).map((one) => one.output);
  const response: Json = Object.assign({}, ...outputs.map((one) => one.response));
  return { stdout: `${JSON.stringify(response)}\n`, stderr: '', exitCode: 0, response, losses: [] };
}

/** Tells whether a text is nothing but white space. Codex CLI takes U+0085 for it. */
const isBlank = (text: string): boolean => !/[^\s\x85]/.test(text);

/** The keys by which an outcome refuses: what is about to happen, the end of a turn, or the result of what happened. */
const refuses = ({ decision, halt, followUp, replaced, output }: Outcome): boolean =>
  decision === 'deny' || halt === true || (followUp ?? replaced ?? output) !== undefined;

/**
 * Refuses what an event announces, in the agent's words: a call, a prompt, the end of a turn. After a tool call it hides
 * the result, and at a stop it begins another turn, where the agent can do that.
 *
 * An answer is given for every payload that could not be read, and for an event that nobody knows. Where the event is
 * known, also from a payload that was cut off, it is in the words of the event. Otherwise it is exit code 2 with the reason
 * on stderr, which every agent understands before a tool call, or an answer that holds the refusals of all gates if the agent
 * ignores exit codes. (A few other gates do not hear the exit code, such as a prompt in
 * Copilot CLI. A caller who knows which event it is says its name.)
 *
 * @param vendor Undefined: it is not known, since {@link recognise} has found none. Then the answer is that exit code.
 * @param at The event: its canonical name, the agent's name, or what {@link read} returned.
 * @param reason What the model is told. Empty: a general sentence.
 * @throws {AnyhookError} `event`: the event is known, and a hook of the agent cannot refuse anything there ({@link isGate}).
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
    const given = textFrom(reason, 'reason').trim();
    const text = isBlank(given) ? refusedByHook : given;
    const terms = answerOptionsOf(options);
    if (vendor === undefined) return refuseByExitCode(text);
    const adapter = dialectOf(vendor);
    const place = placeOf(adapter, at);
    const { bindings } = place;
    const answers = answerEach(adapter, place, { decision: 'deny', reason: text }, terms);
    const isHeard = answers.every(({ outcome }) => refuses(outcome));
    const one = isHeard && onlyAnswer(answers);
    if (one) return one;
    // Gates know the exit code, also where they are refused in different ways.
    if (place.read?.ok === false || (isHeard && bindings.every(isGateBinding)))
      return refuseAnywhere(adapter, place.read ? [] : bindings, text, terms);
    throw deaf(adapter, place, answers, refuses, refusal);
  });
}

/**
 * Tells whether {@link refuse} can refuse something at an event: a call, a prompt, the end of a turn, the result of a call.
 * A program refuses there what it cannot judge; elsewhere `refuse` throws. (A refusal at the end of a turn begins another
 * turn, so a program that refuses each of them goes on for ever: `retry` and `loopCount` of the event tell.)
 *
 * @param at The event: its canonical name, the agent's name, or what {@link read} returned. By a name it is true
 *   where every call can be refused.
 * @returns False: nothing can be refused there. An event that nobody knows counts as a gate, since it may be one.
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the agent has no event of that canonical name. `usage`:
 *   an argument is of a wrong kind
 * @example
 * isGate('claude', 'PreToolUse'); // true
 * isGate('claude', 'SessionEnd'); // false
 */
export function isGate(vendor: VendorOrDialect, at: At): boolean {
  return closed(() => {
    const adapter = dialectOf(vendor);
    const answers = answerEach(
      adapter,
      placeOf(adapter, at),
      { decision: 'deny' },
      answerOptionsOf({}),
    );
    return !answers.length || answers.some(({ outcome }) => refuses(outcome));
  });
}

/**
 * Tells the model something that is no refusal: context beside what it is about to see, or, at the end of a turn or
 * of a subagent, a further prompt.
 *
 * @param at The event: its canonical name, the agent's name, or what {@link read} returned.
 * @param reason What the model is told. A blank text is an error, since there is nothing to be told.
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
    if (isBlank(text)) throw wrongValue('the words', text, 'what the model is told');
    const terms = answerOptionsOf(options);
    const place = placeOf(adapter, at);
    const bindings = knownBindings(adapter, place);
    const { ends } = traitsOf(bindings[0].event);
    const isEnd = ends === 'turn' || ends === 'subagent';
    const wanted: Outcome = isEnd ? { followUp: text } : { context: text };
    const reaches = ({ followUp, context }: Outcome) => (isEnd ? followUp : context) !== undefined;
    const answers = answerEach(adapter, place, wanted, terms);
    const one = answers.every(({ outcome }) => reaches(outcome)) && onlyAnswer(answers);
    if (one) return one;
    throw deaf(adapter, place, answers, reaches, 'words to the model');
  });
}

const refusal = 'refusal';

/** Returns the error for an event at which an agent does not hear something, or not in one form. */
function deaf(
  adapter: Dialect,
  { bindings, read, name }: Place,
  answers: readonly Answered[],
  isHeard: (outcome: Outcome) => boolean,
  what: string,
): AnyhookError {
  const { title } = adapter;
  const hearing = bindings.filter((_, i) => isHeard((answers[i] as Answered).outcome));
  const names = joinNativeNames(bindings);
  const dependsOnCall = !read && what === refusal && bindings.some(({ outcome }) => outcome.output);
  if (hearing.length) throwAmbiguous(adapter, hearing, name ?? 'this');
  return new AnyhookError(
    'event',
    dependsOnCall
      ? `${title} hears a ${what} at ${names} of some calls alone: say what read() returned`
      : `${title} hears no ${what} at ${names}`,
  );
}
