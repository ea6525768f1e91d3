import type { Adapter, Draft } from '../../src/mapping/adapter.ts';
import { decodeEvent } from '../../src/translate/events.ts';
import { anywhere, sampleOf, steps } from '../../src/translate/meant.ts';
import { tellings } from '../../src/translate/place.ts';
import { type Adapters, meanings, payloadOf, samples, worldOf } from './fixtures.ts';
import { differs, tried, wordOf } from './report.ts';

/** A call does what its golden says, and so does what another agent does on its way to it. */
export function* meant(adapters: Adapters, vendor: string): Generator<string> {
  for (const { why, from, payload, set = {}, outside, native, does } of meanings) {
    for (const [to, golden] of Object.entries(does)) {
      if (vendor !== from && vendor !== to) continue;
      yield* tried(`${from} → ${to}, ${why}`, function* () {
        const world = worldOf(outside);
        const given = { ...payloadOf(from, payload), ...set };
        const [host, dialect] = [adapters[from] as Adapter, adapters[to] as Adapter];
        const calls = () =>
          steps(host, dialect, decodeEvent(host, given, world), world).filter(
            (one) => !native || !tellings(dialect, one, world, native).next().done,
          );
        yield* differs(
          'does',
          golden,
          wordOf(() => calls().map(called)),
        );
      });
    }
  }
  yield* sampled(adapters[vendor] as Adapter);
}

const called = ({ tool, input }: Draft): unknown => [
  tool,
  JSON.parse(JSON.stringify(input).replaceAll(process.env.HOME || '\0', '~')),
];

/** The sample of every tool that does what others do does all that it may. */
function* sampled(host: Adapter): Generator<string> {
  const golden = samples[host.id] ?? {};
  const names = new Set([...Object.keys(golden), ...Object.keys(host.composites ?? {})]);
  for (const name of names) {
    yield* tried(`${host.id} ${name}, its sample`, function* () {
      const event: Draft = { event: 'before-tool', tool: 'other', name, input: {}, cwd: '/w' };
      const calls = () =>
        steps(host, { ...host, precedes: () => [] }, sampleOf(host, event), anywhere);
      yield* differs(
        'does',
        golden[name],
        wordOf(() => calls().map(called)),
      );
    });
  }
}
