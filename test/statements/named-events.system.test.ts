// The fields that an agent’s pages state are enough where the line names the agent and its event:
// the page of Cursor does not state the one that names the event.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../shim/in-process.ts';
import { eventsOf, payloadFor, rowsOf } from './pages.ts';

const namesEvent = new Set(
  rowsOf('payload').flatMap(({ vendor, field }) => (field === 'hook_event_name' ? [vendor] : [])),
);

const folder = mkdtempSync(join(tmpdir(), 'anyhook-statements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const named = rowsOf('events').flatMap((row) =>
  eventsOf(row.vendor, row).map((native) => ({ vendor: row.vendor, native })),
);
const once = [...new Map(named.map((one) => [`${one.vendor} ${one.native}`, one])).values()];

test.each(
  once,
)('a $vendor hook at $native is given a payload that has the fields of its pages alone', async ({
  vendor,
  native,
}) => {
  const { hook_event_name: name, ...stated } = payloadFor(vendor, native);
  const payload = namesEvent.has(vendor) ? { ...stated, hook_event_name: name } : stated;
  const bytes = Buffer.from(JSON.stringify(payload));
  const into = join(folder, `${vendor}-${native}`);
  const words = ['--host', vendor, '--host-event', native, '--as', vendor, '--env', `INTO=${into}`];
  const said = await runInProcess([...words, '--', 'cat > "$INTO"'], bytes, {});
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(readFileSync(into, 'utf8'))).toEqual(payload);
});
