/**
 * Keeps what handlers change in the built-in objects apart from the runner, which shares them: a handler, or a package in
 * it, may replace `JSON.stringify` or add a method to `Array.prototype`. The runner would then read its verdict wrongly.
 * What cannot be changed back, such as a frozen object, ends the process.
 */
import { once } from '../util/once.ts';
import { crash } from './crash.ts';

// Kept, since a handler may replace these as well.
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
const { getPrototypeOf, setPrototypeOf } = Reflect;
const { is } = Object;

/** Lists the objects whose properties the runner uses. The list is made before a handler may change them. */
const listObjects = once((): readonly object[] => [
  ...[globalThis, JSON, Math, Reflect],
  ...[
    ...[Object, Array, String, RegExp, Map, Set, Promise, Number, Function, Error, Buffer],
    ...[Boolean, Date, Symbol, Uint8Array, getPrototypeOf(Uint8Array) as typeof Uint8Array],
  ].flatMap((one) => [one, one.prototype]),
  ...[
    ...[[].values(), new Map().entries(), new Set().values(), ''.matchAll(/a/g)],
    ...[''[Symbol.iterator](), function* () {}.prototype, getPrototypeOf([].values()) as object],
  ].map((one) => getPrototypeOf(one) as object),
]);

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

/** Tells whether two properties are alike. `NaN` is like itself. */
const isAlike = (a: PropertyDescriptor, b: PropertyDescriptor): boolean =>
  (a.value === b.value || is(a.value, b.value)) &&
  a.get === b.get &&
  a.set === b.set &&
  a.enumerable === b.enumerable;

/** Tells whether an object has the properties that it should have, in their order. Mostly it has: this is the fast way. */
function hasProperties(object: object, due: Properties): boolean {
  const keys = ownKeys(object);
  const { all } = due;
  if (keys.length !== all.length || getPrototypeOf(object) !== due.prototype) return false;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (key !== due.keys[i]) return false;
    const property = getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
    if (!isAlike(property, all[i] as PropertyDescriptor)) return false;
  }
  return true;
}

/** Returns the place of a key in a list, or -1. */
function placeOf(key: string | symbol, keys: readonly (string | symbol)[]): number {
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
    if (placeOf(key, due.keys) < 0 && !deleteProperty(object, key)) isDone &&= mayHaveOthers;
  }
  for (let i = 0; i < due.keys.length; i++) {
    const key = due.keys[i] as string;
    const property = due.all[i] as PropertyDescriptor;
    const found = present.all[placeOf(key, present.keys)];
    const isSet = found !== undefined && isAlike(found, property);
    if (!isSet && !defineProperty(object, key, property)) isDone = false;
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
 * @returns `due` itself if they had those properties already.
 */
export function exchangeBuiltIns(fs: object, due?: BuiltIns): BuiltIns {
  const objects = listObjects();
  const found: BuiltIns = [];
  let isAsDue = due !== undefined;
  for (let i = 0; i <= objects.length; i++) {
    const object = objects[i] ?? fs;
    const dueOfObject = due?.[i];
    if (dueOfObject && hasProperties(object, dueOfObject)) {
      found[i] = dueOfObject;
      continue;
    }
    const present = propertiesOf(object);
    found[i] = present;
    isAsDue = false;
    const mayHaveOthers = object === globalThis || object === fs;
    if (dueOfObject && !setProperties(object, present, dueOfObject, mayHaveOthers)) crash.giveUp();
  }
  return due && isAsDue ? due : found;
}
