/** Compares matchers with the names of tools. */
import { createContext, runInContext } from 'node:vm';
import { toolKinds } from '../canonical/kinds.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { listEquivalentNames } from '../mapping/equivalent-tools.ts';
import type { Meaning } from '../mapping/matchers.ts';
import { findToolRow } from '../mapping/tools.ts';
import { type BoundedRunner, isMeaningMet } from '../translate/matching.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import { unknownToolName } from './samples.ts';

const matcherContext = once(() => createContext(Object.create(null)));

/** Runs code in one shared context with a time limit. Making a context takes longer than any matcher. */
export const runBounded: BoundedRunner = (code, globals, timeout) =>
  runInContext(code, Object.assign(matcherContext(), globals), { timeout });

/** Returns the names, or parts of names, that a matcher lists. Undefined: the matcher is no list of names. */
export function listNames(meaning: Meaning): readonly string[] | undefined {
  if (typeof meaning === 'string') return undefined;
  if ('names' in meaning) return meaning.names;
  // Names with `|` between them, also in parentheses and anchored: `^(?:Edit|Write)$`.
  const words = /^\^?\(?(?:\?:)?([\w:.|-]+)\)?\$?$/.exec(meaning.pattern)?.[1];
  return words?.split('|').filter(Boolean);
}

/** Tells whether the name of a tool meets a matcher. */
export const isNameMet = (meaning: Meaning, name: string): boolean =>
  isMeaningMet(meaning, [name], runBounded);

/** Tells whether a dialect has a built-in tool of that name. A dialect without a table has the canonical tools. */
export const hasToolName = (dialect: Adapter, name: string): boolean =>
  dialect.tools.length
    ? findToolRow(dialect, name, {}) !== undefined ||
      dialect.tools.some((row) => row.names.includes(name)) ||
      Object.hasOwn(dialect.composites ?? {}, name) ||
      listEquivalentNames(dialect.equivalentTools).includes(name)
    : Object.hasOwn(toolKinds, name);

/** Returns the native paths of a payload that hold the tool's name. */
const toolPaths = (binding: Binding): (string | undefined)[] =>
  payloadPlanOf(binding)
    .ops.filter(({ canonicalName }) => canonicalName === 'name' || canonicalName === 'tool')
    .map(({ readPaths }) => readPaths[0]?.join('.'));

/** Tells whether the matchers of a binding are compared with the tool's name. */
export const matchesToolNames = (binding: Binding): boolean =>
  [binding.subject ?? ''].flat().every((path) => toolPaths(binding).includes(path));

/** Tells whether only an MCP tool can have this name in a dialect. */
export function isMcpName({ mcp }: Adapter, name: string): boolean {
  const parts = mcp.read(name);
  const readsAnyName = mcp.read(unknownToolName) !== undefined;
  return parts !== undefined && (parts.server !== undefined || !readsAnyName);
}
