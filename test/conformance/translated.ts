import type { Adapter, Context, Draft } from '../../src/mapping/adapter.ts';
import { decodePayload, encodePayloads } from '../../src/testing/events.ts';
import { catchErrors, reportDifference, valueOrErrorCode } from '../../src/testing/report.ts';
import { answerHost } from '../../src/translate/answer.ts';
import { bindingOfPayload } from '../../src/translate/bindings.ts';
import { decodeEvent } from '../../src/translate/decode.ts';
import { generateHookInputs } from '../../src/translate/hook-input.ts';
import { decodeReading } from '../../src/translate/hook-outcome.ts';
import type { HostEvent } from '../../src/translate/host.ts';
import {
  type Adapters,
  answers,
  payloadOf,
  type Translation,
  translations,
  worldOf,
} from './fixtures.ts';

/**
 * Caches the events that each adapter decodes from the payloads of {@link translations}: a mutant replaces the
 * adapter of only one vendor.
 */
const decoded = new WeakMap<Adapter, Map<Translation, Draft>>();

function eventOf(from: Adapter, one: Translation): Draft {
  const known = decoded.get(from) ?? new Map<Translation, Draft>();
  decoded.set(from, known);
  const event =
    known.get(one) ?? decodePayload(from, payloadOf(one.from, one.payload), worldOf(one.outside));
  known.set(one, event);
  return event;
}

/** Checks that every payload of the goldens reaches hooks of a dialect as the golden says. */
export function* checkTranslations(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  for (const one of translations) {
    const { why, from, outside } = one;
    const golden = one.told[vendor];
    if (golden === undefined) continue;
    yield* catchErrors(`${from} → ${vendor}, ${why}`, function* () {
      const world = worldOf(outside);
      const event = eventOf(adapters[from] as Adapter, one);
      yield* reportDifference(
        'is told',
        golden,
        valueOrErrorCode(() => encodePayloads(adapter, event, world, undefined, from !== vendor)),
      );
    });
  }
}

/** Checks that every answer of the goldens reaches the host as the golden says. */
export function* checkAnswers(adapters: Adapters, vendor: string): Generator<string> {
  for (const one of answers) {
    if (one.host !== vendor) continue;
    yield* catchErrors(`${one.as} ${one.event} on ${one.host}, ${one.why}`, function* () {
      const world = worldOf(one.outside);
      const host = adapters[one.host] as Adapter;
      const dialect = adapters[one.as] as Adapter;
      const payload = payloadOf(one.host, one.payload);
      const event: Draft = decodeEvent(host, payload, world);
      const [told] = generateHookInputs(dialect, event, world, one.event, one.as !== one.host);
      if (!told) return yield 'is not told';
      const outcome = decodeReading(
        { response: one.response },
        { adapter: dialect, event, world },
        told,
      );
      const at: HostEvent = {
        agents: [host],
        bindings: [bindingOfPayload(host, payload)],
        payload,
      };
      const context: Context = { adapter: host, event, world };
      const flags = { ask: one.ask ? ('host' as const) : ('auto' as const) };
      const said = answerHost(outcome, at, context, flags, { dialect, hookInput: told });
      yield* reportDifference('says', one.said, said.response);
      yield* reportDifference('losing', one.losses ?? [], said.losses);
    });
  }
}
