import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import {
  isAbsolute,
  pathFunctionsOf,
  toAbsolutePath,
  writtenPathsOf,
} from '../mapping/path-codecs.ts';
import { findToolRow, toolInputOpsOf } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import { pathArgumentOf } from './affected-files.ts';
import { argumentsOf, type HookInput, toolNameOf } from './hook-input.ts';
import { payloadPlanOf } from './payload-plan.ts';

/** The call whose paths are worded, and between which agents. */
interface WordedCall {
  host: Adapter;
  dialect: Adapter;
  event: Draft;
  wordings?: Flags['wordings'];
}

/**
 * Words the path argument of each hook input as the hook's own agent would: as the model wrote it
 * where both agents pass that on, and otherwise as an absolute path. Inputs for further wordings
 * follow as repeats:
 * - the place where the path leads, where the text may mean another (such as `..` behind a link);
 * - the absolute path, where the model wrote it as well;
 * - with `wordings: both`, the absolute path and the path relative to the project.
 *
 * Inputs stay as they are where the dialect's agent always gives absolute paths.
 */
export function applyPathWordings(
  { host, dialect, event, wordings }: WordedCall,
  inputs: readonly HookInput[],
): HookInput[] {
  if (host === dialect || !dialect.paths?.asWritten) return [...inputs];
  return inputs.flatMap((input) => {
    const path = findPathArgument(dialect, input);
    if (!path) return [input];
    const near = relativeInside(event.cwd, path.value);
    const texts = host.paths?.asWritten ? writtenPathsOf(input.impliedCall ?? event) : [];
    const relative = texts.filter((one) => !isAbsolute(one));
    const written = relative.filter((one) => leadsTo(one, event.cwd, path.value));
    // A call on another place (a link's target) is worded as the model worded the call: relative or absolute.
    const [first = (relative.length > 0 && near) || path.value] = written;
    const others = new Set(written);
    // A text with more than one meaning, such as `..` behind a link, is followed by the place it leads to.
    if (!written.every(hasOneMeaning)) others.add(near ?? path.value);
    if (relative.length < texts.length) others.add(path.value); // the model wrote the absolute path too
    if (wordings === 'both') for (const one of [path.value, near]) if (one) others.add(one);
    others.delete(first);
    const repeats = [...others].map((one): HookInput => ({ ...path.as(one), isRepeat: true }));
    return [first === path.value ? input : path.as(first), ...repeats];
  });
}

/** Tells whether a text, resolved against the project by its text alone, is the path. */
const leadsTo = (text: string, root: unknown, path: string): boolean =>
  typeof root === 'string' && toAbsolutePath(text.replaceAll('\0', ''), root) === path;

/** Tells whether a path means the same to every agent: it has no `..` and no NUL character. */
const hasOneMeaning = (text: string): boolean =>
  !text.includes('\0') && !/(?:^|[\\/])\.\.(?:$|[\\/])/.test(text);

/**
 * Finds the path argument of a hook input.
 *
 * @returns The path, and a function that returns the input with another path; `undefined` where the
 *   call has no path argument that the dialect's tables know.
 */
function findPathArgument(dialect: Adapter, hookInput: HookInput) {
  const { binding, payload } = hookInput;
  const input = argumentsOf(binding, payload);
  const row = isObject(input) ? findToolRow(dialect, toolNameOf(hookInput), input) : undefined;
  const op =
    row &&
    toolInputOpsOf(row).find(({ canonicalName }) => canonicalName === pathArgumentOf(row.tool));
  const [key] = (op?.readPaths[0] ?? []) as [string?];
  const [place] = (payloadPlanOf(binding).input?.readPaths[0] ?? []) as [string?];
  const value = input && key !== undefined ? input[key] : undefined;
  if (key === undefined || place === undefined || typeof value !== 'string') return undefined;
  const as = (text: string): HookInput => ({
    ...hookInput,
    payload: { ...payload, [place]: { ...input, [key]: text } },
  });
  return { value, as };
}

/** Returns an absolute path below a project relative to it, or `undefined` for any other path. */
function relativeInside(root: unknown, path: string): string | undefined {
  if (typeof root !== 'string' || !isAbsolute(root) || !isAbsolute(path)) return undefined;
  const { relative, sep } = pathFunctionsOf(root);
  const near = relative(root, path);
  const outside = near === '' || near === '..' || near.startsWith(`..${sep}`) || isAbsolute(near);
  return outside ? undefined : near;
}
