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

/** Returns the canonical tools that another agent, or people, call by a name. */
function findToolsCalled(agent: Adapter, name: string): ToolName[] {
  const found = otherAgents(agent).flatMap((one) => findToolRow(one, name, {})?.tool ?? []);
  const common = Object.hasOwn(commonNames, name.toLowerCase()) && commonNames[name.toLowerCase()];
  return [...new Set([...found, ...(common ? [common] : [])])].filter((tool) => tool !== 'other');
}

/**
 * Suggests the agent's own names for a name of another agent, a common name, or a misspelling.
 *
 * @returns `names` is empty if the agent has no such tool. Undefined: the name is right, or nothing is
 * known about it.
 */
export function suggestNames(agent: Adapter, name: string): { names: string[] } | undefined {
  if (hasToolName(agent, name)) {
    // The agent's documentation uses this name, and its calls use the first name of the row.
    const now = agent.tools.find(({ names }) => names.includes(name))?.names[0] ?? name;
    return now === name ? undefined : { names: [now] };
  }
  const tools = findToolsCalled(agent, name);
  const names = tools.flatMap((tool) => findRowToWrite(agent, tool)?.names[0] ?? []);
  if (names.length) return { names: [...new Set(names)] };
  const near = findNearestWord(
    name,
    agent.tools.flatMap((row) => row.names),
  );
  if (near !== undefined) return { names: [near] };
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
 * Returns an MCP tool's name in another agent's spelling, in this agent's spelling. Undefined: it is
 * no such name.
 */
export function respellMcpName(agent: Adapter, word: string): string | undefined {
  for (const other of otherAgents(agent).filter(mcpPrefixOf)) {
    const read = [word, word + wildcardText].flatMap((one) => parseMcpName(other, one) ?? [])[0];
    const own = read && agent.mcp.write(read);
    if (own !== undefined && own !== word) return own.replaceAll(wildcardText, '.*');
  }
  return undefined;
}

/**
 * Returns the matcher for all tools of an MCP server, for a word that names the server only.
 * Undefined: the word does not.
 */
export function serverPatternOf(agent: Adapter, word: string): string | undefined {
  const prefix = mcpPrefixOf(agent);
  const server = prefix && word.startsWith(prefix) ? word.slice(prefix.length) : '';
  return /^[\w-]+$/.test(server)
    ? agent.mcp.write({ server, tool: wildcardText }).replace(wildcardText, '.*')
    : undefined;
}
