// Where an agent's pages do not state the field that names the event, a payload without it is
// enough if the line names the event.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../shim/in-process.ts';
import { eventsOf, payloadFor, rowsOf } from './pages.ts';

const named = new Set(
  rowsOf('payload').flatMap(({ vendor, field }) => (field === 'hook_event_name' ? [vendor] : [])),
);

const folder = mkdtempSync(join(tmpdir(), 'anyhook-statements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const events = rowsOf('events').flatMap((row) =>
  named.has(row.vendor)
    ? []
    : eventsOf(row.vendor, row).map((native) => ({ vendor: row.vendor, native })),
);

test('there are events whose page does not state the field that names them', () => {
  expect(events).toHaveLength(20);
});

test.each(
  events,
)('a $vendor hook at $native is given a payload that has the fields of its pages alone', async ({
  vendor,
  native,
}) => {
  const { hook_event_name: _, ...payload } = payloadFor(vendor, native);
  const bytes = Buffer.from(JSON.stringify(payload));
  const into = join(folder, `${vendor}-${native}`);
  const words = ['--host', vendor, '--host-event', native, '--as', vendor, '--env', `INTO=${into}`];
  const said = await runInProcess([...words, '--', 'cat > "$INTO"'], bytes, {});
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(readFileSync(into, 'utf8'))).toEqual(payload);
});
