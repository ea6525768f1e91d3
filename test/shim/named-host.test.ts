// Who fired a hook, where the line names the agent: it is believed unless the payload is surely another's.

import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { recognise } from '../../src/index.ts';
import { statedNameOf, topKeyOf, withStatedName } from '../../src/mapping/event-key.ts';
import { rowOf } from '../../src/mapping/fields.ts';
import { getAtPath, setAtPath, splitPath } from '../../src/mapping/paths.ts';
import { nativeEventOf } from '../../src/translate/bindings.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';
import { facts } from '../facts.ts';
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

/** Agents that make payloads by themselves; the others are called, and our own plugin makes them. */
const makers = agents.filter((id) => !facts[id].place?.paths);

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
  makers,
)('A payload of %s is taken for its own wherever its folder was moved to', async (id) => {
  let [withTranscript, moved] = [0, 0];
  for (const { native, payload } of recordedOf(id)) {
    const row = adapters[id].bindings.find(native)?.payload.transcript;
    const paths = (row === undefined ? [] : [rowOf(row).at].flat()).map(splitPath);
    const at = paths.find((one) => getAtPath(payload, one) !== undefined) ?? [];
    const path = getAtPath(payload, at);
    if (typeof path !== 'string' || path === '') continue;
    withTranscript++;
    for (const folder of elsewhere(id)) {
      const there = path.replace(/^.*?[\\/]\.[\w-]+(?=[\\/])/, () => folder);
      expect(there).not.toBe(path);
      const payloadThere = structuredClone(payload);
      setAtPath(payloadThere, at, there);
      const one = await placedBy(id, native, payloadThere);
      expect(one, `${native} ${there}`).toMatchObject({ stderr: '', code: 0 });
      moved++;
    }
  }
  expect(moved).toBe(withTranscript * elsewhere(id).length);
  const hasTranscript = adapters[id].bindings.all().some(({ payload }) => 'transcript' in payload);
  expect(withTranscript > 0).toBe(hasTranscript);
});

test.each(
  makers,
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
    // What names no event is recognised by its form, but for a constant by which a fork is known.
    const constants = Object.keys(adapters[id].bindings.find(native)?.supply ?? {});
    const isForm = !missing.includes(eventKey) && !missing.some((key) => constants.includes(key));
    if (formOf && isForm) return expect(text, about).not.toContain('--host');
    const keys = new RegExp(`\\b(?:${missing.join('|')})\\b|no event of this form`);
    return expect(text, about).toMatch(keys);
  };
  for (const { native, payload } of recordedOf(id)) {
    const keys = Object.keys(payload);
    const without = (missing: string[]) =>
      Object.fromEntries(Object.entries(payload).filter(([key]) => !missing.includes(key)));
    for (const key of keys) await says(native, without([key]), [key]);
    if (statedNameOf(adapters[id], payload) === undefined) continue;
    const topKey = topKeyOf(adapters[id]);
    const most = keys.filter((key) => key !== 'session_id' && key !== topKey);
    await says(native, without(most), most);
  }
  expect(placed).toBeGreaterThan(refused);
  expect(refused).toBeGreaterThan(5);
});

test.each(
  makers,
)('A payload of %s that names no event, and no session, is of the event that the line names', async (id) => {
  let placed = 0;
  for (const { native, payload } of recordedOf(id)) {
    const { conversation_id: _, session_id: __, sessionId: ___, ...fields } = payload;
    const { timestamp: ____, ...timeless } = fields;
    const page = withStatedName(adapters[id], timeless, undefined);
    if (recognise(page).length) continue;
    const one = await placedBy(id, native, page, ['--host-event', native]);
    expect(one, `${native}: ${JSON.stringify(page)}`).toMatchObject({ stderr: '', code: 0 });
    placed++;
  }
  // Some payloads are known by their form alone, without the name and the session.
  if (!adapters[id].nativeOf || placed > 0) expect(placed).toBeGreaterThan(8);
});
