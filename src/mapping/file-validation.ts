/** Finds invalid values in settings files whose event lists hold groups of hooks. */
import { isObject } from '../util/equal.ts';
import { asText, type Json } from '../util/json.ts';
import type { FileProblem } from './settings.ts';

/** Tests for values. The name of a test is what a message says is wanted, such as `a list of texts`. */
export type ValueTests = Readonly<Record<string, (value: unknown) => boolean>>;
/** The keys that are checked, with the name of the test for each. `!` before the name: the key is required. */
export type KeyRules<K extends ValueTests> = Readonly<
  Record<string, (keyof K & string) | `!${keyof K & string}`>
>;
type Path = readonly (string | number)[];
export type InvalidValue = Pick<FileProblem, 'path' | 'wanted'>;

/** The rules for a group of hooks and for its entries. */
export interface GroupShape<K extends ValueTests> {
  /** The tests that the rules name. */
  kinds: K;
  /** The rules for the keys of a group. */
  group: KeyRules<K>;
  /** A group may have no list of hooks. */
  bare?: true;
  /** The rules for the keys that entries of every type have. */
  always: KeyRules<K>;
  /** The rules for further keys of an entry, by its `type`. */
  byType: Readonly<Record<string, KeyRules<K>>>;
}

/** Finds the keys of an object whose values fail their tests, and the required keys that are absent. */
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

/** Finds the invalid values of one group and of its entries. */
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

/** Finds all invalid values in the list of groups of an event. */
export function* findInvalidGroups<K extends ValueTests>(
  shape: GroupShape<K>,
  list: unknown,
  path: Path,
): Iterable<InvalidValue> {
  if (!Array.isArray(list)) return yield { path, wanted: 'a list' };
  for (const [i, group] of list.entries()) yield* findInvalidInGroup(shape, group, [...path, i]);
}
