import type { Json } from './json.ts';

/** Sets a key of an object as its own key, even `__proto__`: assigning that would set the object's prototype. A payload may have it. */
export function setOwnKey(into: Json, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}
