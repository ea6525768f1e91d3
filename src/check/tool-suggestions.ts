/** Suggests the tools that an unknown name in a matcher was probably meant for. */
import { adapters } from '../adapters/index.ts';
import type { ToolName } from '../canonical/tool.ts';
import { hasToolName } from '../coverage/names.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { findRowToWrite, findToolRow } from '../mapping/tools.ts';
import { keysOf } from '../util/keys-of.ts';
import { findNearestWord } from '../util/words.ts';
import { wildcardText } from './alternatives.ts';

/** By tool: names in small letters that people often write for it, whether or not an agent has them. */
const commonNames: Partial<Record<ToolName, readonly string[]>> = {
  shell: ['shell', 'bash', 'terminal', 'execute_command', 'run_command', 'run_terminal_cmd'],
  write: ['write', 'create_file', 'write_to_file'],
  edit: [
    'edit',
    'edit_file',
    'multiedit',
    'search_replace',
    'str_replace',
    'replace_in_file',
    'replace_file_content',
    'multi_replace_file_content',
    'apply_diff',
  ],
  delete: ['delete_file'],
  search: ['web_search'],
  read: ['read', 'view_file'],
  list: ['list_dir'],
  grep: ['grep'],
  fetch: ['fetch'],
};

/** Returns all agents that have tools, without the given one. */
const otherAgents = (agent: Adapter): Adapter[] =>
  Object.values<Adapter>(adapters).filter((other) => other !== agent && other.tools.length > 0);

/** Returns the canonical tools that other agents, or people in general, call by a name. */
export function findToolsNamed(agent: Adapter, name: string): ToolName[] {
  const ofAgents = otherAgents(agent).flatMap((other) => findToolRow(other, name, {})?.tool ?? []);
  const common = keysOf(commonNames).filter((tool) =>
    commonNames[tool]?.includes(name.toLowerCase()),
  );
  return [...new Set([...ofAgents, ...common])].filter((tool) => tool !== 'other');
}

/**
 * Suggests the agent's own names for a name of another agent, a common name, or a misspelling.
 *
 * @returns `names` is empty if only other agents have such a tool. Undefined: the name is right, or nothing like
 * it is known.
 */
export function suggestNames(agent: Adapter, name: string): { names: string[] } | undefined {
  if (hasToolName(agent, name)) {
    // A row may list a name from the agent's documentation; calls have the first name of the row.
    const current = agent.tools.find(({ names }) => names.includes(name))?.names[0] ?? name;
    return current === name ? undefined : { names: [current] };
  }
  const tools = findToolsNamed(agent, name);
  const names = tools.flatMap((tool) => findRowToWrite(agent, tool)?.names[0] ?? []);
  if (names.length) return { names: [...new Set(names)] };
  const ownNames = agent.tools.flatMap((row) => row.names);
  const nearest = findNearestWord(name, ownNames);
  if (nearest !== undefined) return { names: [nearest] };
  const isForeign = otherAgents(agent).some((other) => hasToolName(other, name));
  return tools.length || isForeign ? { names: [] } : undefined;
}

/** Tells whether another agent than the given one has a tool of exactly this name, or many people call one so. */
export const isNameOfOtherAgent = (agent: Adapter, name: string): boolean =>
  otherAgents(agent).some((other) => hasToolName(other, name)) ||
  Object.values(commonNames).some((names) => names.includes(name));

/**
 * Returns the agent's own names for the tool of another agent whose name a word nearly is. Undefined: the word
 * is near to none.
 */
export function nearestToolNames(agent: Adapter, word: string): string[] | undefined {
  const names = otherAgents(agent).flatMap((other) => other.tools.flatMap((row) => row.names));
  const nearest = findNearestWord(word, [
    ...new Set([...names, ...Object.values(commonNames).flat()]),
  ]);
  const own = nearest === undefined ? undefined : suggestNames(agent, nearest)?.names;
  return own?.length ? own.slice(0, 1) : undefined;
}

/**
 * Returns the matcher for all tools of all MCP servers, if a word is what the names of MCP tools begin with in this
 * agent or another, such as `mcp__`. Undefined: it is not.
 */
export function patternOfEveryServer(agent: Adapter, word: string): string | undefined {
  const isPrefix = [agent, ...otherAgents(agent)].some((one) => mcpPrefixOf(one) === word);
  return isPrefix
    ? agent.mcp.write({ server: wildcardText, tool: wildcardText }).replaceAll(wildcardText, '.*')
    : undefined;
}

/** Tells whether the names of an agent's MCP tools begin with a word of its own, such as `mcp__`. */
export const hasMcpPrefix = (agent: Adapter): boolean => mcpPrefixOf(agent) !== '';

/** Returns what the names of an agent's MCP tools begin with, before the server: `mcp__`, or nothing. */
const mcpPrefixOf = ({ mcp }: Adapter): string =>
  mcp.write({ server: wildcardText, tool: 'x' }).split(wildcardText)[0] ?? '';

/** Returns the server and the tool of an MCP tool's name. Undefined: the agent never writes such a name. */
export function parseMcpName(
  { mcp }: Adapter,
  word: string,
): { server: string; tool: string } | undefined {
  const { server, tool } = mcp.read(word) ?? {};
  return server && tool && mcp.write({ server, tool }) === word ? { server, tool } : undefined;
}

/**
 * Respells the name of an MCP tool from another agent's spelling to this agent's. Undefined: no other agent
 * spells a name so, or this agent spells it in the same way.
 */
export function respellMcpName(agent: Adapter, word: string): string | undefined {
  for (const other of otherAgents(agent).filter(mcpPrefixOf)) {
    const parsed = [word, word + wildcardText].flatMap((one) => parseMcpName(other, one) ?? [])[0];
    const respelled = parsed && agent.mcp.write(parsed);
    if (respelled !== undefined && respelled !== word)
      return respelled.replaceAll(wildcardText, '.*');
  }
  return undefined;
}

/**
 * Returns the matcher for all tools of an MCP server, if a word names the server only, such as
 * `mcp__github`. Undefined: it does not.
 */
export function serverPatternOf(agent: Adapter, word: string): string | undefined {
  const prefix = mcpPrefixOf(agent);
  const server = prefix && word.startsWith(prefix) ? word.slice(prefix.length) : '';
  return /^[\w-]+$/.test(server)
    ? agent.mcp.write({ server, tool: wildcardText }).replace(wildcardText, '.*')
    : undefined;
}
