/** Finds hooks with values of one person, such as a token, which nobody else should read. */
import type { Hook } from '../canonical/hook.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { isPersonalFile } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { isObject } from '../util/equal.ts';

/**
 * Finds the hooks that hold values of one person, such as a token, and would be written to a file that
 * others read. They come from the person's own settings, or from a file of the project that only one
 * person has.
 *
 * @param from The agent whose settings hold the hooks.
 * @param to The agent into whose settings they are converted.
 * @param onlyFile The file of hooks whose position names no file: the source is then a single file.
 * @param sourceWorkspace Where the hooks run in their own agent.
 * @returns The hooks, each with the file that holds its values.
 */
export function findPersonalHooks(
  from: string,
  to: string,
  hooks: readonly ReadHook[],
  onlyFile: string,
  sourceWorkspace: Workspace | undefined,
): ReadonlyMap<ReadHook, string> {
  const isOfOnePerson = (file: string) =>
    sourceWorkspace?.scope === 'user' || (from !== to && isPersonalFile(file, from));
  return new Map(
    hooks
      .map((one) => [one, one.at?.file ?? onlyFile] as const)
      .filter(([{ hook }, file]) => isOfOnePerson(file) && statesValues(hook)),
  );
}

/** A text that is only a variable, perhaps after the scheme of a header: `Bearer $TOKEN`. */
const onlyVariable = /^(?:[A-Za-z]+ )?\$(?:\w+|\{\w+\})$/;

/** Tells whether the variables or headers of a hook state a value, and not only the name of a variable. Those in `rest`, which its agent ignores, count as well. */
const statesValues = ({ env, headers, rest }: Hook): boolean =>
  [env, headers, rest?.env, rest?.headers].some((all) =>
    Object.values(isObject(all) ? all : {}).some(
      (value) => value && !onlyVariable.test(String(value)),
    ),
  );
