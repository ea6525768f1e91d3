import type { Outcome } from '../canonical/outcome.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding, Context, Finished } from '../mapping/adapter.ts';
import { type Answer, answerHost } from '../translate/answer.ts';
import { bindingOf, bindingOfPayload } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { applyFailurePolicy, decodeReading } from '../translate/hook-outcome.ts';
import type { HostEvent } from '../translate/host.ts';
import { readHookOutput } from '../translate/reading.ts';
import { printResponse } from '../translate/response.ts';
import { renderResponse } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { makeWorld, payloadNamed, type Subject } from './fixtures.ts';
import { catchErrors, reportDifference } from './report.ts';

/** A payload as its own vendor was told it. */
export interface OwnHookInput {
  hookInput: HookInput;
  context: Context;
}

/**
 * Makes the hook input of a payload for a hook of the payload's own agent.
 *
 * @param named The native event, for payloads that do not name it.
 */
export function ownHookInputOf(adapter: Adapter, payload: Json, named?: string): OwnHookInput {
  const world = makeWorld();
  const binding = bindingOfPayload(adapter, payload, named);
  const event = decodeEvent(adapter, payload, world, undefined, binding);
  const variant = { event, toOriginalInput: (input: Json) => input };
  return {
    hookInput: { binding, variant, payload },
    context: { adapter, event, world },
  };
}

/** The payloads of one vendor, each told once. */
function owns({ adapter, fixtures }: Subject): (name: string) => OwnHookInput {
  const known = new Map<string, OwnHookInput>();
  return (name) => {
    const own =
      known.get(name) ??
      ownHookInputOf(adapter, payloadNamed(fixtures, name), fixtures.payloads[name]?.named);
    known.set(name, own);
    return own;
  };
}

/**
 * Answers the host of a payload with the outcome of a hook that speaks a dialect.
 *
 * @param ask Whether the host is asked for an `ask` (`--ask host`). Default: `--ask auto`.
 */
export function answerWith(
  dialect: Adapter,
  { hookInput: told, context }: OwnHookInput,
  outcome: Outcome,
  ask?: boolean,
): Answer {
  const own: HookInput = {
    ...told,
    payload: context.event,
    binding: bindingOf(dialect, context.event.event) as Binding,
  };
  const at: HostEvent = {
    agents: [context.adapter],
    bindings: [told.binding],
    payload: told.payload,
  };
  return answerHost(outcome, at, context, { ask: ask ? 'host' : 'auto' }, { dialect, told: own });
}

/** Every response is its outcome, and every outcome its response. */
export function* checkResponses(subject: Subject): Generator<string> {
  const { adapter, fixtures, canonical } = subject;
  const { hears, says } = fixtures.responses;
  const own = owns(subject);
  for (const { on, response, outcome } of hears) {
    for (const name of [on].flat()) {
      yield* catchErrors(`${adapter.id} ${name} hears ${JSON.stringify(response)}`, function* () {
        const { hookInput: told, context } = own(name);
        yield* reportDifference('as', outcome, decodeReading({ response }, context, told));
      });
    }
  }
  for (const { on, outcome, ask, response, spoken: golden, losses = [] } of says) {
    for (const name of [on].flat()) {
      yield* catchErrors(`${adapter.id} ${name} says ${JSON.stringify(outcome)}`, function* () {
        const said = answerWith(canonical, own(name), outcome, ask);
        yield* reportDifference('as', response, said.response);
        yield* reportDifference('losing', losses, said.losses);
        const host: HostEvent = {
          agents: [adapter],
          bindings: [own(name).hookInput.binding],
          payload: {},
        };
        const plain = { stdout: printResponse(said.response), stderr: '', exitCode: 0 };
        yield* reportDifference('aloud', golden ?? plain, renderResponse(host, said.response));
      });
    }
  }
}

/** Every finished command is read as its vendor reads it. */
export function* checkFinishedCommands(subject: Subject): Generator<string> {
  const { adapter, fixtures } = subject;
  const own = owns(subject);
  for (const { on, why, finished: given, outcome, held, failure } of fixtures.finished.cases) {
    yield* catchErrors(`${adapter.id} ${on}, ${why}`, function* () {
      const { hookInput: told, context } = own(on);
      const ended = { code: 0, stdout: '', stderr: '', ...given } as Finished;
      const found = readHookOutput(adapter, told.binding, ended, context.event);
      const bench = { gate: isGateEvent(told.binding.event), limited: false, dialect: adapter };
      const under = (onFailure: 'native' | 'block') =>
        decodeReading(
          applyFailurePolicy(found, ended, { ...bench, flags: { onFailure } }),
          context,
          told,
        );
      yield* reportDifference('fails', failure ?? null, found.failure);
      yield* reportDifference('takes', outcome, under('native'));
      yield* reportDifference('takes, when failures block,', held, under('block'));
    });
  }
}
