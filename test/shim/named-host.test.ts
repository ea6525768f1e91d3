// Who fired a hook, where the line names the agent: it is believed unless the payload is surely another's.

import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { recognise } from '../../src/index.ts';
import { nativeEventOf } from '../../src/translate/bindings.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';
import { said } from './ours.ts';

const agents = (Object.keys(adapters) as (keyof typeof adapters)[]).filter(
  (id) => id !== 'anyhook',
);

/** Every recorded payload of an agent, with its native event. */
const recordedOf = (id: keyof typeof adapters) =>
  Object.values(payloads[id] ?? {}).flatMap(({ payload, older }) => {
    const native = nativeEventOf(adapters[id], payload);
    return older || typeof native !== 'string' ? [] : [{ native, payload }];
  });

/** What a line for an event that never comes says: nothing, where the payload is placed. */
async function placedBy(id: string, native: string, payload: Json, more: string[] = []) {
  const event = native === 'SessionDelete' ? 'interrupt' : 'session-deleted';
  const line = ['--host', id, '--as', 'anyhook', '--event', event, ...more, '--', 'echo never'];
  return await said(line, payload);
}

/** Folders that an agent's own may have been moved to. */
const elsewhere = (id: string) => [
  `/home/dev/.config/${id}`,
  `/home/dev/.local/share/${id}`,
  `/home/dev/.dotfiles/.${id}`,
  `C:\\Users\\dev\\AppData\\${id}`,
  '/home/dev/.work',
  '/srv/conf',
];

test.each(
  agents,
)('A payload of %s is taken for its own wherever its folder was moved to', async (id) => {
  let [withTranscript, moved] = [0, 0];
  for (const { native, payload } of recordedOf(id)) {
    const key = 'transcript_path' in payload ? 'transcript_path' : 'transcriptPath';
    const path = payload[key];
    if (typeof path !== 'string' || path === '') continue;
    withTranscript++;
    for (const folder of elsewhere(id)) {
      const there = path.replace(/^.*?[\\/]\.[\w-]+(?=[\\/])/, () => folder);
      expect(there).not.toBe(path);
      const one = await placedBy(id, native, { ...payload, [key]: there });
      expect(one, `${native} ${there}`).toMatchObject({ stderr: '', code: 0 });
      moved++;
    }
  }
  expect(moved).toBe(withTranscript * elsewhere(id).length);
  const hasTranscript = adapters[id].bindings.all().some(({ payload }) => 'transcript' in payload);
  expect(withTranscript > 0).toBe(hasTranscript);
});

test.each(
  agents,
)('A payload of %s without one of its fields is taken for its own, or the message names that field', async (id) => {
  const { eventKey, nativeOf: formOf } = adapters[id];
  let placed = 0;
  let refused = 0;
  const says = async (native: string, payload: Json, missing: string[]) => {
    const { stdout, stderr } = await placedBy(id, native, payload);
    const text = stdout + stderr;
    if (!text.includes('anyhook:')) return placed++;
    refused++;
    const about = `${native} without ${missing}: ${text}`;
    // What names no event is recognised by its form.
    if (formOf && !missing.includes(eventKey)) return expect(text, about).not.toContain('--host');
    const keys = new RegExp(`\\b(?:${missing.join('|')})\\b|no event of this form`);
    return expect(text, about).toMatch(keys);
  };
  for (const { native, payload } of recordedOf(id)) {
    const keys = Object.keys(payload);
    const without = (missing: string[]) =>
      Object.fromEntries(Object.entries(payload).filter(([key]) => !missing.includes(key)));
    for (const key of keys) await says(native, without([key]), [key]);
    if (!(eventKey in payload)) continue;
    const most = keys.filter((key) => key !== 'session_id' && key !== eventKey);
    await says(native, without(most), most);
  }
  expect(placed).toBeGreaterThan(refused);
  expect(refused).toBeGreaterThan(5);
});

test.each(
  agents,
)('A payload of %s that names no event, and no session, is of the event that the line names', async (id) => {
  let placed = 0;
  for (const { native, payload } of recordedOf(id)) {
    const { conversation_id: _, session_id: __, sessionId: ___, ...fields } = payload;
    const { [adapters[id].eventKey]: ____, timestamp: _____, ...page } = fields;
    if (recognise(page).length) continue;
    const one = await placedBy(id, native, page, ['--host-event', native]);
    expect(one, `${native}: ${JSON.stringify(page)}`).toMatchObject({ stderr: '', code: 0 });
    placed++;
  }
  expect(placed).toBeGreaterThan(8);
});
