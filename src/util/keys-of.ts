/** Returns the keys of an object whose type names all of its keys. */
export const keysOf = <K extends string>(object: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(object) as K[];
