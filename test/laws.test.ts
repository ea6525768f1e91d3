import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapters as named, type Vendor } from '../src/adapters/index.ts';
import type { Outcome, OutcomeKey } from '../src/canonical/outcome.ts';
import { isGateEvent } from '../src/canonical/traits.ts';
import { findVerdict, isWeaker } from '../src/canonical/verdict.ts';
import { AnyhookError } from '../src/errors.ts';
import type { Adapter, Draft } from '../src/mapping/adapter.ts';
import { decodePayload, encodePayloads } from '../src/testing/events.ts';
import { answerWith, sameAgentInputOf } from '../src/testing/outcomes.ts';
import { answerHost } from '../src/translate/answer.ts';
import { decodeEvent } from '../src/translate/decode.ts';
import { generateHookInputs } from '../src/translate/hook-input.ts';
import { decodeReading } from '../src/translate/hook-outcome.ts';
import type { HostEvent } from '../src/translate/host.ts';
import { listImpliedCalls } from '../src/translate/implied-calls.ts';
import { argumentsOf } from '../src/translate/native-call.ts';
import { encodeOutcome } from '../src/translate/response.ts';
import { isSameJson } from '../src/util/equal.ts';
import type { Json } from '../src/util/json.ts';
import { made, outcome } from './conformance/arbitrary.ts';
import { type Adapters, firedAs, payloads, worldOf } from './conformance/fixtures.ts';
import { oracles, partialRewrites } from './oracles/index.ts';
import { property } from './property.ts';

const adapters: Adapters = named;
const of = (vendor: string): Adapter => adapters[vendor] as Adapter;
const dialect = fc.constantFrom(...Object.keys(adapters));

property('A payload that is decoded and encoded again for the event that fired it is unchanged', {
  corpus: 'laws',
  inputs: made(adapters),
  holds: ({ vendor, payload, outside }) => {
    const world = worldOf(outside);
    const native = firedAs(vendor, payload);
    const again = encodePayloads(
      of(vendor),
      decodePayload(of(vendor), payload, world),
      world,
      native,
    )[0]?.[1];
    if (!isSameJson(again, payload)) expect(again).toEqual(payload);
    expect(isSameJson(again, payload)).toBe(true);
  },
  runs: 400,
  longRuns: 3000,
});

property('A dialect decodes every payload that is encoded for it to the same canonical event', {
  corpus: 'laws',
  inputs: fc.tuple(made(adapters), dialect),
  holds: ([{ vendor, payload, outside }, to]) => {
    const world = worldOf(outside);
    const event = decodeEvent(of(vendor), payload, world);
    try {
      for (const one of listImpliedCalls(of(vendor), of(to), event, world)) {
        for (const told of generateHookInputs(of(to), one, world)) {
          expect(decodeEvent(of(to), told.payload, world).event).toBe(told.variant.event.event);
        }
      }
    } catch (error) {
      if (!(error instanceof AnyhookError && error.code === 'tool')) throw error;
    }
  },
  runs: 600,
  longRuns: 3000,
});

const secret = 'known-to-nobody';
const marked = fc.constant<[string, fc.JsonValue][]>([[secret, secret]]);

property('A field that no table names is in no payload for another dialect', {
  corpus: 'laws',
  inputs: fc.tuple(made(adapters, marked), dialect).filter(([{ vendor }, to]) => vendor !== to),
  holds: ([{ vendor, payload, outside }, to]) => {
    const world = worldOf(outside);
    const event = decodePayload(of(vendor), payload, world);
    let told: unknown[] = [];
    try {
      told = encodePayloads(of(to), event, world);
    } catch (error) {
      if (!(error instanceof AnyhookError)) throw error;
    }
    expect(JSON.stringify(told)).not.toContain(secret);
  },
  runs: 600,
  longRuns: 2000,
});

