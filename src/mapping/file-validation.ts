/** Finds invalid values in settings files whose event lists hold groups of hooks. */
import { isObject } from '../util/equal.ts';
import { asText, type Json } from '../util/json.ts';
import type { FileProblem } from './settings.ts';

/** Tests for values, by their names. A message that a value is invalid says the name, such as `a list of texts`. */
export type ValueTests = Readonly<Record<string, (value: unknown) => boolean>>;
/** The keys that are checked, with the name of the test for each, such as `a text`. With `!` before the name the key is required. */
export type KeyRules<K extends ValueTests> = Readonly<
  Record<string, (keyof K & string) | `!${keyof K & string}`>
>;
/** The keys and indexes on the way from the top of a file to a value. */
type Path = readonly (string | number)[];
/** An invalid value, or a required one that is absent: its place, and the name of the test that it fails. */
export type InvalidValue = Pick<FileProblem, 'path' | 'wanted'>;

/** The rules for a group of hooks and for its entries. */
export interface GroupShape<K extends ValueTests> {
  /** The tests that the rules name. */
  tests: K;
  /** The rules for the keys of a group. */
  group: KeyRules<K>;
  /** A group need not have a list of hooks. Absent: it must have one. */
  mayLackHooks?: true;
  /** The rules for the keys that entries of every type have. */
  entry: KeyRules<K>;
  /** The rules for further keys of an entry, by its `type`. */
  byType: Readonly<Record<string, KeyRules<K>>>;
}

/**
 * Finds the keys of an object whose values fail their tests, and the required keys that are absent.
 *
 * @param path The path of the object in the file.
 */
export function* findInvalidKeys<K extends ValueTests>(
  tests: K,
  value: Json,
  rules: KeyRules<K>,
  path: Path,
): Iterable<InvalidValue> {
  for (const [key, rule] of Object.entries(rules)) {
    const wanted = rule.replace('!', '');
    const isRequired = rule !== wanted;
    const found = Object.hasOwn(value, key) ? value[key] : undefined;
    if (found === undefined ? isRequired : !tests[wanted]?.(found))
      yield { path: [...path, key], wanted };
  }
}

/** Finds the invalid values of one group and of its entries. An entry of a type without rules is checked for the common keys alone. */
function* findInvalidInGroup<K extends ValueTests>(
  shape: GroupShape<K>,
  group: unknown,
  path: Path,
): Iterable<InvalidValue> {
  const { tests, byType } = shape;
  if (!isObject(group)) return yield { path, wanted: 'a group: a matcher and a list of hooks' };
  yield* findInvalidKeys(tests, group, shape.group, path);
  if (shape.mayLackHooks && group.hooks === undefined) return;
  if (!Array.isArray(group.hooks)) return yield { path: [...path, 'hooks'], wanted: 'a list' };
  for (const [i, entry] of group.hooks.entries()) {
    const here = [...path, 'hooks', i];
    if (!isObject(entry)) yield { path: here, wanted: 'a hook' };
    else {
      yield* findInvalidKeys(tests, entry, shape.entry, here);
      const type = asText(entry.type);
      if (Object.hasOwn(byType, type))
        yield* findInvalidKeys(tests, entry, byType[type] ?? {}, here);
    }
  }
}

/**
 * Finds all invalid values in the list of groups of an event.
 *
 * @param path The path of the list in the file.
 */
export function* findInvalidGroups<K extends ValueTests>(
  shape: GroupShape<K>,
  list: unknown,
  path: Path,
): Iterable<InvalidValue> {
  if (!Array.isArray(list)) return yield { path, wanted: 'a list' };
  for (const [i, group] of list.entries()) yield* findInvalidInGroup(shape, group, [...path, i]);
}
