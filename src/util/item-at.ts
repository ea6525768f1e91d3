/** Returns the item at an index of a list. Throws `RangeError` if the list has no item there. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item at ${index} of ${list.length}`);
  return item;
}