/** One payload of every binding of every host. */
const hosts = Object.values(adapters).flatMap((adapter) =>
  adapter.bindings.all().map((binding) => {
    const fixtures = Object.entries(payloads[adapter.id] ?? {});
    const [name, { payload }] = fixtures.find(
      ([, one]) => !one.older && firedAs(adapter.id, one.payload, one.named) === binding.native,
    ) as [string, { payload: Json }];
    return { vendor: adapter.id, name, payload };
  }),
);
const host = fc.constantFrom(...hosts);

/** What a host takes from a response; a host told nothing takes nothing. */
function takes(vendor: string, payload: Json, response: Json | null): Outcome {
  const { hookInput: told, context } = sameAgentInputOf(of(vendor), payload);
  return response ? decodeReading({ response }, context, told) : {};
}

property(
  'A host reads from a response the verdict of the hook or a stricter one, or the response names the loss',
  {
    corpus: 'laws',
    inputs: fc.tuple(host, outcome, fc.boolean()),
    holds: ([{ vendor, payload }, asked, ask]) => {
      const own = sameAgentInputOf(of(vendor), payload);
      const { response, losses } = answerWith(
        adapters.anyhook as Adapter,
        own,
        asked as Outcome,
        ask,
      );
      const heard = takes(vendor, payload, response);
      // After the fact, what can be refused is what comes of it.
      const late = heard.followUp !== undefined || heard.replaced !== undefined;
      const wanted = findVerdict(asked as Outcome);
      const taken = late && wanted === 'deny' ? wanted : findVerdict(heard);
      const named = losses.some(({ path }) => path === 'decision' || path === 'halt');
      const { event } = own.context.event;
      // Some agents tell of a beginning, and let nobody stop it.
      const hears = 'decision' in own.hookInput.binding.outcome;
      if (isGateEvent(event) && hears) {
        // A halt that has no form is a deny, and its loss is named.
        const least = wanted === 'halt' && named ? 'deny' : wanted;
        expect(isWeaker(taken, least)).toBe(false);
      } else if (!(event === 'stop' && asked.halt)) {
        expect(isWeaker(taken, wanted) && !named).toBe(false);
      }
    },
    runs: 800,
    longRuns: 4000,
  },
);

const wants: readonly OutcomeKey[] = [
  'context',
  'output',
  'replaced',
  'tail',
  'followUp',
  'clear',
  'request',
  'response',
  'toolMode',
  'toolNames',
  'env',
  'plugins',
  'prompt',
  'title',
  'firstPrompt',
  'display',
];

property(
  'A host reads every field of an outcome from the response, or the response names its loss',
  {
    corpus: 'laws',
    inputs: fc.tuple(host, outcome),
    holds: ([{ vendor, payload }, asked]) => {
      const { response, losses } = answerWith(
        adapters.anyhook as Adapter,
        sameAgentInputOf(of(vendor), payload),
        asked as Outcome,
      );
      const taken = takes(vendor, payload, response);
      const lost = losses.map(({ path }) => path);
      for (const key of wants) {
        const want = (asked as Outcome)[key];
        if (want === undefined || lost.includes(key) || asked.halt) continue;
        if (key === 'prompt' && taken.decision === 'deny') continue; // no prompt is sent at all
        // What stands in no result's place is added to it, with what is added anyway.
        const isAdded = key === 'context' && losses.some(({ kind }) => kind === 'unhidden');
        if (isAdded) expect(taken[key]).toContain(want);
        else expect([key, taken[key]]).toEqual([key, want]);
      }
    },
    runs: 800,
    longRuns: 4000,
  },
);

/** Every way in which a rewriter of another agent hears of a call. */
const fixtures = Object.entries(payloads).flatMap(([vendor, all]) =>
  Object.values(all).map(({ payload, outside }) => ({ vendor, payload, outside })),
);
const rewritable = fixtures.flatMap(({ vendor, payload, outside }) => {
  const own = sameAgentInputOf(of(vendor), payload);
  const { event } = own.context;
  if (!('input' in own.hookInput.binding.outcome) || !('input' in event)) return [];
  return Object.values(adapters).flatMap((to) => {
    if (to.id === vendor || to.id === 'anyhook') return [];
    try {
      const all = [...generateHookInputs(to, event, worldOf(outside))];
      const told = all.find(({ binding }) => 'input' in binding.outcome);
      return told ? [{ vendor, payload, to, own, told }] : [];
    } catch {
      return []; // it cannot be told whole
    }
  });
});

