/** Knows which keys of payloads hold no path, from the tables of all agents. */
import { adapters } from '../../adapters/index.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { inputOps } from '../../mapping/tools.ts';
import { payloadPlanOf } from '../../translate/payload-plan.ts';
import { once } from '../../util/once.ts';

const agents = once(() => Object.values<Adapter>(adapters));
const isPlace = (key: string): boolean => /path|file|dir|folder|include|exclude|glob/i.test(key);

/** Returns the keys that hold no path of a call in the payloads of any agent. */
const pathless = once(() => {
  const top = agents().flatMap((one) =>
    one.bindings.all().flatMap((binding) =>
      payloadPlanOf(binding)
        .ops.filter(({ canon }) => !canon.startsWith('input'))
        .flatMap(({ paths }) => paths.map(([key]) => String(key))),
    ),
  );
  const below = agents().flatMap(({ tools }) =>
    tools.flatMap((row) =>
      inputOps(row)
        .filter(({ canon }) => !/^(?:path|paths|directory)$/.test(canon))
        .flatMap(({ paths }) => paths.map(([key]) => String(key))),
    ),
  );
  return new Set([...top, ...below].filter((key) => !isPlace(key) && !containers().has(key)));
});

/** Returns the keys that hold the arguments of a call. */
const containers = once(
  () =>
    new Set(
      agents().flatMap((one) =>
        one.bindings
          .all()
          .flatMap(
            (binding) => payloadPlanOf(binding).input?.paths.map(([key]) => String(key)) ?? [],
          ),
      ),
    ),
);

const names = once(
  () => new Set(agents().flatMap(({ tools }) => tools.flatMap((row) => [...row.names]))),
);

/** Tells whether a key holds no path. */
export const isPathlessKey = (key: string): boolean => pathless().has(key);
/** Tells whether a key holds the arguments of a call. */
export const isArgumentsKey = (key: string): boolean => containers().has(key);
/** Tells whether a text is the name of a tool, and so no path. */
export const isToolName = (text: string): boolean => names().has(text);

/** Tells whether a program that takes values out of a payload (jq, sed, Python …) prints values of keys without a path alone. */
export function printsNoPath(program: string): boolean {
  if (/\.\.|\.\[|entries|tojson|tostring|@json|\bvalues\b|\bkeys\b|\binput\b/.test(program))
    return false;
  const keys = [...program.matchAll(/\.(\w+)|"(\w+)\\?"/g)].map(([, a, b]) => a ?? b ?? '');
  if (/(?<![.\w)\]"'])\.(?![\w"*+[])/.test(program)) return false;
  const ends = [...program.matchAll(/\.(\w+)(?!\w|\?|\.|")/g)].map(([, key]) => key as string);
  return (
    keys.some(isPathlessKey) &&
    keys.every((key) => isPathlessKey(key) || isArgumentsKey(key)) &&
    !ends.some(isArgumentsKey)
  );
}
