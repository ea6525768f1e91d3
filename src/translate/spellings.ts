import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { isAbsolute, manner, spelledOf } from '../mapping/opened.ts';
import { inputOps, rowCalled } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import { encodeEvent } from './encode.ts';
import { planOf } from './plan.ts';
import { type Told, toldInput, toldName } from './told.ts';
import { keyOfPath } from './touched.ts';

/** Hooks run once for each: more names than these are told without those that mix `-` and `_`. */
const most = 8;

/**
 * What a hook is told at a gate, and the same in the words the hook's own agent may have for it: a
 * guard may know a file by its path in the project alone, and an MCP server by its own name alone.
 * `event`: the call as the host made it.
 */
export function spellings(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  all: readonly Told[],
  world: World,
): readonly Told[] {
  if (host === dialect || event.event !== 'before-tool') return all;
  const { alike } = host.mcp;
  if (event.mcp && alike) return all.flatMap((told) => otherNames(dialect, told, alike, world));
  if (!dialect.paths?.asWritten) return all;
  const text = spelledOf(event)?.text;
  const written = text !== undefined && !isAbsolute(text) ? text : undefined;
  if (host.paths?.asWritten && text !== undefined && written === undefined) return all;
  return all.flatMap((told, i) => {
    const path = pathIn(dialect, told);
    if (!path) return [told];
    const others = new Set([inside(event.cwd, path.value), i === 0 ? written : undefined]);
    const more = [...others].filter((other) => other && other !== path.value) as string[];
    return [told, ...more.map(path.as)];
  });
}

type Alike = NonNullable<Adapter['mcp']['alike']>;

const isMixed = (name: string) => name.includes('-') && name.includes('_');

/** A telling, and the same of every tool that goes by the same name in the host. */
function otherNames(dialect: Adapter, told: Told, alike: Alike, world: World): Told[] {
  const { binding, variant, payload } = told;
  const mcp = variant.event.mcp as { server?: string; tool: string } | undefined;
  if (mcp?.server === undefined) return [told];
  const all = alike(mcp as Required<typeof mcp>);
  const few =
    all.length > most ? all.filter((one) => !isMixed(one.server) && !isMixed(one.tool)) : all;
  const seen = new Set([JSON.stringify(payload)]);
  return [told].concat(
    few.flatMap((one) => {
      const other = encodeEvent(dialect, binding, { ...variant.event, mcp: one }, world, true);
      const key = JSON.stringify(other);
      if (!other || seen.has(key)) return [];
      seen.add(key);
      return [{ ...told, again: true as const, payload: other }];
    }),
  );
}

/** The path among the arguments a hook is told, and the same telling with another. */
function pathIn(dialect: Adapter, told: Told) {
  const { binding, payload } = told;
  const input = toldInput(binding, payload);
  const row = isObject(input) ? rowCalled(dialect, toldName(told), input) : undefined;
  const op = row && inputOps(row).find(({ canon }) => canon === keyOfPath(row.tool));
  const [key] = (op?.paths[0] ?? []) as [string?];
  const [place] = (planOf(binding).input?.paths[0] ?? []) as [string?];
  const value = input && key !== undefined ? input[key] : undefined;
  if (key === undefined || place === undefined || typeof value !== 'string') return undefined;
  const as = (text: string): Told => ({
    ...told,
    again: true,
    payload: { ...payload, [place]: { ...input, [key]: text } },
  });
  return { value, as };
}

/** A path below a project as it is there; undefined for any other. */
function inside(root: unknown, path: string): string | undefined {
  if (typeof root !== 'string' || !isAbsolute(root) || !isAbsolute(path)) return undefined;
  const { relative, sep } = manner(root);
  const near = relative(root, path);
  const outside = near === '' || near === '..' || near.startsWith(`..${sep}`) || isAbsolute(near);
  return outside ? undefined : near;
}
