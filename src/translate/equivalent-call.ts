/** Calls of tools that have no canonical form and that several agents have, each under a name of its own. */
import type { Draft } from '../mapping/adapter.ts';
import type { EquivalentTool, ToolPurpose } from '../mapping/equivalent-tools.ts';
import { equivalentNameOf } from '../mapping/equivalent-tools.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HostCall } from './call-inputs.ts';

/**
 * Turns a call into one of the dialect's equivalent tool, under its name and with its argument names.
 * Returns `undefined` where the dialect has no such tool, or the call would be the same.
 */
export function toEquivalentCall({
  host,
  dialect,
  event,
  input,
}: Omit<HostCall, 'world'>): Draft | undefined {
  if (host === dialect || event.tool === 'mcp') return undefined;
  if (!host.equivalentTools || !dialect.equivalentTools) return undefined;
  const [kind, from] =
    Object.entries(host.equivalentTools).find(
      ([, tool]) => equivalentNameOf(tool) === event.name,
    ) ?? [];
  const to = dialect.equivalentTools[kind as ToolPurpose];
  if (from === undefined || to === undefined) return undefined;
  const worded = renameArguments(input, from, to);
  if (worded === event.input && equivalentNameOf(to) === event.name) return undefined;
  return { ...event, tool: 'other', name: equivalentNameOf(to), input: worded };
}

const argumentNamesOf = (tool: EquivalentTool) => (typeof tool === 'string' ? {} : tool.input);

/**
 * Renames arguments from one agent's names to another's. An argument that has a name of the other
 * agent's without being that argument on the host is left out.
 */
function renameArguments(
  input: Json | undefined,
  from: EquivalentTool,
  to: EquivalentTool,
): Json | undefined {
  const [theirs, own] = [argumentNamesOf(from), argumentNamesOf(to)];
  const changes = Object.keys(theirs).length > 0 || Object.keys(own).length > 0;
  if (!changes || !isObject(input)) return input;
  const meant = new Map(Object.entries(theirs).map(([common, name]) => [name, common]));
  const others = Object.values(own);
  const renamed = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    const isReal = meant.has(key);
    if (!isReal && Object.hasOwn(theirs, key)) return [];
    const common = meant.get(key) ?? key;
    const name = Object.hasOwn(own, common) ? own[common] : common;
    const isLike = !isReal && name === key && others.includes(key) && !Object.hasOwn(own, key);
    return typeof name === 'string' && !isLike ? [[name, value]] : [];
  });
  return Object.fromEntries(renamed);
}
