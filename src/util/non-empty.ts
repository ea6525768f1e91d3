/** A list with at least one item. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Tells whether a list has an item. */
export const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

/** Maps a list that has an item to another such list. */
export const mapNonEmpty = <T, R>(
  [first, ...others]: NonEmpty<T>,
  map: (item: T) => R,
): NonEmpty<R> => [map(first), ...others.map((item) => map(item))];
