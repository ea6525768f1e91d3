// Tools that several agents have: a guard that knows one by its own agent's name is asked.
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Flags } from '../../src/canonical/flags.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { setAtPath, splitPath } from '../../src/mapping/paths.ts';
import { hookInputsOf } from '../../src/shim/hook-inputs.ts';
import { prepareRun } from '../../src/shim/prepare-run.ts';
import { findHost } from '../../src/translate/host.ts';
import type { Json } from '../../src/util/json.ts';
import { worldOf } from '../conformance/fixtures.ts';
import { type Call, eventAt, factOf, payloadOfCall, vendorsStating } from '../facts.ts';
import { startsHook } from '../oracles/index.ts';
import { entriesFor } from '../settings/delivery.ts';
import { emptySession, flagsFor } from './cases.ts';

const cell = { notebook_path: '/w/a.ipynb', cell_id: 'c', new_source: 'b' };

/** Matches the payload of a call in a dialect, whose name and arguments may stand in an object of the payload. */
const called = (dialect: Vendor, [name, input]: Call): unknown => {
  const { tool, input: key } = factOf(dialect, 'call');
  const wanted: Json = {};
  setAtPath(wanted, splitPath(tool), name);
  setAtPath(wanted, splitPath(key), input);
  const inObjects = Object.entries(wanted).map(([at, value]) =>
    at === key || at === tool ? [at, value] : [at, expect.objectContaining(value as Json)],
  );
  return expect.objectContaining(Object.fromEntries(inObjects));
};

/** What a hook of a dialect is told of a call, with such flags. */
function told(host: Vendor, call: Call, dialect: Vendor, more: Partial<Flags>): Json[] {
  const native = eventAt(dialect, 'before');
  const hostEvent = eventAt(host, 'before');
  const flags = { ...flagsFor(host, dialect, native), hostEvent, ...more };
  const at = findHost(flags, payloadOfCall(host, call), {});
  const run = prepareRun(
    flags,
    'the hook',
    at,
    adapters[dialect] as Adapter,
    worldOf(undefined),
    () => emptySession,
  );
  return hookInputsOf(run, (code, globals) =>
    new Function(...Object.keys(globals), `return ${code}`)(...Object.values(globals)),
  ).map(({ payload }) => payload);
}

/** Every call that two agents have, once for each of them as the host. */
const cases = vendorsStating('calls').flatMap((host) =>
  Object.entries(factOf(host, 'calls')).flatMap(([what, call]) =>
    vendorsStating('calls').flatMap((dialect) => {
      const own = factOf(dialect, 'calls')[what];
      return own && dialect !== host ? [{ what, host, call, dialect, own }] : [];
    }),
  ),
);

test('every call in the facts of a vendor is one that the facts of another vendor have too', () => {
  const alone = vendorsStating('calls').flatMap((host) =>
    Object.keys(factOf(host, 'calls'))
      .filter((what) => !cases.some((one) => one.host === host && one.what === what))
      .map((what) => `${host}: ${what}`),
  );
  expect(alone).toEqual([]);
  expect(cases.length).toBeGreaterThan(30);
});

test.each(
  cases,
)('a guard of $dialect is shown the call "$what" of $host under the name of its own agent', ({
  host,
  call,
  dialect,
  own,
}) => {
  const [name] = own;
  const as = called(dialect, own);
  // With its name alone, and among others; without a matcher a script knows it by its name.
  for (const matcher of [name, `^${name}$`, undefined])
    expect(told(host, call, dialect, matcher === undefined ? {} : { matcher })).toContainEqual(as);
  expect(told(host, call, dialect, { matcher: 'NothingLikeIt' })).toEqual([]);
});

test.each(cases)('a converted guard of $dialect is started by $host for the call "$what"', ({
  host,
  call,
  dialect,
  own: [name],
}) => {
  const event = eventAt(dialect, 'before');
  const entries = entriesFor(host, { speaks: dialect, event, command: 'x', matcher: name });
  const payload = payloadOfCall(host, call);
  const fired = eventAt(host, 'before');
  expect(
    entries.some((one) => one.event === fired && startsHook(host, fired, one.matcher, payload)),
  ).toBe(true);
});

test('a Claude Code rule for notebook paths selects the notebook edits of Qwen Code by their path', () => {
  const [host, dialect] = ['qwen', 'claude'] as const;
  const asks = (condition: string) =>
    told(host, ['notebook_edit', cell], dialect, { condition }).length;
  expect(asks('NotebookEdit(*.ipynb)')).toBe(1);
  expect(asks('NotebookEdit(*.txt)')).toBe(0);
});

/** The host ignores one argument of each call: a guard must be shown the one that it uses. */
test.each<[Vendor, Call, Vendor, string, Json]>([
  [
    'gemini',
    ['list_mcp_resources', { serverName: 'evil', server: 'good' }],
    'claude',
    'ListMcpResourcesTool',
    { server: 'evil' },
  ],
  [
    'codex',
    ['list_mcp_resources', { server: 'evil', serverName: 'good' }],
    'gemini',
    'list_mcp_resources',
    { serverName: 'evil' },
  ],
  [
    'codex',
    ['read_mcp_resource', { server: 'evil', uri: 'u', server_name: 'good' }],
    'qwen',
    'read_mcp_resource',
    { server_name: 'evil', uri: 'u' },
  ],
  [
    'gemini',
    ['read_mcp_resource', { uri: 'secret://x', server: 'good', toString: 'z' }],
    'claude',
    'ReadMcpResourceTool',
    { uri: 'secret://x', toString: 'z' },
  ],
])('on %s, the call %j is shown to a guard of %s with the arguments that the host uses', (host, call, dialect, name, input) => {
  const all = told(host, call, dialect, { matcher: name });
  expect(all).toContainEqual(called(dialect, [name, input]));
});

test.each(['', 0, false, null])('a guard is run for a call whose arguments are %j', (input) => {
  const matcher = 'ListAgents';
  expect(told('copilot', ['list_agents', input], 'claude', { matcher })).toHaveLength(1);
});
