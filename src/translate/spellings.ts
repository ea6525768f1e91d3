import type { Adapter, Draft } from '../mapping/adapter.ts';
import { isAbsolute, manner, spelledOf } from '../mapping/opened.ts';
import { inputOps, rowCalled } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import { planOf } from './plan.ts';
import { type Told, toldInput, toldName } from './told.ts';
import { keyOfPath } from './touched.ts';

/**
 * What a hook is told at a gate, and the same with its path as a model of the hook's own agent may
 * have written it: a guard may know a file by its path in the project alone.
 * `event`: the call as the host made it.
 */
export function spellings(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  all: readonly Told[],
): readonly Told[] {
  if (!dialect.paths?.asWritten || host === dialect || event.event !== 'before-tool') return all;
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
