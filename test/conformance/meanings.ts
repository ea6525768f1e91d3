import type { Adapter } from '../../src/adapter.ts';
import { decodeEvent } from '../../src/translate/events.ts';
import { steps } from '../../src/translate/meant.ts';
import { type Adapters, meanings, payloadOf, worldOf } from './fixtures.ts';
import { differs, tried, wordOf } from './report.ts';

/** A call does what its golden says, and so does what another agent does on its way to it. */
export function* meant(adapters: Adapters, vendor: string): Generator<string> {
  for (const { why, from, payload, set = {}, outside, does } of meanings) {
    const golden = does[vendor];
    if (golden === undefined) continue;
    yield* tried(`${from} → ${vendor}, ${why}`, function* () {
      const world = worldOf(outside);
      const given = { ...payloadOf(from, payload), ...set };
      const [host, dialect] = [adapters[from] as Adapter, adapters[vendor] as Adapter];
      const calls = () =>
        steps(host, dialect, decodeEvent(host, given, world), world).map(({ tool, input }) => [
          tool,
          input,
        ]);
      yield* differs('does', golden, wordOf(calls));
    });
  }
}
