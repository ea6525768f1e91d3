import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { type EventName, events } from '../../src/canonical/event.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import * as library from '../../src/index.ts';
import type { Binding, Finished } from '../../src/mapping/adapter.ts';
import { runShim } from '../../src/shim/shim.ts';
import { nativeEventOf } from '../../src/translate/bindings.ts';
import type { Json } from '../../src/util/json.ts';
import {
  answerOf,
  firedAs,
  goesOn,
  hostFlags,
  payloads,
  vendors,
} from '../conformance/fixtures.ts';
import { network } from '../network.ts';
import { isObject, parseJson, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { property } from '../property.ts';
import { anyBytes, anyJson, bufferOf, bytesOf, mutated } from './arbitrary.ts';
import { plain, refusing } from './errors.ts';

const hook = vi.hoisted(() => ({ ran: undefined as unknown, started: 0 }));
vi.mock('../../src/shim/command.ts', () => ({
  runCommand: () => {
    hook.started++;
    return Promise.resolve(hook.ran);
  },
}));
const home = mkdtempSync(join(tmpdir(), 'anyhook fuzz '));
afterAll(() => rmSync(home, { recursive: true, force: true }));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<object>()),
  ownFolder: () => join(home, '.anyhook'),
}));

/** What each dialect calls any call of a tool, any prompt …; what is not here has no such gate. */
const gates: Record<string, Partial<Record<Vendor, string>>> = Object.fromEntries(
  (Object.keys(events) as EventName[]).filter(isGateEvent).map((event) => {
    const natives = Object.entries(adapters).map(([id, { bindings }]) => {
      const refuses = ({ given, outcome }: Binding) => !given && outcome.decision !== undefined;
      return [id, bindings.listFor(event).find(refuses)?.native] as const;
    });
    return [event, Object.fromEntries(natives.filter(([, native]) => native !== undefined))];
  }),
);

/** What a host sends to a hook that was set up well. */
interface Input {
  host: Vendor;
  /** The event it fires. */
  fired: string;
  args: string[];
  /** Latin-1. */
  stdin: string;
}

const silence: Finished = { code: 0, stdout: '', stderr: '' };
const refusal = (dialect: string, native: string): Finished => ({
  ...silence,
  stdout: JSON.stringify(answerOf(dialect, native, 'deny')),
});

const eventKeys: unknown[] = Object.values(adapters).map((one) => one.eventKey);
const canonical = (host: Vendor, native: unknown) =>
  adapters[host].bindings.find(native)?.event as string | undefined;

/** What the agents call so. */
const called = (name: unknown) =>
  Object.values(adapters).flatMap(({ bindings }) => bindings.find(name) ?? []);

/** Some agent calls so what nobody can stop. */
const isOver = (name: unknown): boolean => called(name).some(({ event }) => !isGateEvent(event));

/** A payload as text, and what that says. */
function readOf(stdin: string) {
  const text = bufferOf(stdin).toString();
  return { text, payload: parseJson(text.trim()) };
}

/** The payload says it is of another happening than its host had. */
function isOfAnother({ host, fired, stdin }: Input): boolean {
  const { text, payload } = readOf(stdin);
  const of = (name: unknown) => {
    const event = canonical(host, name);
    return event === undefined ? isOver(name) : event !== canonical(host, fired);
  };
  if (isObject(payload) && goesOn(host, fired, payload)) return true;
  if (isObject(payload)) return of(firedAs(host, payload));
  return [...text.matchAll(/"([A-Za-z-]+)"/g)].some(([, name]) => of(name));
}

/** The payload names an event that no table has: how its agent is refused there, nobody knows but by 2. */
function isUnknown({ host, stdin }: Input): boolean {
  const { payload } = readOf(stdin);
  if (!isObject(payload)) return false;
  const { [host]: adapter } = adapters;
  const name = nativeEventOf(adapter, payload) ?? payload[adapter.eventKey];
  return typeof name === 'string' && !called(name).length;
}

/** Half a payload, or one by another agent's key, names an event that nobody has: it may be a gate. */
function mayBeNewer({ host, stdin }: Input): boolean {
  const { text, payload } = readOf(stdin);
  if (isObject(payload))
    return eventKeys.some((key) => {
      const name = payload[key as string];
      return key !== adapters[host].eventKey && typeof name === 'string' && !canonical(host, name);
    });
  const names = [...text.matchAll(/"(\w+)"\s*:\s*"([^"]*)"/g)];
  return names.some(([, key, name]) => eventKeys.includes(key) && !canonical(host, name));
}

async function sent({ args, stdin }: Input, ran: Finished) {
  hook.ran = ran;
  hook.started = 0;
  rmSync(join(home, '.anyhook'), { recursive: true, force: true }); // a session of its own
  const lazy = { runBounded: () => true, ...network };
  const said = await runShim(parseFlags(args), { bytes: bufferOf(stdin), isCut: false }, lazy);
  // 2 beside a blank stdout refuses everywhere: where nobody can tell whose event it is.
  expect([0, 2]).toContain(said.code);
  if (said.code) expect(said.stdout).toBe('');
  if (said.stderr) plain(said.stderr);
  if (said.stdout && !hook.started) expect(isObject(parseJson(said.stdout))).toBe(true);
  return { code: said.code, stdout: said.stdout, stderr: said.stderr };
}

const flag = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] as string;

/** Refused by the hook if it is asked, and for want of an answer if it cannot be. */
async function refuses(input: Input): Promise<void> {
  const { host, fired, args } = input;
  const [dialect, native] = [flag(args, '--as') as Vendor, flag(args, '--event')];
  const said = await sent(input, refusal(dialect, native));
  if (isOfAnother(input) || (isUnknown(input) && said.code === 2)) return;
  const side = dialect === host ? 'native' : 'host';
  const { verdict } = oracles[host](fired, said, side);
  expect(rank(verdict), said.stderr).toBeGreaterThanOrEqual(rank('deny'));
}

