/** Judges the words that a matcher of the canonical dialect can match: what they mean in each agent. */
import { adapters } from '../adapters/index.ts';
import { toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import { hasToolName } from '../coverage/names.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { findRowToWrite } from '../mapping/tools.ts';
import { canonicalId } from '../settings/neutral/names.ts';
import { adapterOf } from '../translate/host.ts';
import { keysOf } from '../util/keys-of.ts';
import { findNearestWord } from '../util/words.ts';
import { trimWildcards, wildcardText } from './alternatives.ts';
import {
  findToolsNamed,
  hasMcpPrefix,
  isNameOfOtherAgent,
  parseMcpName,
  patternOfEveryServer,
} from './tool-suggestions.ts';

/** What a word of a matcher is in one agent. */
export type MeaningInHost =
  /** It may be the name of a tool that no table has, such as that of an MCP server. */
  | 'possible'
  /** No call of the agent has it, although the agent has such a tool, or such tools of MCP servers. */
  | 'stranger'
  /** No call of the agent has it, and the agent has no such tool. */
  | 'absent';

/** What a word of a matcher was probably meant for. */
export interface Intent {
  /** The canonical tools. Absent: it is no name of a tool. */
  tools?: readonly ToolName[];
  /** An expression for MCP tools as the canonical dialect names them, such as `github/.*`. */
  mcp?: string;
}

const canonical = (): Adapter => adapterOf(canonicalId);

/** Returns the canonical tools that a name is for, in the words of any agent or of people in general. */
export function toolsCalled(name: string): ToolName[] {
  return hasToolName(canonical(), name) ? [name as ToolName] : findToolsNamed(canonical(), name);
}

/** Returns all names that an agent, the canonical dialect or people in general have for tools. */
const allNames = (): string[] => [
  ...canonicalNames(),
  ...Object.values<Adapter>(adapters).flatMap(({ tools }) => tools.flatMap(({ names }) => names)),
];

const canonicalNames = (): string[] => keysOf(toolKinds).filter((name) => name !== 'other');

/** Tells whether two words are so near that one is a slip of the pen: two letters changed places, or one is missing. */
function isSlip(word: string, name: string): boolean {
  const [a, b] = [word.toLowerCase(), name.toLowerCase()];
  if (a === b) return true;
  if (a === `${b}s` || a.length < 4) return false; // a plural may be a name of its own
  const hasSameLetters = [...a].sort().join('') === [...b].sort().join('');
  return hasSameLetters || a.length !== b.length || a.length > 4;
}

/** Returns the canonical tools that a misspelled name was meant for. */
function toolsNearly(word: string): ToolName[] {
  const nearest = findNearestWord(word, allNames());
  return nearest !== undefined && isSlip(word, nearest) ? toolsCalled(nearest) : [];
}

/** Returns what a word that is no tool's name here was probably meant for. Undefined: there is no guess. */
export function guessIntent(word: string): Intent | undefined {
  const core = withoutWildcards(word);
  const isWhole = core === word;
  const mcp = parseForeignMcp(word);
  if (mcp) return { mcp };
  if (isWhole || /[A-Z_]/.test(core) || core === 'bash') {
    const tools = toolsCalled(core);
    if (tools.length || isNameOfOtherAgent(canonical(), core)) return { tools };
  }
  // No name has such a character: it is a rule such as `Bash(git *)`, or a list such as `Bash, Write`.
  if (/[^\w.:/-]/.test(core)) {
    const tools = core.split(/\W+/).flatMap((name) => toolsCalled(name));
    return tools.length ? { tools } : undefined;
  }
  const tools = isWhole ? toolsNearly(core) : [];
  return tools.length ? { tools } : undefined;
}

const withoutWildcards = (word: string): string => trimWildcards(word);

const agents = (): Adapter[] =>
  Object.values<Adapter>(adapters).filter(({ tools }) => tools.length > 0);

/** Returns the canonical expression for a word that is spelled as the MCP names of some agents: `mcp__github__x`. */
function parseForeignMcp(word: string): string | undefined {
  const core = withoutWildcards(word);
  const withPrefix = agents().filter(hasMcpPrefix);
  if (withPrefix.some((one) => patternOfEveryServer(one, core) !== undefined)) return '.+/.+';
  for (const agent of withPrefix) {
    const tool = parseNameWithoutServer(agent, core);
    if (tool !== undefined) return tool;
    const parsed = [word, word + wildcardText].flatMap((one) => parseMcpName(agent, one) ?? [])[0];
    if (!parsed) continue;
    const name = canonical().mcp.write(parsed).replaceAll(wildcardText, '.*');
    return name.startsWith('.*') ? name.slice(2) : name;
  }
  return undefined;
}

/**
 * Returns the tool of an MCP tool's name in an agent whose names have a prefix and no server, such as `MCP:query`.
 * Undefined: the word is no such name.
 */
function parseNameWithoutServer({ mcp }: Adapter, word: string): string | undefined {
  const { server, tool } = mcp.read(word) ?? {};
  const isName = server === undefined && tool && tool !== word && mcp.write({ tool }) === word;
  return isName ? tool : undefined;
}

/** Tells what a word, which matches no sample call of a host, is in that host. */
export function judgeInHost(host: Adapter, word: string, meant: Intent | undefined): MeaningInHost {
  if (meant?.mcp !== undefined) {
    const isOwn =
      parseNameWithoutServer(host, withoutWildcards(word)) !== undefined ||
      [word, word + wildcardText].some((one) => parseMcpName(host, one));
    const isOwnPrefix =
      hasMcpPrefix(host) &&
      host.mcp
        .write({ server: wildcardText, tool: wildcardText })
        .startsWith(withoutWildcards(word));
    return (isOwn && hasMcpPrefix(host)) || isOwnPrefix ? 'possible' : 'stranger';
  }
  if (!meant?.tools) return 'possible';
  const hasTool = meant.tools.some((tool) => findRowToWrite(host, tool));
  return hasTool ? 'stranger' : 'absent';
}
