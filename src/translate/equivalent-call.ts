/** Calls of tools that have no canonical form and that several agents have, each under a name of its own. */
import type { Draft } from '../mapping/adapter.ts';
import type { EquivalentTool, ToolPurpose } from '../mapping/equivalent-tools.ts';
import { equivalentNameOf } from '../mapping/equivalent-tools.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HostCall } from './call-inputs.ts';

/**
 * Turns a call into a call of the dialect's equivalent tool, with that tool's name and argument names.
 * Returns `undefined` where the dialect has no such tool, or the call would not change.
 */
export function toEquivalentCall({
  host,
  dialect,
  event,
  input,
}: Omit<HostCall, 'world'>): Draft | undefined {
  if (host === dialect || event.tool === 'mcp') return undefined;
  if (!host.equivalentTools || !dialect.equivalentTools) return undefined;
  const [purpose, from] =
    Object.entries(host.equivalentTools).find(
      ([, tool]) => equivalentNameOf(tool) === event.name,
    ) ?? [];
  const to = dialect.equivalentTools[purpose as ToolPurpose];
  if (from === undefined || to === undefined) return undefined;
  const renamed = renameArguments(input, from, to);
  if (renamed === event.input && equivalentNameOf(to) === event.name) return undefined;
  return { ...event, tool: 'other', name: equivalentNameOf(to), input: renamed };
}

/** Returns an agent's own names of arguments by the common names that they differ from; `null`: it has no such argument. */
const argumentNamesOf = (tool: EquivalentTool) => (typeof tool === 'string' ? {} : tool.input);

/**
 * Renames arguments of a call from one agent's names to another's. Leaves out the arguments that the other agent
 * does not have, and those whose name belongs to a different argument of the other agent by chance.
 */
function renameArguments(
  input: Json | undefined,
  from: EquivalentTool,
  to: EquivalentTool,
): Json | undefined {
  const [fromNames, toNames] = [argumentNamesOf(from), argumentNamesOf(to)];
  const hasNames = Object.keys(fromNames).length > 0 || Object.keys(toNames).length > 0;
  if (!hasNames || !isObject(input)) return input;
  const commonNames = new Map(Object.entries(fromNames).map(([common, name]) => [name, common]));
  const entries = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    const isListed = commonNames.has(key);
    if (!isListed && Object.hasOwn(fromNames, key)) return [];
    const common = commonNames.get(key) ?? key;
    const name = Object.hasOwn(toNames, common) ? toNames[common] : common;
    const isNamedByChance =
      !isListed &&
      name === key &&
      Object.values(toNames).includes(key) &&
      !Object.hasOwn(toNames, key);
    return typeof name === 'string' && !isNamedByChance ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}
