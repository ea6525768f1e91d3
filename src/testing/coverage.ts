import { type EventName, eventSchema } from '../canonical/event.ts';
import { nativeEventOf } from '../translate/bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import type { Subject } from './fixtures.ts';
import { calledIn, listUnreadPaths } from './leaves.ts';
import { catchErrors, reportDifference } from './report.ts';

/** Every event and tool has a golden, and every leaf of a payload is in a row or known to be in none. */
export function* checkCoverage({ adapter, fixtures }: Subject): Generator<string> {
  const all = Object.entries(fixtures.payloads);
  const seen = all.map(([, { payload, named }]) => named ?? nativeEventOf(adapter, payload));
  for (const native of adapter.bindings.natives) {
    if (!seen.includes(native)) yield `${adapter.id} ${native}: has no payload`;
  }
  const called = all.map(
    ([, { payload, event }]) =>
      calledIn(adapter, payload) ?? adapter.tools.find((row) => row.tool === event.tool),
  );
  for (const row of adapter.tools) {
    const reads = adapter.tools.find(({ names }) => names.includes(row.names[0] as string)) ?? row;
    if (reads !== row && !reads.when) continue; // only written: others have calls of that name
    if (!called.includes(row)) yield `${adapter.id} ${row.names[0] ?? row.tool}: has no payload`;
  }
  yield* catchErrors(adapter.id, function* () {
    const found = all.flatMap(([, { payload, event }]) =>
      listUnreadPaths(adapter, payload, event.tool),
    );
    const ignored = Object.keys(fixtures.contract.ignored).sort();
    yield* reportDifference('leaves unread', ignored, [...new Set(found)].sort());
  });
  for (const [name, { source, event }] of all) {
    if (!source.client || !source.version || !source.how) yield `${name}: does not say its source`;
    const { error } = eventSchema(event.event as EventName).safeParse(event);
    if (error) yield `${adapter.id} ${name}: is no event: ${error.message}`;
  }
  for (const binding of adapter.bindings.all()) {
    // A row that is only heard, by a codec of its own, takes a part of what another writes.
    const whole = payloadPlanOf(binding).ops.filter(({ row }) => !(row.readOnly && row.codec));
    const paths = whole.flatMap((op) => op.paths.map((path) => path.join('.')));
    const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
    if (twice.length) yield `${adapter.id} ${binding.native}: ${twice.join(', ')} is read twice`;
  }
}
