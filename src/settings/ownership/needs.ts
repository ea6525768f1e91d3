/** What a settings file must say beside the hooks, before any of them runs. */

import { get } from '../../mapping/paths.ts';
import { equal, isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { formatOf, readPresent } from '../formats/index.ts';
import { tableOf } from '../tables.ts';

export interface Need {
  path: readonly string[];
  value: unknown;
}

const needsOf = (vendor: string): Need[] =>
  Object.entries(tableOf(vendor).needs).map(([path, value]) => ({ path: path.split('.'), value }));

/** What a file does not say yet. */
export const missingIn = (vendor: string, file: Json): Need[] =>
  needsOf(vendor).filter(({ path }) => get(file, path) === undefined);

/** A path, and the objects around it that are not there yet. */
export const made = (value: Json, path: readonly string[]): string[] =>
  path
    .map((_, i) => path.slice(0, path.length - i))
    .filter((part) => get(value, part) === undefined)
    .map((part) => part.join('.'));

/** Whether a hook is left, of whatever event. */
export function holdsHooks(vendor: string, text: string, file: string): boolean {
  const { hooks } = readPresent(vendor, text, file).value;
  return isObject(hooks) && Object.values(hooks).some((list) => !equal(list, []));
}

/** Without what no hook needs any more, unless a person changed it. */
export function unset(vendor: string, text: string, file: string, kept: readonly string[]): string {
  const { value } = readPresent(vendor, text, file);
  const paths = needsOf(vendor)
    .map((need) => ({ ...need, name: need.path.join('.') }))
    .filter(({ name, path, value: own }) => kept.includes(name) && equal(get(value, path), own))
    .map(({ name, path }) => {
      const around = kept.filter((one) => name.startsWith(`${one}.`)).length;
      return { path, around };
    });
  return formatOf(vendor).edit(vendor, text, file, { lists: [], unset: paths });
}
