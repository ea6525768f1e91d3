/** Adds and removes the settings without which an agent runs none of the hooks in a file. */

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

/** Returns the dotted paths that a file lacks and that setting `path` would create: `a.b.c`, `a.b` and `a`, as far as they are new. */
export const createdPaths = (value: Json, path: readonly string[]): string[] =>
  path
    .map((_, i) => path.slice(0, path.length - i))
    .filter((part) => getAtPath(value, part) === undefined)
    .map((part) => part.join('.'));

/**
 * Removes from a text the required settings that we added, unless a person changed them.
 *
 * @param file The name of the file in messages.
 * @param ourSettings Dotted paths of the settings that we added, and of the objects that we made around them.
 * @returns The new text; undefined where the text still has a hook, of whatever event.
 */
export function removeRequiredSettings(
  vendor: string,
  text: string,
  file: string,
  ourSettings: readonly string[],
): string | undefined {
  const { value } = readSettingsText(vendor, text, file);
  const { hooks } = value;
  if (isObject(hooks) && Object.values(hooks).some((list) => !isSameJson(list, [])))
    return undefined;
  const unset = requiredSettingsOf(vendor).flatMap(({ path, value: required }) => {
    const name = path.join('.');
    if (!ourSettings.includes(name) || !isSameJson(getAtPath(value, path), required)) return [];
    return [{ path, around: ourSettings.filter((outer) => name.startsWith(`${outer}.`)).length }];
  });
  return formatOf(vendor).edit(vendor, text, file, { lists: [], unset });
}
