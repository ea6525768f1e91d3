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

/**
 * Lists the globals that Node loads when they are first looked at, since version 24: with some, its whole HTTP client,
 * which takes longer than starting Node. The runner uses none of them, so they are left as a handler leaves them.
 */
const listLazyGlobals = once((): readonly (string | symbol)[] =>
  ownKeys(globalThis).filter((key) =>
    /Stream|Queuing|Channel|Crypto|Performance|^(?:FormData|Headers|Request|Response|MessagePort|WebSocket|EventSource|(?:Message|Close|Error)Event|File|Navigator|Storage|QuotaExceededError)$/.test(
      String(key),
    ),
  ),
);
/** What Node loads when it is first looked at in the module `node:fs`. */
const lazyInFs = ['Dir', 'opendir', 'opendirSync'];

/** The keys of an object, what each of them has if it is looked at, and its prototype. */
interface Properties {
  keys: (string | symbol)[];
  all: (PropertyDescriptor | undefined)[];
  prototype: object | null;
}

function propertiesOf(object: object): Properties {
  const keys = ownKeys(object);
  const all: (PropertyDescriptor | undefined)[] = [];
  const unseen = object === globalThis ? listLazyGlobals() : lazyInFs;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    all[i] = placeOf(key, unseen) < 0 ? getOwnPropertyDescriptor(object, key) : undefined;
  }
  return { keys, all, prototype: getPrototypeOf(object) };
}

/** Tells whether two properties are alike. `NaN` is like itself. */
const isAlike = (a: PropertyDescriptor, b: PropertyDescriptor): boolean =>
  (a.value === b.value || is(a.value, b.value)) &&
  a.get === b.get &&
  a.set === b.set &&
  a.enumerable === b.enumerable;

/** Returns the place of a key in a list, or -1. */
function placeOf(key: string | symbol, keys: readonly (string | symbol)[]): number {
  let at = keys.length;
  while (at-- && keys[at] !== key);
  return at;
}

/**
 * Gives an object other properties than it has, and no others, in any order. Ends the process if that cannot be done.
 *
 * @param mayHaveOthers Keys that cannot be removed do no harm, since no other object inherits them.
 * @returns The properties that it had. `due` itself if it had those already.
 */
function exchangeProperties(object: object, due: Properties, mayHaveOthers: boolean): Properties {
  let found = due;
  const change = (makeChange: () => boolean) => {
    if (found === due) found = propertiesOf(object);
    if (!makeChange()) crash.giveUp();
  };
  if (getPrototypeOf(object) !== due.prototype) change(() => setPrototypeOf(object, due.prototype));
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (key === due.keys[i] || placeOf(key, due.keys) >= 0) continue;
    if (!mayHaveOthers || getOwnPropertyDescriptor(object, key)?.configurable)
      change(() => deleteProperty(object, key));
  }
  for (let i = 0; i < due.keys.length; i++) {
    const key = due.keys[i] as string;
    const property = due.all[i];
    if (!property) continue;
    const present = getOwnPropertyDescriptor(object, key);
    if (!present || !isAlike(present, property))
      change(() => defineProperty(object, key, property));
  }
  return found;
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
    const mayHaveOthers = object === globalThis || object === fs;
    const present = dueOfObject
      ? exchangeProperties(object, dueOfObject, mayHaveOthers)
      : propertiesOf(object);
    found[i] = present;
    isAsDue &&= present === dueOfObject;
  }
  return due && isAsDue ? due : found;
}
