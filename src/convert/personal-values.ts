/** Hooks of one person's files, which may say what nobody else is to read. */
import type { Hook } from '../canonical/hook.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { isPersonalFile } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { isObject } from '../util/equal.ts';

/**
 * Those with values, each with the file that says them, where what is made of them is shared: of the
 * person's own settings, and of a file of the project that one person has. `only`: the one file there is.
 */
export function findPersonalHooks(
  from: string,
  to: string,
  hooks: readonly ReadHook[],
  only: string,
  home: Workspace | undefined,
): ReadonlyMap<ReadHook, string> {
  const isOnes = (file: string) =>
    home?.scope === 'user' || (from !== to && isPersonalFile(file, from));
  return new Map(
    hooks
      .map((one) => [one, one.at?.file ?? only] as const)
      .filter(([{ hook }, file]) => isOnes(file) && hasValues(hook)),
  );
}

/** Nothing but a variable, behind the word of a header that says what it is. */
const onlyVariable = /^(?:[A-Za-z]+ )?\$(?:\w+|\{\w+\})$/;

/** Whether a hook says a value itself, and does not only name variables; also where its agent ignores it. */
const hasValues = ({ env, headers, rest }: Hook): boolean =>
  [env, headers, rest?.env, rest?.headers].some((all) =>
    Object.values(isObject(all) ? all : {}).some(
      (value) => value && !onlyVariable.test(String(value)),
    ),
  );
