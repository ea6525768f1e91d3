// A line that says which event fires it, of a payload that says otherwise: the oracles say what the host hears.

import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import { statedNameOf, withStatedName } from '../../src/mapping/event-key.ts';
import { runShim } from '../../src/shim/shim.ts';
import type { Json } from '../../src/util/json.ts';
import { contracts, firedAs, mayRefuse, payloads, vendors } from '../conformance/fixtures.ts';
import { network } from '../network.ts';
import { oracles } from '../oracles/index.ts';
import { said } from './ours.ts';
import { session } from './run.ts';
import { reply, serve } from './server.ts';
import { refused } from './verdict.ts';

const agents = vendors as Vendor[];

/** One recorded payload of every event of an agent. */
function firingsOf(id: Vendor): [native: string, payload: Json][] {
  const found = new Map<string, Json>();
  for (const { payload, older, named } of Object.values(payloads[id] ?? {})) {
    const native = firedAs(id, payload, named);
    if (!older && !found.has(native)) found.set(native, payload);
  }
  return [...found];
}

/** Whether two names are spellings of one event. */
function isSame(id: Vendor, one: string, other: string): boolean {
  const names: Record<string, string> = contracts[id]?.loadedNames ?? {};
  return (names[one] ?? one) === (names[other] ?? other);
}

/** Whether a refusal is heard at an event, and not as a prompt to go on. */
const isGate = (id: Vendor, native: string): boolean =>
  contracts[id]?.gates.includes(native) === true && mayRefuse(id, native);

/** A guard of every event, in a line that says which event fires it. */
const play = (named: string, payload: Json, more: readonly string[]) =>
  said([...more, '--host-event', named, '--as', 'anyhook', '--', 'echo never'], payload);

const ways: [string, (id: Vendor) => string[]][] = [
  ['names its host', (id) => ['--host', id]],
  ['does not name its host', () => []],
];

test.each(
  agents.flatMap((id) => ways.map(([way, flags]) => [id, way, flags(id)] as const)),
)('A line under %s that %s is wrong about the event: a gate refuses, and nothing else happens elsewhere', async (id, _, flags) => {
  const events = [...adapters[id].bindings.nativeNames, 'BeforeBrowse', 'AfterBrowse'];
  const firings = firingsOf(id);
  let refusals = 0;
  for (const [native, payload] of firings) {
    for (const named of events) {
      if (isSame(id, native, named)) continue;
      const one = await play(named, payload, flags);
      const about = `${native}, not ${named}: ${JSON.stringify(one)}`;
      expect(one.log.error, about).toMatch(/ is wrong$|has no event/);
      const { message: __, ...heard } = oracles[id](native, one, 'host');
      if (isGate(id, native)) {
        expect(refused(heard), about).toBe(true);
        refusals++;
      } else expect(heard, about).toEqual({ verdict: 'pass' });
    }
  }
  expect(refusals).toBeGreaterThan(firings.length);
});

test.each(
  agents,
)('A line under %s that is right about the event, in any spelling, changes nothing', async (id) => {
  const server = await serve(reply(200, '{"decision":"deny","reason":"no"}'));
  /** What becomes of a payload, in a session of its own. */
  const play = async (payload: Json, named: string[]) => {
    const words = ['--host', id, ...named, '--as', 'anyhook', '--url', server.url];
    const own = session();
    const keys = ['session', 'session_id', 'sessionId', 'sessionID', 'conversation_id'];
    const renew = (key: string, value: unknown) => (keys.includes(key) ? own : value);
    const stdin = { bytes: Buffer.from(JSON.stringify(payload, renew)), isCut: false };
    const lazy = { runBounded: () => true, ...network } as never;
    const { stdout, stderr, code } = await runShim(parseFlags(words), stdin, lazy);
    const told = server.asked().map(({ body }) => {
      const { turn: _, ...event } = JSON.parse(body.replaceAll(own, 's')); // made of the session
      return event;
    });
    return { stdout, stderr, code, told };
  };
  let played = 0;
  for (const [native, payload] of firingsOf(id)) {
    for (const named of adapters[id].bindings.nativeNames) {
      if (!isSame(id, native, named)) continue;
      const silent = await play(payload, []);
      const one = await play(payload, ['--host-event', named]);
      expect(one, `${native}, as ${named}`).toEqual(silent);
      played++;
    }
  }
  expect(played).toBeGreaterThanOrEqual(adapters[id].bindings.nativeNames.length);
});

test.each(
  agents,
)('An event of %s that no table has is no other, as the line says: a guard refuses', async (id) => {
  const { bindings } = adapters[id];
  const named = firingsOf(id).filter(([, payload]) => statedNameOf(adapters[id], payload));
  let played = 0;
  for (const [native, payload] of named) {
    const unknown = withStatedName(adapters[id], payload, 'BeforeBrowse');
    for (const named of bindings.nativeNames) {
      const one = await play(named, unknown, ['--host', id]);
      expect(one, `${native}, as ${named}`).toMatchObject({ stdout: '', code: 2 });
      played++;
    }
  }
  expect(played).toBe(named.length * bindings.nativeNames.length);
  expect(played).toBeGreaterThan(0);
});