/** Where nothing can be stopped, a payload alone brings nothing about. */
async function changesNothing(input: Input): Promise<void> {
  const said = await sent(input, silence);
  if (mayBeNewer(input) || (isUnknown(input) && said.code === 2)) return;
  expect(said.code).toBe(0);
  const heard = oracles[input.host](input.fired, said, 'host');
  expect({ ...heard, message: undefined }).toEqual({ verdict: 'pass', message: undefined });
}

const fixtures = (vendors as Vendor[]).flatMap((host) =>
  Object.values(payloads[host] ?? {}).map(({ payload, named, event: { tool } }) => {
    const fired = firedAs(host, payload, named);
    return { host, fired, payload, event: canonical(host, fired) as string, tool };
  }),
);
type Fixture = (typeof fixtures)[number];

const bytes = (payload: Json) =>
  fc.oneof(
    { weight: 8, arbitrary: bytesOf(mutated(payload)) },
    { weight: 1, arbitrary: bytesOf(anyJson) },
    { weight: 1, arbitrary: anyBytes },
  );
const policies = fc.constantFrom<string[][]>(
  [],
  ['--on-failure', 'block'],
  ['--matcher', '.*'],
  ['--matcher', '.*', '--on-failure', 'block'],
);

const inputs = (of: readonly Fixture[], ways: (one: Fixture) => [Vendor, string][]) =>
  fc.constantFrom(...of.filter((one) => ways(one).length)).chain((one) =>
    fc
      .tuple(fc.constantFrom(...ways(one)), policies, bytes(one.payload))
      .map(([[as, event], policy, stdin]): Input => {
        const args = [
          ...hostFlags(one.host, one.fired),
          '--as',
          as,
          '--event',
          event,
          ...policy,
          '--',
          'hook',
        ];
        return { host: one.host, fired: one.fired, args, stdin };
      }),
  );

/** A call of a tool that a dialect has no row for is not told to its hooks. */
const tells = (as: Vendor, tool: unknown): boolean =>
  !adapters[as].tools.length ||
  [undefined, 'mcp', 'other', ...adapters[as].tools.map((row) => row.tool)].includes(
    tool as string,
  );
/** What is said there is heard. */
const mayRefuse = (host: Vendor, fired: string): boolean =>
  adapters[host].bindings.find(fired)?.outcome.decision !== undefined;
const atGates = inputs(fixtures, ({ host, fired, event, tool }) => {
  if (!mayRefuse(host, fired)) return [];
  const natives = Object.entries(gates[event] ?? {}) as [Vendor, string][];
  return natives
    .filter(([as]) => as === host || tells(as, tool))
    .map(([as, native]) => [as, as === host ? fired : native]);
});
const elsewhere = inputs(fixtures, ({ host, fired, event }) =>
  event in gates
    ? []
    : (vendors as Vendor[]).flatMap((as): [Vendor, string][] =>
        as === host
          ? [[as, fired]]
          : adapters[as].bindings
              .all()
              .filter((b) => b.event === event)
              .map((b) => [as, b.native]),
      ),
);

const holds = (input: Input): Promise<void> =>
  (canonical(input.host, input.fired) as string) in gates ? refuses(input) : changesNothing(input);

property('A host reads a refusal from a guard that refuses, whatever bytes it sent for the gate', {
  corpus: 'payload',
  inputs: atGates,
  holds,
  runs: 150,
  longRuns: 700,
});

property('A silent hook has no effect at an event that is no gate, whatever bytes the host sent', {
  corpus: 'payload',
  inputs: elsewhere,
  holds,
  runs: 200,
  longRuns: 400,
});

property(
  'Without --host, the shim exits with 0 or 2 and writes plain words to stderr, whatever bytes it gets',
  {
    corpus: 'payload-unnamed',
    inputs: fc.tuple(elsewhere, fc.constantFrom(...vendors), fc.boolean()),
    holds: async ([{ args, ...input }, as, events]) => {
      const some = [
        '--as',
        as,
        ...(events ? args.slice(args.indexOf('--event'), args.indexOf('--event') + 2) : []),
        '--',
        'hook',
      ];
      await sent({ ...input, args: some }, silence);
    },
    runs: 200,
    longRuns: 250,
  },
);

const json = fc.oneof(
  fc.constantFrom(...fixtures).chain(({ payload }) => mutated(payload)),
  anyJson,
);
const vendor = fc.constantFrom(...(vendors as Vendor[]));

property('The functions of the library accept any JSON, or throw an AnyhookError in plain words', {
  corpus: 'library',
  inputs: fc.tuple(json, json, vendor, vendor),
  holds: async ([text, answer, from, to]) => {
    const [payload, response] = [parseJson(text), parseJson(answer)] as [Json, Json];
    const { decode, decodeOutcome, encode, hear, recognise, say, translate } = library;
    for (const id of [from, ...recognise(payload).map(({ vendor }) => vendor as Vendor)]) {
      const event = await refusing(() => decode(id, payload));
      if (event) await refusing(() => encode(to, event)?.losses);
      await refusing(() => translate(payload, { from: id, to })?.losses);
      const outcome = await refusing(() => decodeOutcome(id, payload, response));
      await refusing(() => hear(id, payload, { ...silence, stdout: answer }));
      const said = outcome && (await refusing(() => say(id, payload, outcome)));
      if (said?.stdout) expect(isObject(parseJson(said.stdout))).toBe(true);
    }
  },
  runs: 120,
  longRuns: 400,
});
