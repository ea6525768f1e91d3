import { join } from 'node:path';
import { type EventName, eventSchema } from '../canonical/event.ts';
import { nativeEventOf } from '../translate/bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { examplePayload } from './examples.ts';
import type { Subject } from './fixtures.ts';
import { calledToolOf, listUnreadPaths } from './leaves.ts';
import { catchErrors, reportDifference } from './report.ts';

/**
 * Checks that the fixtures reach all of an adapter. Yields a text for each event and each tool without a payload, for
 * payload paths that no row reads and that `contract.json` does not ignore, for a payload without a source or with an
 * invalid event, and for a path that two rows of a binding read.
 */
export function* checkCoverage({ adapter, fixtures }: Subject): Generator<string> {
  const payloads = Object.entries(fixtures.payloads);
  const describeMissing = (example: string) =>
    `has no payload. Add ${join(fixtures.folder ?? '', example)}`;
  const coveredEvents = payloads.map(
    ([, { payload, named }]) => named ?? nativeEventOf(adapter, payload),
  );
  for (const native of adapter.bindings.nativeNames) {
    const binding = adapter.bindings.find(native);
    if (binding && !coveredEvents.includes(native))
      yield `${adapter.id} ${native}: ${describeMissing(examplePayload(adapter, binding))}`;
  }
  const coveredRows = payloads.map(
    ([, { payload, event }]) =>
      calledToolOf(adapter, payload) ?? adapter.tools.find((row) => row.tool === event.tool),
  );
  for (const row of adapter.tools) {
    const firstRow =
      adapter.tools.find(({ names }) => names.includes(row.names[0] as string)) ?? row;
    if (firstRow !== row && !firstRow.when) continue; // never read: an earlier row takes all calls of that name
    if (coveredRows.includes(row)) continue;
    const [call] = adapter.bindings.listFor('before-tool');
    const missing = call ? describeMissing(examplePayload(adapter, call, row)) : 'has no payload';
    yield `${adapter.id} ${row.names[0] ?? row.tool}: ${missing}`;
  }
  yield* catchErrors(adapter.id, function* () {
    const found = payloads.flatMap(([, { payload, event }]) =>
      listUnreadPaths(adapter, payload, event.tool),
    );
    const ignored = Object.keys(fixtures.contract.ignored ?? {}).sort();
    const hint = `leaves unread (a path that no row reads stands in ${join(fixtures.folder ?? '', 'contract.json')}, such as "ignored": { "trace": "why" })`;
    yield* reportDifference(hint, ignored, [...new Set(found)].sort());
  });
  for (const [name, { source, event }] of payloads) {
    if (!source.client || !source.version || !source.how) yield `${name}: does not say its source`;
    const { error } = eventSchema(event.event as EventName).safeParse(event);
    if (error) yield `${adapter.id} ${name}: is no event: ${error.message}`;
  }
  for (const binding of adapter.bindings.all()) {
    // A read-only row with a codec takes a part of a value that another row reads and writes, so it may share a path.
    const rows = payloadPlanOf(binding).ops.filter(({ row }) => !(row.readOnly && row.codec));
    const paths = rows.flatMap((op) => op.readPaths.map((path) => path.join('.')));
    const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
    if (twice.length) yield `${adapter.id} ${binding.native}: ${twice.join(', ')} is read twice`;
  }
}
