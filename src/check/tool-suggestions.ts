/** Suggests the tools that an unknown name in a matcher was probably meant for. */
import { adapters } from '../adapters/index.ts';
import type { ToolName } from '../canonical/tool.ts';
import { hasToolName } from '../coverage/names.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { findRowToWrite, findToolRow } from '../mapping/tools.ts';
import { findNearestWord } from '../util/words.ts';
import { wildcardText } from './alternatives.ts';

/** Names that people often write, although no supported agent has them. */
const commonNames: Readonly<Record<string, ToolName>> = {
  shell: 'shell',
  bash: 'shell',
  terminal: 'shell',
  execute_command: 'shell',
  run_command: 'shell',
  run_terminal_cmd: 'shell',
  write: 'write',
  create_file: 'write',
  write_to_file: 'write',
  edit: 'edit',
  edit_file: 'edit',
  multiedit: 'edit',
  search_replace: 'edit',
  str_replace: 'edit',
  replace_in_file: 'edit',
  replace_file_content: 'edit',
  multi_replace_file_content: 'edit',
  apply_diff: 'edit',
  delete_file: 'delete',
  web_search: 'search',
  read: 'read',
  view_file: 'read',
  list_dir: 'list',
  grep: 'grep',
  fetch: 'fetch',
};

const otherAgents = (agent: Adapter): Adapter[] =>
  Object.values<Adapter>(adapters).filter((one) => one !== agent && one.tools.length > 0);

/** Returns the canonical tools that other agents, or people in general, call by a name. */
function findToolsNamed(agent: Adapter, name: string): ToolName[] {
  const ofAgents = otherAgents(agent).flatMap((one) => findToolRow(one, name, {})?.tool ?? []);
  const common = Object.hasOwn(commonNames, name.toLowerCase()) && commonNames[name.toLowerCase()];
  return [...new Set([...ofAgents, ...(common ? [common] : [])])].filter(
    (tool) => tool !== 'other',
  );
}

/**
 * Suggests the agent's own names for a name of another agent, a common name, or a misspelling.
 *
 * @returns `names` is empty if only other agents have such a tool. Undefined: the name is right, or no agent
 * is known to have it.
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
  const nearest = findNearestWord(
    name,
    agent.tools.flatMap((row) => row.names),
  );
  if (nearest !== undefined) return { names: [nearest] };
  return tools.length || otherAgents(agent).some((one) => hasToolName(one, name))
    ? { names: [] }
    : undefined;
}

/** Returns the prefix of the names of an agent's MCP tools. */
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
