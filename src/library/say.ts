import { anyhook } from '../adapters/anyhook/dialect.ts';
import { toolKinds } from '../canonical/kinds.ts';
import type { Loss } from '../canonical/loss.ts';
import type { OutcomeOf } from '../canonical/outcome-of.ts';
import type { EventName, Outcome } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Binding, Context, Dialect, World } from '../mapping/adapter.ts';
import { requireFields } from '../mapping/shape.ts';
import { type Answer, answerHost } from '../translate/answer.ts';
import { bindingOf } from '../translate/bindings.ts';
import type { HostEvent } from '../translate/host.ts';
import { joinTexts } from '../translate/outcome-texts.ts';
import { renderResponse } from '../translate/shim-output.ts';
import { unchangedVariant } from '../translate/variant.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { dialectOf, type VendorOrDialect } from './agent.ts';
import { copyJson, optionsOf, outcomeFrom, worldFrom, wrongValue } from './arguments.ts';
import {
  type At,
  bareEventOf,
  knownBindings,
  type Place,
  placeOf,
  throwAmbiguous,
} from './place.ts';
import { type AnyRead, decodeLeniently, type WorldOption, worldOfRead } from './read.ts';
import { emptyWorld, freezeWorld } from './world.ts';

/** What a hook has to print, and the exit code that it has to end with. It is plain data. */
export interface Output {
  /** The text to print on stdout. Empty: nothing is to be printed. */
  stdout: string;
  /** The text to print on stderr. */
  stderr: string;
  exitCode: number;
  /** The contents to write into files that the agent provides, by the variable that names each file. */
  files?: Readonly<Record<string, string>>;
  /** The response in the agent's words. Null: no response is printed. */
  response: Json | null;
  /** The parts of the outcome that the agent cannot express. Empty: everything is said. */
  losses: Loss[];
}

/** Options of the functions that write an answer. */
export interface AnswerOptions extends WorldOption {
  /**
   * What becomes of the decision `ask` at a gate. `host`: it is passed on to an agent that can ask a person.
   * Otherwise it becomes a refusal. Default: `auto`, which refuses.
   */
  ask?: 'auto' | 'host' | 'deny' | undefined;
}

/** The outcome that an event of a place can have: keys that some agent honours at that event. */
export type OutcomeAt<A> = A extends EventName
  ? OutcomeOf<A>
  : A extends { ok: true; event: { event: infer E extends EventName } }
    ? OutcomeOf<E>
    : Outcome;

/**
 * Says an outcome in an agent's words. Where the agent cannot express it, the answer is stricter, or lacks something,
 * which `losses` lists.
 *
 * A reason without anything that it explains says nothing: `losses` has it then.
 *
 * @param at The event that is answered: its canonical name, the agent's name, or what {@link read} returned. A name is
 *   enough for everything but an `input`, which rewrites a call. After a call, what can be said of every call is said of it,
 *   or `losses` has it. (A payload as data is accepted as well.)
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the agent has no such event, or has several
 *   for the canonical name, which are answered in different ways. `payload`: no event could be read. `usage`: the
 *   outcome is none (a promise, `decision: 'block'`), or rewrites a call that was not given
 * @example
 * const { stdout, stderr, exitCode } = say('gemini', 'before-tool', { decision: 'deny', reason: 'no' });
 * stdout; // '{"decision":"deny","reason":"no"}\n'
 */
export function say<const A extends At>(
  vendor: VendorOrDialect,
  at: A,
  outcome: OutcomeAt<A>,
  options?: AnswerOptions,
): Output {
  return closed(() => {
    const adapter = dialectOf(vendor);
    const { ask, world } = answerOptionsOf(options);
    const copy = outcomeFrom(outcome);
    const place = placeOf(adapter, at);
    const bindings = knownBindings(adapter, place);
    return (
      onlyAnswer(answerEach(adapter, place, copy, { ask, world })) ??
      throwAmbiguous(adapter, bindings, place.name ?? 'this')
    );
  });
}

/** What decides an answer besides the event and the outcome. */
export interface AnswerTerms {
  ask: 'auto' | 'host' | 'deny';
  /** Undefined: the world that the payload was read with, or an empty one. */
  world: World | undefined;
}

