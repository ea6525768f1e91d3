/**
 * Keeps what handlers change in the built-in objects apart from the runner, which shares them: a handler, or a package in
 * it, may replace `JSON.stringify` or add a method to `Array.prototype`. The runner would then read its verdict wrongly.
 */
// Kept, since a handler may replace these as well.
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;

/** The objects whose properties the runner uses. */
const objects: readonly object[] = [
  ...[globalThis, JSON],
  ...[Object, Array, String, RegExp, Map, Set, Promise, Number, Function, Error, Buffer].flatMap(
    (one) => [one, one.prototype],
  ),
  ...[[].values(), new Map().entries(), new Set().values()].map(Object.getPrototypeOf),
];

/** The keys of an object, and what each of them has. */
interface Properties {
  keys: (string | symbol)[];
  all: PropertyDescriptor[];
}

function propertiesOf(object: object): Properties {
  const keys = ownKeys(object);
  const all: PropertyDescriptor[] = [];
  for (let i = 0; i < keys.length; i++)
    all[i] = getOwnPropertyDescriptor(object, keys[i] as string) as PropertyDescriptor;
  return { keys, all };
}

/** Returns the place of a key in a list, or -1. It is mostly the given one. */
function placeOf(key: string | symbol, keys: readonly (string | symbol)[], likely: number): number {
  if (keys[likely] === key) return likely;
  let at = keys.length;
  while (at-- && keys[at] !== key);
  return at;
}

/** Gives an object other properties than it has, and no others. */
function setProperties(object: object, present: Properties, due: Properties): void {
  for (let i = 0; i < present.keys.length; i++) {
    const key = present.keys[i] as string;
    if (placeOf(key, due.keys, i) < 0) deleteProperty(object, key);
  }
  for (let i = 0; i < due.keys.length; i++) {
    const key = due.keys[i] as string;
    const a = due.all[i] as PropertyDescriptor;
    const b = present.all[placeOf(key, present.keys, i)];
    if (!b || a.value !== b.value || a.get !== b.get) defineProperty(object, key, a);
  }
}

/** The properties of the built-in objects, of each in turn. */
export type BuiltIns = Properties[];

/**
 * Returns the properties that the built-in objects have.
 *
 * @param fs The module `node:fs`, which is one of these objects.
 * @param due What they are given then. Absent: they stay as they are.
 */
export function exchangeBuiltIns(fs: object, due?: BuiltIns): BuiltIns {
  const found: BuiltIns = [];
  for (let i = 0; i <= objects.length; i++) {
    const object = objects[i] ?? fs;
    const present = propertiesOf(object);
    found[i] = present;
    if (due) setProperties(object, present, due[i] as Properties);
  }
  return found;
}
