/** Finds the tool that a person names in a call: also the tool of an MCP server. */
import { toolKinds } from '../../canonical/kinds.ts';
import type { ToolName } from '../../canonical/tool.ts';
import { keysOf } from '../../util/keys-of.ts';
import { formatValue } from '../../util/words.ts';
import { findTool } from '../other-names.ts';

/** What a word for a tool stands for. `mcp`: the server and the tool, for a name that says both. */
export interface NamedTool {
  tool: ToolName;
  mcp?: { server: string; tool: string };
}

/** Returns the tool that a word stands for. Undefined: the word is not known, or misspelt. */
export function readToolWord(word: string): NamedTool | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(word) ?? [];
  if (server !== undefined && tool !== undefined) return { tool: 'mcp', mcp: { server, tool } };
  const meaning = findTool(word);
  return meaning?.isSure ? { tool: meaning.name } : undefined;
}

/** Returns the message about a word that is no tool. */
export function describeUnknownTool(word: unknown): string {
  const meant = typeof word === 'string' ? findTool(word)?.name : undefined;
  const hint =
    meant === undefined
      ? `; there are ${keysOf(toolKinds).join(', ')}`
      : `; did you mean "${meant}"?`;
  return `unknown tool ${formatValue(word)}${hint}`;
}
