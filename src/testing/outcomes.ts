import type { Outcome } from '../canonical/outcome.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding, Context, Dialect, Finished } from '../mapping/adapter.ts';
import { type Answer, answerHost } from '../translate/answer.ts';
import { bindingOf } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { applyFailurePolicy, decodeReading } from '../translate/hook-outcome.ts';
import type { HostEvent } from '../translate/host.ts';
import { bindingOfNamed } from '../translate/named-bindings.ts';
import { readHookOutput } from '../translate/reading.ts';
import { printResponse } from '../translate/response.ts';
import { renderResponse } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { makeWorld, payloadNamed, type Subject } from './fixtures.ts';
import { catchErrors, reportDifference } from './report.ts';

/** A payload as the input of a hook that was written for the payload's own agent. */
export interface SameAgentInput {
  hookInput: HookInput;
  context: Context<Adapter>;
}

/**
 * Makes the hook input of a payload for a hook of the payload's own agent.
 *
 * @param named The native event, for payloads that do not name it.
 */
export function sameAgentInputOf(adapter: Adapter, payload: Json, named?: string): SameAgentInput {
  const world = makeWorld();
  const binding = bindingOfNamed(adapter, payload, named);
  const event = decodeEvent(adapter, payload, world, undefined, binding);
  const variant = { event, toOriginalInput: (input: Json) => input };
  return {
    hookInput: { binding, variant, payload },
    context: { adapter, event, world },
  };
}

/** Returns a function from the name of a payload fixture to its hook input. Each hook input is made once. */
function cacheOwnInputs({ adapter, fixtures }: Subject): (name: string) => SameAgentInput {
  const inputs = new Map<string, SameAgentInput>();
  return (name) => {
    const input =
      inputs.get(name) ??
      sameAgentInputOf(adapter, payloadNamed(fixtures, name), fixtures.payloads[name]?.named);
    inputs.set(name, input);
    return input;
  };
}

/**
 * Answers the host of a payload with the outcome of a hook that speaks a dialect.
 *
 * @param ask Whether the host is asked for an `ask` (`--ask host`). Default: `--ask auto`.
 */
export function answerWith(
  dialect: Adapter,
  { hookInput, context }: SameAgentInput,
  outcome: Outcome,
  ask?: boolean,
): Answer {
  // A canonical event is its own payload in the dialect `anyhook`.
  const dialectInput: HookInput = {
    ...hookInput,
    payload: context.event,
    binding: bindingOf(dialect, context.event.event) as Binding,
  };
  const at: HostEvent<Dialect> = {
    agents: [context.adapter],
    bindings: [hookInput.binding],
    payload: hookInput.payload,
  };
  return answerHost(
    outcome,
    at,
    context,
    { ask: ask ? 'host' : 'auto' },
    { dialect, hookInput: dialectInput },
  );
}

/**
 * Checks that each response of the fixtures is decoded into the stated outcome, and each outcome encoded into the stated
 * response. Yields a text for each difference.
 */
export function* checkResponses(subject: Subject): Generator<string> {
  const { adapter, fixtures, canonical } = subject;
  const { hears, says } = fixtures.responses;
  const ownInputOf = cacheOwnInputs(subject);
  for (const { on, response, outcome } of hears) {
    for (const name of [on].flat()) {
      yield* catchErrors(
        `${adapter.id} ${name}, response ${JSON.stringify(response)}`,
        function* () {
          const { hookInput, context } = ownInputOf(name);
          yield* reportDifference(
            'is decoded into',
            outcome,
            decodeReading({ response }, context, hookInput),
          );
        },
      );
    }
  }
  for (const { on, outcome, ask, response, spoken: printed, losses = [] } of says) {
    for (const name of [on].flat()) {
      yield* catchErrors(`${adapter.id} ${name}, outcome ${JSON.stringify(outcome)}`, function* () {
        const answer = answerWith(canonical, ownInputOf(name), outcome, ask);
        yield* reportDifference('is encoded into', response, answer.response);
        yield* reportDifference('has the losses', losses, answer.losses);
        const host: HostEvent = {
          agents: [adapter],
          bindings: [ownInputOf(name).hookInput.binding],
          payload: {},
        };
        const usual = { stdout: printResponse(answer.response), stderr: '', exitCode: 0 };
        yield* reportDifference(
          'is printed as',
          printed ?? usual,
          renderResponse(host, answer.response),
        );
      });
    }
  }
}

/**
 * Checks that each finished command of the fixtures has the stated failure, and the stated outcomes with
 * `--on-failure native` and `--on-failure block`. Yields a text for each difference.
 */
export function* checkFinishedCommands(subject: Subject): Generator<string> {
  const { adapter, fixtures } = subject;
  const ownInputOf = cacheOwnInputs(subject);
  for (const { on, why, finished: stated, outcome, held, failure } of fixtures.finished.cases) {
    yield* catchErrors(`${adapter.id} ${on}, ${why}`, function* () {
      const { hookInput, context } = ownInputOf(on);
      const finished = { code: 0, stdout: '', stderr: '', ...stated } as Finished;
      const reading = readHookOutput(adapter, hookInput.binding, finished, context.event);
      const isAtGate = isGateEvent(hookInput.binding.event);
      const terms = { isAtGate, isOurLimit: false, dialect: adapter };
      const outcomeWith = (onFailure: 'native' | 'block') =>
        decodeReading(
          applyFailurePolicy(reading, finished, { ...terms, flags: { onFailure } }),
          context,
          hookInput,
        );
      yield* reportDifference('has the failure', failure ?? null, reading.failure);
      yield* reportDifference('has the outcome', outcome, outcomeWith('native'));
      yield* reportDifference(
        'has, with --on-failure block, the outcome',
        held,
        outcomeWith('block'),
      );
    });
  }
}
