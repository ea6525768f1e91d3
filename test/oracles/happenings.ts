import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Json } from '../../src/util/json.ts';
import { firedAs } from '../conformance/fixtures.ts';
import { isObject } from './effect.ts';

/** One incident in a host, such as a call, with the payload of every event that it fires there. */
export interface Happening {
  name: string;
  payloads: Json[];
  mcp?: { server: string; tool: string };
}

const folder = (vendor: string) => join(import.meta.dirname, `../../fixtures/${vendor}/payloads`);

/** Reads the recorded payloads of a vendor by name, older spellings included. */
function recorded(vendor: string): Map<string, Json> {
  const all = new Map<string, Json>();
  for (const file of readdirSync(folder(vendor))) {
    const { payload } = JSON.parse(readFileSync(join(folder(vendor), file), 'utf8'));
    all.set(file.replace(/\.json$/, ''), payload);
  }
  return all;
}

const servers = ['github', 'my-server', 'my_db', 'x'];
const served = [
  ...['query', 'create_issue', 'query_all', 'read_file_lines', 'Shell', 'shell_exec', 'run'],
  'fetch_the_whole_of_a_document_with_a_very_long_name_indeed',
];
const calls = servers.flatMap((server) => served.map((tool) => ({ server, tool })));

/** Names of tools that no table has. */
const strangers = [
  ...['my_tool', 'SemanticSearch', 'read_files', 'Shellfish', 'external_lint', 'powershell'],
  ...['smart_edit_file', 'file_operations', 'ui.click', 'activate_skill', 'ask_user', 'Bash'],
];

/** Returns the names of an MCP tool in every generation of Gemini CLI, written down by hand. */
const generations = ({ server, tool }: { server: string; tool: string }): string[] => {
  const whole = `mcp_${server}_${tool}`;
  const short = whole.length > 63 ? `${whole.slice(0, 30)}...${whole.slice(-30)}` : whole;
  return [short, `mcp__${server}__${tool}`, `${server}__${tool}`, tool];
};

function family(vendor: Vendor): Happening[] {
  const own = recorded(vendor);
  // Tabnine CLI's payloads are those of Gemini CLI, its parent.
  const all = new Map([...(vendor === 'tabnine' ? recorded('gemini') : []), ...own]);
  const list: Happening[] = [];
  const add = (name: string, payload: Json, mcp?: Happening['mcp']) =>
    list.push({ name, payloads: [payload], ...(mcp && { mcp }) });
  const before = all.get('BeforeTool-read_file-lines') as Json;
  const after = all.get('AfterTool-read_file') as Json;
  const ended = ({ tool_name, tool_input, mcp_context }: Json): Json[] => {
    const call = { ...after, tool_name, tool_input, ...(mcp_context ? { mcp_context } : {}) };
    const tool_response = { llmContent: 'x', returnDisplay: 'x' };
    return [
      { ...call, tool_response },
      { ...call, tool_response: { ...tool_response, error: { message: 'x' } } },
    ];
  };
  for (const [name, payload] of all) {
    add(name, payload);
    if (payload.hook_event_name !== 'BeforeTool') continue;
    for (const done of ended(payload)) add(`${name}, done`, done);
  }
  for (const tool_name of strangers) {
    const call = { ...before, tool_name, tool_input: {} };
    for (const payload of [call, ...ended(call)]) add(tool_name, payload);
  }
  for (const mcp of calls) {
    const names =
      vendor === 'terminai' ? [mcp.tool, `${mcp.server}__${mcp.tool}`] : generations(mcp);
    const context = { mcp_context: { server_name: mcp.server, tool_name: mcp.tool } };
    for (const tool_name of names) {
      for (const told of vendor === 'terminai' ? [{}] : [context, {}]) {
        const call = { ...before, tool_name, tool_input: {}, ...told };
        for (const payload of [call, ...ended(call)]) add(tool_name, payload, mcp);
      }
    }
  }
  return list;
}

/**
 * Returns the other events that Cursor fires for the same incident: one for tools in general, and one for
 * the kind of tool.
 */
function companion(payload: Json, all: Map<string, Json>): Json[] {
  const { command, file_path, tool_name, tool_input } = payload;
  const like = (name: string, more: Json) => [{ ...(all.get(name) as Json), ...more }];
  const input = (tool_input ?? {}) as Json;
  const path = input.file_path;
  const mcp = String(tool_name).startsWith('MCP:') && {
    tool_name: String(tool_name).slice(4),
    mcp_server_name: 'demo',
  };
  const own: Record<string, () => Json[]> = {
    beforeShellExecution: () =>
      like('cli-preToolUse-Shell', { tool_input: { command, cwd: '', timeout: 30_000 } }),
    afterShellExecution: () =>
      like('cli-postToolUse-Shell', { tool_input: { command, cwd: '', timeout: 30_000 } }),
    beforeReadFile: () => like('cli-preToolUse-Read', { tool_input: { file_path } }),
    afterFileEdit: () => like('cli-postToolUse-Write', { tool_input: { file_path, content: 'x' } }),
    beforeMCPExecution: () => like('cli-preToolUse-MCP', { tool_name: `MCP:${tool_name}` }),
    afterMCPExecution: () => like('cli-postToolUse-MCP', { tool_name: `MCP:${tool_name}` }),
    subagentStart: () => {
      const call = all.get('docs-preToolUse-Task')?.tool_input as Json;
      const { subagent_type = call.subagent_type, task: prompt = call.prompt } = payload;
      return like('docs-preToolUse-Task', { tool_input: { ...call, prompt, subagent_type } });
    },
    afterAgentResponse: () => like('cli-stop-0', {}),
    stop: () => like('cli-afterAgentResponse', {}),
    preToolUse: () => {
      if (mcp) return like('docs-beforeMCPExecution-url', mcp);
      if (tool_name === 'Shell')
        return like('cli-beforeShellExecution', { command: input.command });
      if (tool_name === 'Task') {
        const { subagent_type, prompt: task } = input;
        return like('docs-subagentStart', { subagent_type, task });
      }
      return tool_name === 'Read' && path ? like('cli-beforeReadFile', { file_path: path }) : [];
    },
    postToolUse: () => {
      if (mcp) return like('docs-afterMCPExecution', mcp);
      if (tool_name === 'Shell') return like('cli-afterShellExecution', { command: input.command });
      const edits = [{ old_string: 'a', new_string: 'b' }];
      return tool_name === 'Write' && path
        ? like('cli-afterFileEdit-edit', { file_path: path, edits })
        : [];
    },
  };
  return own[payload.hook_event_name as string]?.() ?? [];
}

