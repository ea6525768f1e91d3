import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import { absolute, isAbsolute, manner, textsOf } from '../mapping/opened.ts';
import { inputOps, rowCalled } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import { pathArgumentOf } from './affected-files.ts';
import { argumentsOf, type HookInput, toolNameOf } from './hook-input.ts';
import { payloadPlanOf } from './payload-plan.ts';

interface WordedCall {
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
export function applyPathWordings(
  { host, dialect, event, wordings }: WordedCall,
  all: readonly HookInput[],
): HookInput[] {
  if (host === dialect || !dialect.paths?.asWritten) return [...all];
  return all.flatMap((told) => {
    const path = findPathArgument(dialect, told);
    if (!path) return [told];
    const near = relativeInside(event.cwd, path.value);
    const texts = host.paths?.asWritten ? textsOf(told.impliedCall ?? event) : [];
    const relative = texts.filter((one) => !isAbsolute(one));
    const written = relative.filter((one) => leadsTo(one, event.cwd, path.value));
    // Where a call leads elsewhere, that place is worded as the model worded the call.
    const [first = (relative.length > 0 && near) || path.value] = written;
    const others = new Set(written);
    // A text with more than one meaning, as `..` behind a link, is told by where it leads as well.
    if (!written.every(hasOneMeaning)) others.add(near ?? path.value);
    if (relative.length < texts.length) others.add(path.value); // written as a whole path as well
    if (wordings === 'both') for (const one of [path.value, near]) if (one) others.add(one);
    others.delete(first);
    const again = [...others].map((one): HookInput => ({ ...path.as(one), isRepeat: true }));
    return [first === path.value ? told : path.as(first), ...again];
  });
}

/** Whether a text is a path of a project by its text alone. */
const leadsTo = (text: string, root: unknown, path: string): boolean =>
  typeof root === 'string' && absolute(text.replaceAll('\0', ''), root) === path;

const hasOneMeaning = (text: string): boolean =>
  !text.includes('\0') && !/(?:^|[\\/])\.\.(?:$|[\\/])/.test(text);

/** The path among the arguments a hook is told, and the same telling with another. */
function findPathArgument(dialect: Adapter, told: HookInput) {
  const { binding, payload } = told;
  const input = argumentsOf(binding, payload);
  const row = isObject(input) ? rowCalled(dialect, toolNameOf(told), input) : undefined;
  const op = row && inputOps(row).find(({ canon }) => canon === pathArgumentOf(row.tool));
  const [key] = (op?.paths[0] ?? []) as [string?];
  const [place] = (payloadPlanOf(binding).input?.paths[0] ?? []) as [string?];
  const value = input && key !== undefined ? input[key] : undefined;
  if (key === undefined || place === undefined || typeof value !== 'string') return undefined;
  const as = (text: string): HookInput => ({
    ...told,
    payload: { ...payload, [place]: { ...input, [key]: text } },
  });
  return { value, as };
}

/** A path below a project as it is there; undefined for any other. */
function relativeInside(root: unknown, path: string): string | undefined {
  if (typeof root !== 'string' || !isAbsolute(root) || !isAbsolute(path)) return undefined;
  const { relative, sep } = manner(root);
  const near = relative(root, path);
  const outside = near === '' || near === '..' || near.startsWith(`..${sep}`) || isAbsolute(near);
  return outside ? undefined : near;
}
