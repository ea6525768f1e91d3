import { toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Dialect, McpTool } from '../mapping/adapter.ts';
import { type EquivalentTools, equivalentNameOf } from '../mapping/equivalent-tools.ts';
import { findRowToWrite } from '../mapping/tools.ts';
import { dialectOf, isAdapter, type VendorOrDialect } from './agent.ts';
import { optionsOf, textFrom } from './arguments.ts';

/**
 * The two sides of a translation of names. The id `anyhook` stands for the canonical names; in `anyhook/core`, which knows
 * no ids, it is the dialect `anyhook` that this entry point exports.
 */
export interface FromTo {
  from: VendorOrDialect;
  to: VendorOrDialect;
}

/** Returns both sides. Throws `vendor` or `usage` where one is missing. */
function sidesOf(sides: FromTo): { from: Dialect; to: Dialect } {
  const { from, to } = optionsOf(sides ?? {}, ['from', 'to']);
  if (from === undefined || to === undefined)
    throw new AnyhookError('usage', 'the names: say { from, to }, each an agent or anyhook');
  return { from: dialectOf(from), to: dialectOf(to) };
}

const isCanonical = ({ id }: Dialect): boolean => id === 'anyhook';
/** The name of an MCP tool in canonical words, as matchers and `anyhook.yaml` have it. */
const mcpName = /^mcp__(.+?)__(.+)$/s;

/** What a name stands for: a canonical tool, a tool of an MCP server, or a tool by its purpose that only some agents have. */
type Meaning = { tool: ToolName } | { mcp: McpTool } | { purpose: string };

/** Returns the tools that an agent has besides canonical tools. A dialect without the rest of its adapter tells none. */
const toolsByPurpose = (dialect: Dialect): EquivalentTools =>
  (isAdapter(dialect) && dialect.equivalentTools) || {};

/** Returns what an agent's name for a tool stands for, or undefined where it has no tool of that name. */
function meaningOf(adapter: Dialect, name: string): Meaning | undefined {
  if (isCanonical(adapter)) {
    const [, server, tool] = mcpName.exec(name) ?? [];
    if (tool !== undefined) return { mcp: { server, tool } };
    const isTool = Object.hasOwn(toolKinds, name) && name !== 'mcp' && name !== 'other';
    return isTool ? { tool: name as ToolName } : undefined;
  }
  const row = adapter.tools.find((one) => one.names.includes(name) || one.nameInEvents === name);
  if (row) return { tool: row.tool };
  const purpose = Object.entries(toolsByPurpose(adapter)).find(
    ([, tool]) => equivalentNameOf(tool) === name,
  )?.[0];
  if (purpose !== undefined) return { purpose };
  const { server, tool } = adapter.mcp.read(name) ?? {};
  // A name without a server says too little. In `mcp__x`, no server is named either, but an agent of which every name may be one
  // of an MCP tool reads `mcp` as one.
  return server && tool && name !== `mcp__${tool}` ? { mcp: { server, tool } } : undefined;
}

/** Returns an agent's name for what a name of another agent stands for, or undefined where it has none. */
function nameFor(adapter: Dialect, meaning: Meaning): string | undefined {
  if ('mcp' in meaning) {
    const { server, tool } = meaning.mcp;
    return isCanonical(adapter) ? `mcp__${server ?? ''}__${tool}` : adapter.mcp.write(meaning.mcp);
  }
  if ('tool' in meaning)
    return isCanonical(adapter) ? meaning.tool : findRowToWrite(adapter, meaning.tool)?.names[0];
  const tool = Object.entries(toolsByPurpose(adapter)).find(
    ([purpose]) => purpose === meaning.purpose,
  )?.[1];
  return tool && equivalentNameOf(tool);
}

/**
 * Returns one agent's name for a tool of another agent. Of an agent with several tools of one kind, it is the one that
 * usually does the work. A tool of an MCP server is called `mcp__SERVER__TOOL` in canonical words. In TerminaI, where it has two
 * names, the answer is the one that states the server.
 *
 * @param name A name as payloads of `from` have it, such as `Bash`. If `from` is `anyhook`: a canonical name, such as `shell`.
 *   Tools that are no canonical tools, such as the one for skills, are known to whole adapters only: with dialects, the answer is
 *   undefined.
 * @returns Undefined: `from` has no tool of that name, or `to` has no such tool. Also for a tool of which one call is several, such
 *   as `MultiEdit`, and for the name of an MCP tool that does not state the server (`MCP:x` in Cursor, `x` in TerminaI):
 *   nobody knows what another agent calls it.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * toolName('Bash', { from: 'claude', to: 'gemini' }); // 'run_shell_command'
 * toolName('shell', { from: 'anyhook', to: 'cursor' }); // 'Shell'
 * toolName('mcp__github__get_me', { from: 'claude', to: 'gemini' }); // 'mcp_github_get_me'
 */
export function toolName(name: string, sides: FromTo): string | undefined {
  return closed(() => {
    const { from, to } = sidesOf(sides);
    const meaning = meaningOf(from, textFrom(name, 'name of the tool'));
    return meaning && nameFor(to, meaning);
  });
}

/**
 * Returns one agent's name for an event of another agent. Of an agent with several native events for it, it is
 * the one that serves the most calls.
 *
 * @param name A name as payloads of `from` have it, such as `PreToolUse`. If `from` is `anyhook`: a canonical name, such as `stop`.
 * @returns Undefined: `from` has no event of that name, or `to` has no such event.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * eventName('PreToolUse', { from: 'claude', to: 'cursor' }); // 'preToolUse'
 * eventName('stop', { from: 'anyhook', to: 'gemini' }); // 'AfterAgent'
 */
export function eventName(name: string, sides: FromTo): string | undefined {
  return closed(() => {
    const { from, to } = sidesOf(sides);
    const event = from.bindings.find(textFrom(name, 'name of the event'))?.event;
    return event && to.bindings.listFor(event)[0]?.native;
  });
}
