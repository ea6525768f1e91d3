// Tools that several agents have: a guard that knows one by its own agent's name is asked.
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Flags } from '../../src/canonical/flags.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { prepare, toldOf } from '../../src/shim/prepare.ts';
import { findHost } from '../../src/translate/host.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads, worldOf } from '../conformance/fixtures.ts';
import { starts } from '../oracles/index.ts';
import { entriesFor } from '../settings/delivery.ts';
import { flagsFor, nothing } from './places.ts';

type Call = readonly [name: string, input: unknown];

const patch = '*** Begin Patch\n*** Add File: /w/x\n+a\n*** End Patch';
const cell = { notebook_path: '/w/a.ipynb', cell_id: 'c', new_source: 'b' };
const watch = { command: 'ls', description: 'd' };
const questions = [{ question: 'q', header: 'h', options: [] }];

/** What each agent calls the tool, and one call of it, by facts/ and what their clients were seen to say. */
const calls: Readonly<Record<string, Partial<Record<Vendor, Call>>>> = {
  'a skill': {
    claude: ['Skill', { skill: 'x' }],
    qwen: ['skill', { skill: 'x' }],
    copilot: ['skill', { skill: 'x' }],
    gemini: ['activate_skill', { name: 'x' }],
  },
  'what a server offers': {
    claude: ['ReadMcpResourceTool', { server: 's', uri: 'u' }],
    codex: ['read_mcp_resource', { server: 's', uri: 'u' }],
    qwen: ['read_mcp_resource', { server_name: 's', uri: 'u' }],
  },
  'what a server offers, found by its address': {
    claude: ['ReadMcpResourceTool', { uri: 'u' }],
    gemini: ['read_mcp_resource', { uri: 'u' }],
    qwen: ['read_mcp_resource', { uri: 'u' }],
  },
  'a list of that': {
    claude: ['ListMcpResourcesTool', { server: 's' }],
    codex: ['list_mcp_resources', { server: 's' }],
    gemini: ['list_mcp_resources', { serverName: 's' }],
  },
  'coming back later': {
    claude: ['ScheduleWakeup', { delaySeconds: 60, prompt: 'x' }],
    qwen: ['loop_wakeup', { delaySeconds: 60, prompt: 'x' }],
  },
  'a cell of a notebook': { claude: ['NotebookEdit', cell], qwen: ['notebook_edit', cell] },
  'a command that is watched': { claude: ['Monitor', watch], qwen: ['monitor', watch] },
  'a patch of one file': {
    codex: ['apply_patch', { command: patch }],
    copilot: ['apply_patch', patch],
  },
  'a question to the person': {
    claude: ['AskUserQuestion', { questions }],
    qwen: ['ask_user_question', { questions }],
    gemini: ['ask_user', { questions }],
  },
  'a plan': {
    claude: ['ExitPlanMode', { plan: 'p' }],
    qwen: ['exit_plan_mode', { plan: 'p' }],
  },
  'a task for later': {
    claude: ['CronCreate', { cron: '* * * * *', prompt: 'p' }],
    qwen: ['cron_create', { cron: '* * * * *', prompt: 'p' }],
  },
  'a tool that is looked for': {
    claude: ['ToolSearch', { query: 'q' }],
    qwen: ['tool_search', { query: 'q' }],
  },
};

/** The gate of each, the fixture that fired it, and where tool and arguments stand. */
const gates: Partial<Record<Vendor, readonly [event: string, fixture: string, ...keys: string[]]>> =
  {
    claude: ['PreToolUse', 'PreToolUse-Bash-background-shell', 'tool_name', 'tool_input'],
    codex: ['PreToolUse', 'PreToolUse-Bash', 'tool_name', 'tool_input'],
    qwen: ['PreToolUse', 'PreToolUse-skill', 'tool_name', 'tool_input'],
    copilot: ['preToolUse', 'preToolUse-skill', 'toolName', 'toolArgs'],
    gemini: ['BeforeTool', 'BeforeTool-activate_skill', 'tool_name', 'tool_input'],
  };

const gateOf = (vendor: Vendor) => gates[vendor] as NonNullable<(typeof gates)[Vendor]>;

function payloadOf(vendor: Vendor, [name, input]: Call): Json {
  const [, fixture, nameKey = '', inputKey = ''] = gateOf(vendor);
  const payload = payloads[vendor]?.[fixture]?.payload;
  if (!payload) throw new Error(`${vendor} has no fixture ${fixture}`);
  return { ...payload, [nameKey]: name, [inputKey]: input };
}

/** What a hook of a dialect is told of a call, with such flags. */
function told(host: Vendor, call: Call, dialect: Vendor, more: Partial<Flags>): Json[] {
  const [native] = gateOf(dialect);
  const [fired] = gateOf(host);
  const flags = { ...flagsFor(host, dialect, native), hostEvent: fired, ...more };
  const at = findHost(flags, payloadOf(host, call), {});
  const run = prepare(flags, at, adapters[dialect] as Adapter, worldOf(undefined), () => nothing);
  return toldOf(run, (code, globals) =>
    new Function(...Object.keys(globals), `return ${code}`)(...Object.values(globals)),
  ).map(({ payload }) => payload);
}

const cases = Object.entries(calls).flatMap(([what, all]) => {
  const some = Object.entries(all) as [Vendor, Call][];
  return some.flatMap(([host, call]) =>
    some
      .filter(([other]) => other !== host)
      .map(([dialect, own]) => ({ what, host, call, dialect, own })),
  );
});

test.each(cases)('$what in $host, a guard of $dialect', ({
  host,
  call,
  dialect,
  own: [name, input],
}) => {
  const [, , nameKey = '', inputKey = ''] = gateOf(dialect);
  const as = { [nameKey]: name, [inputKey]: input };
  // With its name alone, and among others; without a matcher a script knows it by its name.
  for (const matcher of [name, `^${name}$`, undefined])
    expect(told(host, call, dialect, matcher === undefined ? {} : { matcher })).toContainEqual(
      expect.objectContaining(as),
    );
  expect(told(host, call, dialect, { matcher: 'NothingLikeIt' })).toEqual([]);
});

test.each(cases)('$what in $host, a converted guard of $dialect', ({
  host,
  call,
  dialect,
  own: [name],
}) => {
  const [native] = gateOf(dialect);
  const entries = entriesFor(host, { speaks: dialect, event: native, command: 'x', matcher: name });
  const payload = payloadOf(host, call);
  const [fired] = gateOf(host);
  expect(
    entries.some((one) => one.event === fired && starts(host, fired, one.matcher, payload)),
  ).toBe(true);
});

test('a rule about a notebook holds for another agent’s', () => {
  const [host, dialect] = ['qwen', 'claude'] as const;
  const asks = (condition: string) =>
    told(host, ['notebook_edit', cell], dialect, { condition }).length;
  expect(asks('NotebookEdit(*.ipynb)')).toBe(1);
  expect(asks('NotebookEdit(*.txt)')).toBe(0);
});

/** Arguments beside the host's own, which it takes and ignores: no guard is told them in their place. */
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
])('%s, called %j, tells a guard of %s the arguments that count', (host, call, dialect, name, input) => {
  const [, , nameKey = '', inputKey = ''] = gateOf(dialect);
  const all = told(host, call, dialect, { matcher: name });
  expect(all).toContainEqual(expect.objectContaining({ [nameKey]: name, [inputKey]: input }));
});

test.each(['', 0, false, null])('arguments that are %j are no reason not to ask', (input) => {
  const matcher = 'ListAgents';
  expect(told('copilot', ['list_agents', input], 'claude', { matcher })).toHaveLength(1);
});
