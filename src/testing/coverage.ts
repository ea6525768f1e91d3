import { join } from 'node:path';
import { type EventName, eventSchema } from '../canonical/event.ts';
import { nativeEventOf } from '../translate/bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { examplePayload } from './examples.ts';
import type { Subject } from './fixtures.ts';
import { calledToolOf, listUnreadPaths } from './leaves.ts';
import { catchErrors, reportDifference } from './report.ts';

/** Every event and tool has a golden, and every leaf of a payload is in a row or known to be in none. */
export function* checkCoverage({ adapter, fixtures }: Subject): Generator<string> {
  const all = Object.entries(fixtures.payloads);
  const add = (example: string) => `has no payload. Add ${join(fixtures.folder ?? '', example)}`;
  const seen = all.map(([, { payload, named }]) => named ?? nativeEventOf(adapter, payload));
  for (const native of adapter.bindings.nativeNames) {
    const binding = adapter.bindings.find(native);
    if (binding && !seen.includes(native))
      yield `${adapter.id} ${native}: ${add(examplePayload(adapter, binding))}`;
  }
  const called = all.map(
    ([, { payload, event }]) =>
      calledToolOf(adapter, payload) ?? adapter.tools.find((row) => row.tool === event.tool),
  );
  for (const row of adapter.tools) {
    const reads = adapter.tools.find(({ names }) => names.includes(row.names[0] as string)) ?? row;
    if (reads !== row && !reads.when) continue; // only written: others have calls of that name
    if (called.includes(row)) continue;
    const [call] = adapter.bindings.listFor('before-tool');
    const missing = call ? add(examplePayload(adapter, call, row)) : 'has no payload';
    yield `${adapter.id} ${row.names[0] ?? row.tool}: ${missing}`;
  }
  yield* catchErrors(adapter.id, function* () {
    const found = all.flatMap(([, { payload, event }]) =>
      listUnreadPaths(adapter, payload, event.tool),
    );
    const ignored = Object.keys(fixtures.contract.ignored ?? {}).sort();
    const hint = `leaves unread (a path that no row reads stands in ${join(fixtures.folder ?? '', 'contract.json')}, such as "ignored": { "trace": "why" })`;
    yield* reportDifference(hint, ignored, [...new Set(found)].sort());
  });
  for (const [name, { source, event }] of all) {
    if (!source.client || !source.version || !source.how) yield `${name}: does not say its source`;
    const { error } = eventSchema(event.event as EventName).safeParse(event);
    if (error) yield `${adapter.id} ${name}: is no event: ${error.message}`;
  }
  for (const binding of adapter.bindings.all()) {
    // A row that is only heard, by a codec of its own, takes a part of what another writes.
    const whole = payloadPlanOf(binding).ops.filter(({ row }) => !(row.readOnly && row.codec));
    const paths = whole.flatMap((op) => op.readPaths.map((path) => path.join('.')));
    const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
    if (twice.length) yield `${adapter.id} ${binding.native}: ${twice.join(', ')} is read twice`;
  }
}
