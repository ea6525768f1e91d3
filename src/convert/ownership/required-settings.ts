/** Settings without which an agent runs none of the hooks in a file. */

import { getAtPath } from '../../mapping/paths.ts';
import { formatOf, readSettingsText } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** A setting that the vendor's agent requires. */
interface RequiredSetting {
  path: readonly string[];
  value: unknown;
}

const requiredSettingsOf = (vendor: string): RequiredSetting[] =>
  Object.entries(tableOf(vendor).activation.required).map(([path, value]) => ({
    path: path.split('.'),
    value,
  }));

/** Returns the required settings that a file does not hold. */
export const missingSettingsIn = (vendor: string, file: Json): RequiredSetting[] =>
  requiredSettingsOf(vendor).filter(({ path }) => getAtPath(file, path) === undefined);

/** Returns the dotted names of a path and of the objects around it that setting it would create. */
export const createdPaths = (value: Json, path: readonly string[]): string[] =>
  path
    .map((_, i) => path.slice(0, path.length - i))
    .filter((part) => getAtPath(value, part) === undefined)
    .map((part) => part.join('.'));

/**
 * Removes from a text the settings that we put there for our hooks, unless a person changed them.
 *
 * @param file What messages call the file.
 * @param kept The paths of those settings, with dots between their keys.
 * @returns The new text; undefined where the file still has a hook, of whatever event.
 */
export function removeRequiredSettings(
  vendor: string,
  text: string,
  file: string,
  kept: readonly string[],
): string | undefined {
  const { value } = readSettingsText(vendor, text, file);
  const { hooks } = value;
  if (isObject(hooks) && Object.values(hooks).some((list) => !isSameJson(list, [])))
    return undefined;
  const unset = requiredSettingsOf(vendor).flatMap(({ path, value: required }) => {
    const name = path.join('.');
    if (!kept.includes(name) || !isSameJson(getAtPath(value, path), required)) return [];
    return [{ path, around: kept.filter((one) => name.startsWith(`${one}.`)).length }];
  });
  return formatOf(vendor).edit(vendor, text, file, { lists: [], unset });
}
