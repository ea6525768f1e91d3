/** Finds the canonical tool that a person means by a word: its own name, or what some agent calls it. */
import type { ToolName } from '../../canonical/tool.ts';
import { tools } from '../../canonical/tool.ts';
import { listAdapters } from '../../translate/host.ts';
import { keysOf } from '../../util/keys-of.ts';
import { once } from '../../util/once.ts';
import { findNearestWord, formatValue } from '../../util/words.ts';

/** The names of all canonical tools. */
export const toolNames = keysOf(tools);

/** What a word for a tool stands for. `mcp`: the server and the tool, for a name that says both. */
export interface NamedTool {
  tool: ToolName;
  mcp?: { server: string; tool: string };
}

/** What agents call each tool, in small letters. A name that is of several tools stands for none. */
const nativeNames = once(() => {
  const found = new Map<string, Set<ToolName>>();
  for (const { tool, names } of listAdapters().flatMap((agent) => agent.tools)) {
    for (const name of tool === 'mcp' || tool === 'other' ? [] : names) {
      const word = name.toLowerCase();
      found.set(word, (found.get(word) ?? new Set()).add(tool));
    }
  }
  return new Map(
    [...found].filter(([, all]) => all.size === 1).map(([word, [one]]) => [word, one]),
  );
});

/** Returns the tool that a word stands for. Undefined: the word is not known. */
export function findTool(word: string): NamedTool | undefined {
  const lowercase = word.toLowerCase();
  const canonical = toolNames.find((tool) => tool === lowercase);
  if (canonical) return { tool: canonical };
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(word) ?? [];
  if (server !== undefined && tool !== undefined) return { tool: 'mcp', mcp: { server, tool } };
  const native = nativeNames().get(lowercase);
  return native && { tool: native };
}

/** Returns the message about a word that is no tool. */
export function describeUnknownTool(word: unknown): string {
  const nearest =
    typeof word === 'string'
      ? (findNearestWord(word, toolNames) ?? findNearestWord(word, [...nativeNames().keys()]))
      : undefined;
  const meant = nearest === undefined ? undefined : findTool(nearest)?.tool;
  const hint =
    meant === undefined ? `; there are ${toolNames.join(', ')}` : `; did you mean "${meant}"?`;
  return `unknown tool ${formatValue(word)}${hint}`;
}