function cursor(): Happening[] {
  const all = recorded('cursor');
  const get = (name: string, more: Json = {}) => ({ ...(all.get(name) as Json), ...more });
  const list: Happening[] = [...all].map(([name, payload]) => ({
    name,
    payloads: [payload, ...companion(payload, all)],
  }));
  for (const tool_name of strangers) {
    const call = { tool_name, tool_input: {} };
    for (const name of ['preToolUse-Grep', 'postToolUse-Grep'])
      list.push({ name: tool_name, payloads: [get(`cli-${name}`, call)] });
    list.push({ name: tool_name, payloads: [get('docs-postToolUseFailure-error', call)] });
  }
  for (const mcp of calls) {
    const call = { tool_name: `MCP:${mcp.tool}`, tool_input: {} };
    const bare = { tool_name: mcp.tool, mcp_server_name: mcp.server };
    const before = [get('cli-preToolUse-MCP', call), get('docs-beforeMCPExecution-url', bare)];
    const after = [get('cli-postToolUse-MCP', call), get('docs-afterMCPExecution', bare)];
    const failed = [
      get('docs-postToolUseFailure-error', call),
      get('docs-afterMCPExecution', bare),
    ];
    for (const payloads of [before, after, failed])
      list.push({ name: `MCP:${mcp.tool}`, payloads, mcp });
  }
  return list;
}

/**
 * Returns the event that is fired beside another: a sub-agent is a call of a tool as well, and both have events.
 */
function beside(payload: Json, all: readonly Json[]): Json[] {
  const calls: Json = { SubagentStart: 'PreToolUse', SubagentStop: 'PostToolUse' };
  const own = payload.hook_event_name as string;
  const called = calls[own] as string | undefined;
  const isAgent = (one: Json) => /^(?:agent|task|spawn_agent)$/i.test(String(one.tool_name));
  const start = Object.keys(calls).find((key) => calls[key] === own && isAgent(payload));
  // One without a type was started by the client itself, as for a summary: no tool was called.
  const isCalled = (one: Json) => one.agent_type !== '';
  if (!(called || start) || !isCalled(payload)) return [];
  const found = all.find(
    (one) =>
      isCalled(one) && one.hook_event_name === (called ?? start) && (!called || isAgent(one)),
  );
  return found ? [found] : [];
}

/**
 * Lists the incidents of Copilot CLI in one of its two spellings: our entries use only one. Its events for an
 * MCP call and for the start of a sub-agent are left out, since no answer to them stops anything; the events
 * before them do.
 */
function copilot(vendor: Vendor): Happening[] {
  const all = recorded(vendor);
  const beside: Record<string, string> = {
    'preToolUse-task': 'subagentStart',
    'postToolUse-task': 'subagentStop',
  };
  return usual(vendor)
    .filter(({ name }) => !/^[A-Z]|^preMcp|^subagent/.test(name))
    .map((one) => {
      const more = all.get(beside[one.name] ?? '');
      return more ? { ...one, payloads: [...one.payloads, more] } : one;
    });
}

/** Lists the incidents of a host that fires one event for a call: those recorded, and calls of other tools. */
function usual(vendor: Vendor): Happening[] {
  const { bindings, mcp } = adapters[vendor];
  const all = recorded(vendor);
  const list: Happening[] = [...all].map(([name, payload]) => ({
    name,
    payloads: [payload, ...beside(payload, [...all.values()])],
  }));
  for (const event of ['before-tool', 'after-tool'] as const) {
    const native = bindings.listFor(event)[0]?.native;
    const like = [...all.values()].find((one) => firedAs(vendor, one) === native);
    const [key] =
      Object.entries(like ?? {}).find(([, value]) => names(vendor).includes(value)) ?? [];
    const [input] = Object.entries(like ?? {}).find(([, value]) => isObject(value)) ?? [];
    if (key === undefined || input === undefined) continue;
    const called = (name: string) => ({ ...like, [key]: name, [input]: {} });
    for (const name of strangers) list.push({ name, payloads: [called(name)] });
    for (const one of calls)
      for (const name of new Set([mcp.write(one), ...mcp.names(one)]))
        list.push({ name, payloads: [called(name)], mcp: one });
  }
  return list;
}

const names = (vendor: Vendor): unknown[] => adapters[vendor].tools.flatMap((row) => row.names);

/** How incidents are listed for vendors that fire several events for one, or whose tools have several names. */
const known: Partial<Record<Vendor, (vendor: Vendor) => Happening[]>> = {
  gemini: family,
  tabnine: family,
  terminai: family,
  cursor,
  copilot,
};

/** Lists all incidents that we know of in a host. */
export function happeningsIn(host: Vendor): readonly Happening[] {
  const all = happenings.get(host) ?? (known[host] ?? usual)(host);
  happenings.set(host, all);
  return all;
}

const happenings = new Map<Vendor, readonly Happening[]>();
