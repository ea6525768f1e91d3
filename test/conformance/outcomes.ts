import { gates } from '../../src/canonical/kinds.ts';
import type { Outcome } from '../../src/canonical/outcome.ts';
import type { Adapter, Binding, Context, Draft, Finished } from '../../src/mapping/adapter.ts';
import { type Answer, answer, judge, outcomeOf } from '../../src/translate/answer.ts';
import { decodeEvent } from '../../src/translate/events.ts';
import { type Told, tellings } from '../../src/translate/place.ts';
import { bindingOf, placed } from '../../src/translate/plan.ts';
import { read } from '../../src/translate/read.ts';
import type { Json } from '../../src/util/json.ts';
import { type Adapters, answers, finished, payloadOf, responses, worldOf } from './fixtures.ts';
import { differs, tried } from './report.ts';

/** A payload as its own vendor was told it. */
export interface Own {
  told: Told;
  context: Context;
}

export function toldOwn(adapter: Adapter, payload: Json): Own {
  const world = worldOf();
  const event = decodeEvent(adapter, payload, world);
  const face = { event, back: (input: Json) => input };
  return {
    told: { binding: placed(adapter, payload), face, payload },
    context: { adapter, event, world },
  };
}

/** The payloads of one vendor, each told once. */
function owns(adapter: Adapter): (name: string) => Own {
  const known = new Map<string, Own>();
  return (name) => {
    const own = known.get(name) ?? toldOwn(adapter, payloadOf(adapter.id, name));
    known.set(name, own);
    return own;
  };
}

/** An outcome said to the host of a payload. */
export function sayTo(
  adapters: Adapters,
  { told, context }: Own,
  outcome: Outcome,
  ask?: boolean,
): Answer {
  const dialect = adapters.anyhook as Adapter;
  const own: Told = {
    ...told,
    payload: context.event,
    binding: bindingOf(dialect, context.event.event) as Binding,
  };
  const at = { agents: [context.adapter], bindings: [told.binding], payload: told.payload };
  return answer(outcome, at, context, { ask: ask ? 'host' : 'auto' }, { dialect, told: own });
}

/** Every response is its outcome, and every outcome its response. */
export function* outcomes(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  const { hears = [], says = [] } = responses[vendor] ?? {};
  const own = owns(adapter);
  for (const { on, response, outcome } of hears) {
    for (const name of [on].flat()) {
      yield* tried(`${vendor} ${name} hears ${JSON.stringify(response)}`, function* () {
        const { told, context } = own(name);
        yield* differs('as', outcome, outcomeOf({ response }, context, told));
      });
    }
  }
  for (const { on, outcome, ask, response, losses = [] } of says) {
    for (const name of [on].flat()) {
      yield* tried(`${vendor} ${name} says ${JSON.stringify(outcome)}`, function* () {
        const said = sayTo(adapters, own(name), outcome, ask);
        yield* differs('as', response, said.response);
        yield* differs('losing', losses, said.losses);
      });
    }
  }
}

/** Every finished command is read as its vendor reads it. */
export function* readings(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  const own = owns(adapter);
  for (const { on, why, finished: given, outcome, held, failure } of finished[vendor]?.cases ??
    []) {
    yield* tried(`${vendor} ${on}, ${why}`, function* () {
      const { told, context } = own(on);
      const ended: Finished = { code: 0, stdout: '', stderr: '', ...given };
      const found = read(adapter, told.binding, ended);
      const bench = { gate: gates.includes(told.binding.event), limited: false, dialect: adapter };
      const under = (onFailure: 'native' | 'block') =>
        outcomeOf(judge(found, ended, { ...bench, flags: { onFailure } }), context, told);
      yield* differs('fails', failure ?? null, found.failure);
      yield* differs('takes', outcome, under('native'));
      yield* differs('takes, when failures block,', held, under('block'));
    });
  }
}

/** Every answer of a dialect reaches the host as its golden says. */
export function* answered(adapters: Adapters, vendor: string): Generator<string> {
  for (const one of answers) {
    if (one.host !== vendor) continue;
    yield* tried(`${one.as} ${one.event} on ${one.host}, ${one.why}`, function* () {
      const world = worldOf(one.outside);
      const host = adapters[one.host] as Adapter;
      const dialect = adapters[one.as] as Adapter;
      const payload = payloadOf(one.host, one.payload);
      const event: Draft = decodeEvent(host, payload, world);
      const [told] = tellings(dialect, event, world, one.event, one.as !== one.host);
      if (!told) return yield 'is not told';
      const outcome = outcomeOf(
        { response: one.response },
        { adapter: dialect, event, world },
        told,
      );
      const at = { agents: [host], bindings: [placed(host, payload)], payload };
      const context: Context = { adapter: host, event, world };
      const flags = { ask: one.ask ? ('host' as const) : ('auto' as const) };
      const said = answer(outcome, at, context, flags, { dialect, told });
      yield* differs('says', one.said, said.response);
      yield* differs('losing', one.losses ?? [], said.losses);
    });
  }
}
