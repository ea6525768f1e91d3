/** Hooks in files of one person, with values that nobody else should read. */
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
 * @param only The file of hooks that state no file of their own.
 * @param sourceWorkspace Where the hooks run in their own agent.
 * @returns The hooks, each with the file that holds its values.
 */
export function findPersonalHooks(
  from: string,
  to: string,
  hooks: readonly ReadHook[],
  only: string,
  sourceWorkspace: Workspace | undefined,
): ReadonlyMap<ReadHook, string> {
  const isOfOnePerson = (file: string) =>
    sourceWorkspace?.scope === 'user' || (from !== to && isPersonalFile(file, from));
  return new Map(
    hooks
      .map((one) => [one, one.at?.file ?? only] as const)
      .filter(([{ hook }, file]) => isOfOnePerson(file) && hasValues(hook)),
  );
}

/** A text that is only a variable, perhaps after the scheme of a header: `Bearer $TOKEN`. */
const onlyVariable = /^(?:[A-Za-z]+ )?\$(?:\w+|\{\w+\})$/;

/** Whether a hook states a value and not only the name of a variable, also where its agent ignores it. */
const hasValues = ({ env, headers, rest }: Hook): boolean =>
  [env, headers, rest?.env, rest?.headers].some((all) =>
    Object.values(isObject(all) ? all : {}).some(
      (value) => value && !onlyVariable.test(String(value)),
    ),
  );
