/**
 * Keeps what handlers change in the built-in objects apart from the runner, which shares them: a handler, or a package in
 * it, may replace `JSON.stringify` or add a method to `Array.prototype`. The runner would then read its verdict wrongly.
 * What cannot be changed back, such as a frozen object, ends the process.
 */
import { crash } from './crash.ts';

// Kept, since a handler may replace these as well.
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
const { getPrototypeOf, setPrototypeOf } = Reflect;

/** The objects whose properties the runner uses. */
const objects: readonly object[] = [
  ...[globalThis, JSON, Math, Reflect],
  ...[
    ...[Object, Array, String, RegExp, Map, Set, Promise, Number, Function, Error, Buffer],
    ...[Boolean, Date, Symbol, Uint8Array, getPrototypeOf(Uint8Array) as typeof Uint8Array],
  ].flatMap((one) => [one, one.prototype]),
  ...[
    ...[[].values(), new Map().entries(), new Set().values(), ''.matchAll(/a/g)],
    ...[''[Symbol.iterator](), function* () {}.prototype, getPrototypeOf([].values()) as object],
  ].map((one) => getPrototypeOf(one) as object),
];

/** The keys of an object, what each of them has, and its prototype. */
interface Properties {
  keys: (string | symbol)[];
  all: PropertyDescriptor[];
  prototype: object | null;
}

function propertiesOf(object: object): Properties {
  const keys = ownKeys(object);
  const all: PropertyDescriptor[] = [];
  for (let i = 0; i < keys.length; i++)
    all[i] = getOwnPropertyDescriptor(object, keys[i] as string) as PropertyDescriptor;
  return { keys, all, prototype: getPrototypeOf(object) };
}

/** Returns the place of a key in a list, or -1. It is mostly the given one. */
function placeOf(key: string | symbol, keys: readonly (string | symbol)[], likely: number): number {
  if (keys[likely] === key) return likely;
  let at = keys.length;
  while (at-- && keys[at] !== key);
  return at;
}

/**
 * Gives an object other properties than it has, and no others. Returns false if that cannot be done.
 *
 * @param mayHaveOthers Keys that cannot be removed do no harm, since no other object inherits them.
 */
function setProperties(
  object: object,
  present: Properties,
  due: Properties,
  mayHaveOthers: boolean,
): boolean {
  let isDone = present.prototype === due.prototype || setPrototypeOf(object, due.prototype);
  for (let i = 0; i < present.keys.length; i++) {
    const key = present.keys[i] as string;
    if (placeOf(key, due.keys, i) < 0 && !deleteProperty(object, key)) isDone &&= mayHaveOthers;
  }
  for (let i = 0; i < due.keys.length; i++) {
    const key = due.keys[i] as string;
    const a = due.all[i] as PropertyDescriptor;
    const b = present.all[placeOf(key, present.keys, i)];
    const isSame =
      b?.value === a.value &&
      b?.get === a.get &&
      b?.set === a.set &&
      b?.enumerable === a.enumerable;
    if (!(isSame || defineProperty(object, key, a))) isDone = false;
  }
  return isDone;
}

/** The properties of the built-in objects, of each in turn. */
export type BuiltIns = Properties[];

/**
 * Returns the properties that the built-in objects have. Ends the process if they cannot be given others.
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
    const mayHaveOthers = object === globalThis || object === fs;
    if (due && !setProperties(object, present, due[i] as Properties, mayHaveOthers)) crash.giveUp();
  }
  return found;
}
