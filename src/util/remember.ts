/** Functions that do not do the same work again. What they return is shared, so nobody may change it. */

/** Returns a function that works once for each object: as long as the object is there, its result is returned again. */
export function rememberByObject<Key extends object, T>(work: (key: Key) => T): (key: Key) => T {
  const known = new WeakMap<Key, { result: T }>();
  return (key) => {
    const found = known.get(key) ?? { result: work(key) };
    known.set(key, found);
    return found.result;
  };
}

/** The most letters of all texts that one function remembers. */
const maxLength = 4_000_000;

/** Returns a function that remembers the results of the last texts that it was given. */
export function rememberByText<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let length = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const result = work(text);
    length += text.length;
    if (length > maxLength) {
      known.clear();
      length = text.length;
    }
    known.set(text, result);
    return result;
  };
}
