import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import { absolute, isAbsolute, manner, textsOf } from '../mapping/opened.ts';
import { inputOps, rowCalled } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import { planOf } from './plan.ts';
import { type HookInput, toldInput, toldName } from './told.ts';
import { keyOfPath } from './touched.ts';

interface Call {
  host: Adapter;
  dialect: Adapter;
  event: Draft;
  wordings?: Flags['wordings'];
}

/**
 * What is told, with its paths in the words that the hook's own agent would have for them, before and
 * after a tool: those of the model where both agents pass them on, else whole paths. With `both` each
 * is followed by the same in its other wordings.
 */
export function worded(
  { host, dialect, event, wordings }: Call,
  all: readonly HookInput[],
): HookInput[] {
  if (host === dialect || !dialect.paths?.asWritten) return [...all];
  return all.flatMap((told) => {
    const path = pathIn(dialect, told);
    if (!path) return [told];
    const near = inside(event.cwd, path.value);
    const texts = host.paths?.asWritten ? textsOf(told.meant ?? event) : [];
    const relative = texts.filter((one) => !isAbsolute(one));
    const written = relative.filter((one) => says(one, event.cwd, path.value));
    // Where a call leads elsewhere, that place is worded as the model worded the call.
    const [first = (relative.length > 0 && near) || path.value] = written;
    const others = new Set(written);
    // A text with more than one meaning, as `..` behind a link, is told by where it leads as well.
    if (!written.every(isPlain)) others.add(near ?? path.value);
    if (relative.length < texts.length) others.add(path.value); // written as a whole path as well
    if (wordings === 'both') for (const one of [path.value, near]) if (one) others.add(one);
    others.delete(first);
    const again = [...others].map((one): HookInput => ({ ...path.as(one), again: true }));
    return [first === path.value ? told : path.as(first), ...again];
  });
}

/** Whether a text is a path of a project by its text alone. */
const says = (text: string, root: unknown, path: string): boolean =>
  typeof root === 'string' && absolute(text.replaceAll('\0', ''), root) === path;

const isPlain = (text: string): boolean =>
  !text.includes('\0') && !/(?:^|[\\/])\.\.(?:$|[\\/])/.test(text);

/** The path among the arguments a hook is told, and the same telling with another. */
function pathIn(dialect: Adapter, told: HookInput) {
  const { binding, payload } = told;
  const input = toldInput(binding, payload);
  const row = isObject(input) ? rowCalled(dialect, toldName(told), input) : undefined;
  const op = row && inputOps(row).find(({ canon }) => canon === keyOfPath(row.tool));
  const [key] = (op?.paths[0] ?? []) as [string?];
  const [place] = (planOf(binding).input?.paths[0] ?? []) as [string?];
  const value = input && key !== undefined ? input[key] : undefined;
  if (key === undefined || place === undefined || typeof value !== 'string') return undefined;
  const as = (text: string): HookInput => ({
    ...told,
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
