/** What is wrong in settings whose lists hold groups, in the words of a table of kinds. */
import { isObject } from '../util/equal.ts';
import { asText, type Json } from '../util/json.ts';
import type { FileProblem } from './settings.ts';

/** What a value may be, by its words. */
export type ValueTests = Readonly<Record<string, (value: unknown) => boolean>>;
/** What a key may hold, in words; `!`: it must be there. */
export type KeyRules<K extends ValueTests> = Readonly<
  Record<string, (keyof K & string) | `!${keyof K & string}`>
>;
type Path = readonly (string | number)[];
export type InvalidValue = Pick<FileProblem, 'path' | 'wanted'>;

export interface GroupShape<K extends ValueTests> {
  kinds: K;
  group: KeyRules<K>;
  /** A group may go without a list of hooks. */
  bare?: true;
  /** In every entry. */
  always: KeyRules<K>;
  /** Beside that, by an entry's `type`. */
  byType: Readonly<Record<string, KeyRules<K>>>;
}

/** Keys that hold something else than they must. */
export function* findInvalidKeys<K extends ValueTests>(
  kinds: K,
  value: Json,
  keys: KeyRules<K>,
  path: Path,
): Iterable<InvalidValue> {
  for (const [key, kind] of Object.entries(keys)) {
    const wanted = kind.replace('!', '');
    const found = Object.hasOwn(value, key) ? value[key] : undefined;
    if (found === undefined ? kind !== wanted : !kinds[wanted]?.(found))
      yield { path: [...path, key], wanted };
  }
}

function* findInvalidInGroup<K extends ValueTests>(
  shape: GroupShape<K>,
  group: unknown,
  path: Path,
): Iterable<InvalidValue> {
  const { kinds, always, byType } = shape;
  if (!isObject(group)) return yield { path, wanted: 'a group: a matcher and a list of hooks' };
  yield* findInvalidKeys(kinds, group, shape.group, path);
  if (shape.bare && group.hooks === undefined) return;
  if (!Array.isArray(group.hooks)) return yield { path: [...path, 'hooks'], wanted: 'a list' };
  for (const [i, entry] of group.hooks.entries()) {
    const here = [...path, 'hooks', i];
    if (!isObject(entry)) yield { path: here, wanted: 'a hook' };
    else {
      yield* findInvalidKeys(kinds, entry, always, here);
      const type = asText(entry.type);
      if (Object.hasOwn(byType, type))
        yield* findInvalidKeys(kinds, entry, byType[type] ?? {}, here);
    }
  }
}

/** All that is wrong in the list of an event. */
export function* findInvalidGroups<K extends ValueTests>(
  shape: GroupShape<K>,
  list: unknown,
  path: Path,
): Iterable<InvalidValue> {
  if (!Array.isArray(list)) return yield { path, wanted: 'a list' };
  for (const [i, group] of list.entries()) yield* findInvalidInGroup(shape, group, [...path, i]);
}
