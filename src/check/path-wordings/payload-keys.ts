/** Tells from the tables of all agents which keys of payloads hold no path. */
import { adapters } from '../../adapters/index.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { toolInputOpsOf } from '../../mapping/tools.ts';
import { payloadPlanOf } from '../../translate/payload-plan.ts';
import { once } from '../../util/once.ts';

const agents = once(() => Object.values<Adapter>(adapters));
const plans = once(() => agents().flatMap(({ bindings }) => bindings.all().map(payloadPlanOf)));
const toolRows = once(() => agents().flatMap(({ tools }) => tools));

/** Returns the first key of each path that some rows read. */
const firstKeysOf = (rows: readonly { readPaths: readonly (readonly string[])[] }[]): Set<string> =>
  new Set(rows.flatMap(({ readPaths }) => readPaths.map(([key]) => String(key))));

/** Tells whether the name of a key suggests that it holds a path. */
const isNamedLikePath = (key: string): boolean =>
  /path|file|dir|folder|include|exclude|glob/i.test(key);

/** Returns the keys that hold no path in the payloads of any agent. */
const pathlessKeys = once(() => {
  const top = plans().flatMap(({ ops }) =>
    ops.filter(({ canonicalName }) => !canonicalName.startsWith('input')),
  );
  const below = toolRows()
    .flatMap(toolInputOpsOf)
    .filter(({ canonicalName }) => !/^(?:path|paths|directory)$/.test(canonicalName));
  const keys = [...firstKeysOf([...top, ...below])];
  return new Set(keys.filter((key) => !isNamedLikePath(key) && !isArgumentsKey(key)));
});

/** Returns the keys that hold the arguments of a call. */
const argumentsKeys = once(() => firstKeysOf(plans().flatMap(({ input }) => input ?? [])));
const toolNames = once(() => new Set(toolRows().flatMap(({ names }) => names)));

/** Tells whether a key holds no path. */
export const isPathlessKey = (key: string): boolean => pathlessKeys().has(key);
/** Tells whether a key holds the arguments of a call. */
export const isArgumentsKey = (key: string): boolean => argumentsKeys().has(key);
/** Tells whether a text is the name of a tool, and so no path. */
export const isToolName = (text: string): boolean => toolNames().has(text);

/** Tells whether a program that takes values out of a payload (jq, sed, Python …) prints only values of keys that hold no path. */
export function printsNoPath(program: string): boolean {
  if (/\.\.|\.\[|entries|tojson|tostring|@json|\bvalues\b|\bkeys\b|\binput\b/.test(program))
    return false;
  if (/(?<![.\w)\]"'])\.(?![\w"*+[])/.test(program)) return false;
  const keys = [...program.matchAll(/\.(\w+)|"(\w+)\\?"/g)].map(([, a, b]) => a ?? b ?? '');
  const ends = [...program.matchAll(/\.(\w+)(?!\w|\?|\.|")/g)].map(([, key = '']) => key);
  return (
    keys.some(isPathlessKey) &&
    keys.every((key) => isPathlessKey(key) || isArgumentsKey(key)) &&
    !ends.some(isArgumentsKey)
  );
}