test('arguments that a rewrite leaves out are kept or dropped as the agent of the hook would do', () => {
  expect(rewritable.length).toBeGreaterThan(20);
  const compared = { merge: 0, replace: 0 };
  for (const { vendor, payload, to, own, told } of rewritable) {
    const { event, world } = own.context;
    const shown = argumentsOf(told.binding, told.payload) as Json;
    const call = argumentsOf(own.hookInput.binding, payload) as Json;
    if (!call || !shown) continue; // it stands for a call, or is a bare text
    for (const [key, value] of Object.entries(shown)) {
      if (typeof value !== 'string' || !value) continue;
      const input = { [key]: `${value} changed` };
      const response = encodeOutcome(told.binding, { input }, { ...own.context, adapter: to });
      // At a permission request the agent has no words for a rewrite without a decision.
      if (!response || !Object.keys(response).length) continue;
      const outcome = decodeReading({ response }, { adapter: to, event, world }, told);
      const from = { dialect: to, hookInput: told };
      const at: HostEvent = { agents: [of(vendor)], bindings: [own.hookInput.binding], payload };
      const said = answerHost(outcome, at, own.context, { ask: 'auto' }, from).response;
      const stdout = JSON.stringify(said);
      const heard = oracles[vendor as Vendor](
        own.hookInput.binding.native,
        { code: 0, stdout, stderr: '' },
        'host',
      );
      if (heard.verdict === 'deny') continue; // it does not land
      const { input: runs } = heard;
      if (!runs) throw new Error(`${vendor} hears no rewrite of a hook of ${to.id}`);
      const why = [vendor, to.id, key, call, runs];
      compared[partialRewrites[to.id as Vendor]]++;
      if (partialRewrites[to.id as Vendor] === 'merge') {
        const all = new Set([...Object.keys(call), ...Object.keys(runs)]);
        const other = [...all].filter((one) => !isSameJson(call[one], runs[one]));
        expect([why, other.length]).toEqual([why, 1]);
      } else {
        const left = Object.keys(shown).filter((one) => one !== key && shown[one]);
        const same = (one: string) =>
          Object.values(call).some((was) => isSameJson(was, shown[one]));
        const kept = left
          .filter(same)
          .filter((one) => Object.values(runs).some((now) => isSameJson(now, shown[one])));
        expect([why, kept]).toEqual([why, []]);
      }
    }
  }
  expect(Math.min(compared.merge, compared.replace)).toBeGreaterThan(20);
});

const argument = fc.constantFrom('command', 'path', 'content', 'directory', 'timeout', 'all', 'x');
const rewrite = fc.dictionary(argument, fc.oneof(fc.string(), fc.integer(), fc.boolean()));
const calls = hosts.filter(({ vendor, payload }) => {
  const { context, hookInput: told } = sameAgentInputOf(of(vendor), payload);
  const { event } = context.event as Draft;
  const isHeard = told.binding.outcome.decision !== undefined;
  return isHeard && isGateEvent(event) && 'input' in context.event;
});

property('A host reads a rewrite with exactly the arguments of the hook, or a refusal', {
  corpus: 'laws',
  inputs: fc.tuple(fc.constantFrom(...calls), rewrite, fc.boolean()),
  holds: ([at, change, whole]) => {
    const { event } = sameAgentInputOf(of(at.vendor), at.payload).context;
    const input = whole ? change : { ...(event.input as Json), ...change };
    const { response } = answerWith(
      adapters.anyhook as Adapter,
      sameAgentInputOf(of(at.vendor), at.payload),
      {
        input,
      },
    );
    const taken = takes(at.vendor, at.payload, response);
    const landed =
      taken.input === undefined ? isSameJson(input, event.input) : isSameJson(taken.input, input);
    expect(landed || taken.decision === 'deny').toBe(true);
  },
  runs: 600,
  longRuns: 2000,
});
