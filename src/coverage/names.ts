/** What matchers say of tools by their names. */
import { createContext, runInContext } from 'node:vm';
import { toolKinds } from '../canonical/kinds.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { namesOf } from '../mapping/kin.ts';
import type { Meaning } from '../mapping/matchers.ts';
import { rowCalled } from '../mapping/tools.ts';
import { type BoundedRunner, isMeaningMet } from '../translate/matching.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import { unusedName } from './samples.ts';

const matcherContext = once(() => createContext(Object.create(null)));

/** One room for all: making one takes longer than any matcher. */
export const runBounded: BoundedRunner = (code, globals, timeout) =>
  runInContext(code, Object.assign(matcherContext(), globals), { timeout });

/** The names or parts of names that a meaning lists; undefined: it says more than that. */
export function listNames(meaning: Meaning): readonly string[] | undefined {
  if (typeof meaning === 'string') return undefined;
  if ('names' in meaning) return meaning.names;
  const words = /^\^?\(?(?:\?:)?([\w:.|-]+)\)?\$?$/.exec(meaning.pattern)?.[1];
  return words?.split('|').filter(Boolean);
}

/** Whether a tool's name meets a meaning. */
export const isNameMet = (meaning: Meaning, name: string): boolean =>
  isMeaningMet(meaning, [name], runBounded);

/** Whether a name is one of a dialect's own tools. */
export const hasToolName = (dialect: Adapter, name: string): boolean =>
  dialect.tools.length
    ? rowCalled(dialect, name, {}) !== undefined ||
      dialect.tools.some((row) => row.names.includes(name)) ||
      Object.hasOwn(dialect.composites ?? {}, name) ||
      namesOf(dialect.kin).includes(name)
    : Object.hasOwn(toolKinds, name);

/** Native paths of a payload that name the tool. */
const toolPaths = (binding: Binding): (string | undefined)[] =>
  payloadPlanOf(binding)
    .ops.filter(({ canon }) => canon === 'name' || canon === 'tool')
    .map(({ paths }) => paths[0]?.join('.'));

/** Whether a binding's matchers are held against the tool. */
export const isMatchedByTool = (binding: Binding): boolean =>
  [binding.subject ?? ''].flat().every((path) => toolPaths(binding).includes(path));

/** Whether a dialect calls nothing so but a tool of an MCP server. */
export function isMcpName({ mcp }: Adapter, name: string): boolean {
  const read = mcp.read(name);
  return read !== undefined && (read.server !== undefined || mcp.read(unusedName) === undefined);
}
