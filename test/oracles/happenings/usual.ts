import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapters, type Vendor } from '../../../src/adapters/index.ts';
import { listMcpNames } from '../../../src/translate/mcp-names.ts';
import type { Json } from '../../../src/util/json.ts';
import { firedAs } from '../../conformance/fixtures.ts';
import { type Happening, isObject } from '../effect.ts';

const folder = (vendor: string) =>
  join(import.meta.dirname, `../../../fixtures/${vendor}/payloads`);

/** Reads the recorded payloads of a vendor by name, older spellings included. */
export function readRecordedPayloads(vendor: string): Map<string, Json> {
  const all = new Map<string, Json>();
  for (const file of readdirSync(folder(vendor))) {
    const { payload } = JSON.parse(readFileSync(join(folder(vendor), file), 'utf8'));
    all.set(file.replace(/\.json$/, ''), payload);
  }
  return all;
}

const servers = ['github', 'my-server', 'my_db', 'x'];
const mcpToolNames = [
  ...['query', 'create_issue', 'query_all', 'read_file_lines', 'Shell', 'shell_exec', 'run'],
  'fetch_the_whole_of_a_document_with_a_very_long_name_indeed',
];
/** Calls of tools of MCP servers. */
export const mcpCalls = servers.flatMap((server) => mcpToolNames.map((tool) => ({ server, tool })));

/** Names of tools that no table has. */
export const unknownToolNames = [
  ...['my_tool', 'SemanticSearch', 'read_files', 'Shellfish', 'external_lint', 'powershell'],
  ...['smart_edit_file', 'file_operations', 'ui.click', 'activate_skill', 'ask_user', 'Bash'],
];

/**
 * Returns the event that is fired beside another: a sub-agent is a call of a tool as well, and both have events.
 */
function listCompanions(payload: Json, all: readonly Json[]): Json[] {
  const toolEvents: Json = { SubagentStart: 'PreToolUse', SubagentStop: 'PostToolUse' };
  const own = payload.hook_event_name as string;
  const called = toolEvents[own] as string | undefined;
  const isAgent = (one: Json) => /^(?:agent|task|spawn_agent)$/i.test(String(one.tool_name));
  const start = Object.keys(toolEvents).find((key) => toolEvents[key] === own && isAgent(payload));
  // One without a type was started by the client itself, as for a summary: no tool was called.
  const isCalled = (one: Json) => one.agent_type !== '';
  if (!(called || start) || !isCalled(payload)) return [];
  const found = all.find(
    (one) =>
      isCalled(one) && one.hook_event_name === (called ?? start) && (!called || isAgent(one)),
  );
  return found ? [found] : [];
}

/** Lists the incidents of a host that fires one event for a call: those recorded, and calls of other tools. */
export function listUsualHappenings(vendor: Vendor): Happening[] {
  const { bindings } = adapters[vendor];
  const all = readRecordedPayloads(vendor);
  const list: Happening[] = [...all].map(([name, payload]) => ({
    name,
    payloads: [payload, ...listCompanions(payload, [...all.values()])],
  }));
  for (const event of ['before-tool', 'after-tool'] as const) {
    const native = bindings.listFor(event)[0]?.native;
    const like = [...all.values()].find((one) => firedAs(vendor, one) === native);
    const [key] =
      Object.entries(like ?? {}).find(([, value]) => names(vendor).includes(value)) ?? [];
    const [input] = Object.entries(like ?? {}).find(([, value]) => isObject(value)) ?? [];
    if (key === undefined || input === undefined) continue;
    const called = (name: string) => ({ ...like, [key]: name, [input]: {} });
    for (const name of unknownToolNames) list.push({ name, payloads: [called(name)] });
    for (const one of mcpCalls)
      for (const name of new Set(listMcpNames(adapters[vendor], one)))
        list.push({ name, payloads: [called(name)], mcp: one });
  }
  return list;
}

const names = (vendor: Vendor): unknown[] => adapters[vendor].tools.flatMap((row) => row.names);