/** Returns the options of an answer. Throws `usage` where one is of a wrong kind. */
export function answerOptionsOf(options: AnswerOptions | undefined): AnswerTerms {
  const { ask = 'auto', world } = optionsOf(options, ['ask', 'world']);
  if (!['auto', 'host', 'deny'].includes(ask)) throw wrongValue('ask', ask, 'auto, host, deny');
  return { ask, world: world === undefined ? undefined : worldFrom(world, emptyWorld) };
}

/** An answer, and the outcome that it expresses. */
export interface Answered {
  output: Output;
  outcome: Outcome;
}

/** Answers each native event that a place may be. */
export const answerEach = (
  adapter: Dialect,
  place: Place,
  outcome: Outcome,
  terms: AnswerTerms,
): Answered[] =>
  place.bindings.map((binding) => answerOne(adapter, place, binding, outcome, terms));

/** Returns the answer that all events have, or undefined where their answers differ. */
export function onlyAnswer(answers: readonly Answered[]): Output | undefined {
  const [first] = answers;
  return answers.every(({ output }) => isSameJson(output, first?.output))
    ? first?.output
    : undefined;
}

/** Answers a native event. */
function answerOne(
  adapter: Dialect,
  { read: one }: Place,
  binding: Binding,
  outcome: Outcome,
  { ask, world }: AnswerTerms,
): Answered {
  const host: HostEvent<Dialect> = {
    agents: [adapter],
    bindings: [binding],
    payload: one?.native.payload ?? {},
  };
  const context: Context = {
    adapter,
    event: (one?.event as Context['event'] | undefined) ?? bareEventOf(binding),
    world: world ?? emptyWorld,
  };
  const answer =
    outcome.input === undefined
      ? answerHost(outcome, host, context, { ask })
      : answerRewrite(adapter, one, binding, outcome, { ask, world });
  const printed = renderResponse(host, answer.response);
  // The tables hold the response that says nothing, which no caller may change.
  const { losses } = answer;
  // That a hook printed a reason and nothing else is no news, but a program that says it may have forgotten its verdict.
  const { decision, halt, reason: value } = outcome;
  if (value?.trim() && !decision && !halt && !Object.keys(answer.outcome).length)
    losses.push({ kind: 'unsaid', path: 'reason', value });
  const output = { ...printed, response: copyJson(answer.response), losses };
  return { output, outcome: answer.outcome };
}

/** Answers a call with a rewrite of it. The call is read again, since a caller may have changed the event that was read. */
function answerRewrite(
  adapter: Dialect,
  one: AnyRead | undefined,
  binding: Binding,
  outcome: Outcome,
  { ask, world }: AnswerTerms,
): Answer {
  if (!one?.ok)
    throw new AnyhookError('usage', '`input` rewrites a call: say what read() returned');
  const { payload } = one.native;
  const frozen = freezeWorld(world ?? worldOfRead(one));
  const { event } = decodeLeniently(adapter, binding, payload, frozen);
  const context: Context = { adapter, event, world: frozen };
  const host: HostEvent<Dialect> = { agents: [adapter], bindings: [binding], payload };
  // In the dialect `anyhook`, a canonical event is its own payload.
  const hookInput = {
    binding: bindingOf(anyhook, event.event) as Binding,
    variant: unchangedVariant(event),
    payload: event,
  };
  const answer = answerHost(outcome, host, context, { ask }, { dialect: anyhook, hookInput });
  const { input, ...rest } = outcome;
  if (rest.decision !== 'deny' && answer.outcome.decision === 'deny')
    // The refusal shows the call that was wanted, but one that nobody can make is no help.
    try {
      const where = "A hook's rewrite is wrong: input.";
      requireFields(toolKinds[event.tool ?? 'other'].input, input as Json, where, true);
    } catch (error) {
      const reason = joinTexts((error as Error).message, rest.reason) as string;
      return {
        ...answerHost({ ...rest, decision: 'deny', reason }, host, context, { ask }),
        losses: answer.losses,
      };
    }
  return answer;
}
