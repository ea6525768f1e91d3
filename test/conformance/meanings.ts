import type { Adapter, Draft } from '../../src/mapping/adapter.ts';
import { catchErrors, reportDifference, valueOrErrorCode } from '../../src/testing/report.ts';
import { collectCallInputs } from '../../src/translate/call-inputs.ts';
import { decodeEvent } from '../../src/translate/decode.ts';
import { generateHookInputs } from '../../src/translate/hook-input.ts';
import { listImpliedCalls, sampleEventOf, sampleWorld } from '../../src/translate/implied-calls.ts';
import { argumentsOf } from '../../src/translate/native-call.ts';
import type { Json } from '../../src/util/json.ts';
import { type Adapters, type Meaning, meanings, payloadOf, samples, worldOf } from './fixtures.ts';

/** Checks which calls a call stands for, those included that another agent makes on its way to it. */
export function* checkMeanings(adapters: Adapters, vendor: string): Generator<string> {
  for (const meaning of meanings) {
    const { why, from, payload, set = {}, outside, native, does } = meaning;
    yield* checkWordings(adapters, vendor, meaning);
    for (const [to, golden] of Object.entries(does)) {
      if (vendor !== from && vendor !== to) continue;
      yield* catchErrors(`${from} → ${to}, ${why}`, function* () {
        const world = worldOf(outside);
        const given = { ...payloadOf(from, payload), ...set };
        const [host, dialect] = [adapters[from] as Adapter, adapters[to] as Adapter];
        const calls = () =>
          listImpliedCalls(host, dialect, decodeEvent(host, given, world), world).filter(
            (one) => !native || !generateHookInputs(dialect, one, world, native).next().done,
          );
        yield* reportDifference(
          'does',
          golden,
          valueOrErrorCode(() => calls().map(called)),
        );
      });
    }
  }
  yield* checkSamples(adapters[vendor] as Adapter);
}

/** Checks in which wordings a path reaches a hook: once, or in every wording that its own agent may use. */
function* checkWordings(adapters: Adapters, vendor: string, meaning: Meaning): Generator<string> {
  const { why, from, payload, set = {}, outside, wordings, hears = {} } = meaning;
  for (const [to, golden] of Object.entries(hears)) {
    if (vendor !== from && vendor !== to) continue;
    yield* catchErrors(`${from} → ${to}, ${why}`, function* () {
      const world = worldOf(outside);
      const [host, dialect] = [adapters[from] as Adapter, adapters[to] as Adapter];
      const event = decodeEvent(host, { ...payloadOf(from, payload), ...set }, world);
      const first = (one: Draft) =>
        generateHookInputs(dialect, one, world).next().value ?? undefined;
      const input = event.input as Json;
      const paths = collectCallInputs({ host, dialect, event, input, world, wordings }, first).map(
        (one) => argumentsOf(one.binding, one.payload)?.file_path,
      );
      yield* reportDifference('hears', golden, paths);
    });
  }
}

const called = ({ tool, input }: Draft): unknown => [tool, JSON.parse(JSON.stringify(input))];

/** Checks the sample arguments of every composite tool: their calls are all that the tool may make. */
function* checkSamples(host: Adapter): Generator<string> {
  const golden = samples[host.id] ?? {};
  const names = new Set([...Object.keys(golden), ...Object.keys(host.composites ?? {})]);
  for (const name of names) {
    yield* catchErrors(`${host.id} ${name}, its sample`, function* () {
      const tool = host.composites?.[name]?.tool ?? 'other';
      const event: Draft = { event: 'before-tool', tool, name, input: {}, cwd: '/w' };
      const calls = () =>
        listImpliedCalls(
          host,
          { ...host, listPrecedingCalls: () => [] },
          sampleEventOf(host, event),
          sampleWorld,
        );
      yield* reportDifference(
        'does',
        golden[name],
        valueOrErrorCode(() => calls().map(called)),
      );
    });
  }
}
