import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import { isAbsolute, toAbsolutePath, writtenPathsOf } from '../mapping/path-codecs.ts';
import { pathFunctionsOf } from '../mapping/path-functions.ts';
import { findToolRow, toolInputOpsOf } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import { pathArgumentOf } from './affected-files.ts';
import type { HookInput } from './hook-input.ts';
import { argumentsOf, replaceArguments, toolNameOf } from './native-call.ts';

/** A call of the host, whose paths are written in the wording of the dialect's agent. */
interface WordedCall {
  host: Adapter;
  dialect: Adapter;
  event: Draft;
  wordings?: Flags['wordings'];
}

/**
 * Gives the path argument of each hook input the wording (absolute, relative, with `..`) that the hook's
 * own agent would give it. If both agents pass on what the model wrote, that is the model's text.
 * Otherwise it is the absolute path. Each input is followed by repeats of it with these further wordings:
 * - if the text may mean different places, such as `..` behind a link, the place that it leads to;
 * - if the model wrote the absolute path as well, that path;
 * - with `wordings: both`, the absolute path and the path relative to the project.
 *
 * If the dialect's agent always gives absolute paths, or is the host, the inputs stay as they are.
 */
export function applyPathWordings(
  { host, dialect, event, wordings }: WordedCall,
  inputs: readonly HookInput[],
): HookInput[] {
  if (host === dialect || !dialect.paths?.asWritten) return [...inputs];
  return inputs.flatMap((input) => {
    const argument = findPathArgument(dialect, input);
    if (!argument) return [input];
    const { path } = argument;
    const relativePath = relativeInside(event.cwd, path);
    const texts = host.paths?.asWritten ? writtenPathsOf(input.impliedCall ?? event) : [];
    const relativeTexts = texts.filter((text) => !isAbsolute(text));
    // The input may be about another place than the texts, such as a link's target. Then no text is its path,
    // and the path is relative if the texts are.
    const written = relativeTexts.filter((text) => leadsTo(text, event.cwd, path));
    const [wording = (relativeTexts.length > 0 && relativePath) || path] = written;
    const further = new Set(written);
    if (!written.every(hasOneMeaning)) further.add(relativePath ?? path);
    if (relativeTexts.length < texts.length) further.add(path); // a text was absolute
    if (wordings === 'both') for (const one of [path, relativePath]) if (one) further.add(one);
    further.delete(wording);
    const repeats = [...further].map(
      (text): HookInput => ({ ...argument.withPath(text), isRepeat: true }),
    );
    return [wording === path ? input : argument.withPath(wording), ...repeats];
  });
}

/** Tells whether a path as the model wrote it is an absolute path, if it is resolved against the project without following links. */
const leadsTo = (text: string, root: unknown, path: string): boolean =>
  typeof root === 'string' && toAbsolutePath(text.replaceAll('\0', ''), root) === path;

/** Tells whether every agent opens the same place for a path: it has no `..` and no NUL character. */
const hasOneMeaning = (text: string): boolean =>
  !text.includes('\0') && !/(?:^|[\\/])\.\.(?:$|[\\/])/.test(text);

/**
 * Finds the path argument of a hook input.
 *
 * @returns The path, and a function that returns the input with another path. `undefined`: the call has no
 *   path argument that the dialect's tables know.
 */
function findPathArgument(dialect: Adapter, hookInput: HookInput) {
  const { binding, payload } = hookInput;
  const args = argumentsOf(binding, payload);
  const row = isObject(args) ? findToolRow(dialect, toolNameOf(hookInput), args) : undefined;
  const op =
    row &&
    toolInputOpsOf(row).find(({ canonicalName }) => canonicalName === pathArgumentOf(row.tool));
  const [pathKey] = (op?.readPaths[0] ?? []) as [string?];
  const path = args && pathKey !== undefined ? args[pathKey] : undefined;
  if (pathKey === undefined || typeof path !== 'string') return undefined;
  const withPath = (text: string): HookInput => ({
    ...hookInput,
    payload: replaceArguments(binding, payload, { ...args, [pathKey]: text }),
  });
  return { path, withPath };
}

/** Returns an absolute path relative to a project folder. `undefined`: it is not below that folder, or one of them is not absolute. */
function relativeInside(project: unknown, path: string): string | undefined {
  if (typeof project !== 'string' || !isAbsolute(project) || !isAbsolute(path)) return undefined;
  const { relative, sep } = pathFunctionsOf(project);
  const inside = relative(project, path);
  const isOutside =
    inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside ? undefined : inside;
}
