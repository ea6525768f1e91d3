/** A list with at least one item. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Tells whether a list has at least one item. */
export const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

/** Maps the items of a list that has at least one, so that the type of the result says that it has one too. */
export const mapNonEmpty = <T, R>(
  [first, ...others]: NonEmpty<T>,
  map: (item: T) => R,
): NonEmpty<R> => [map(first), ...others.map((item) => map(item))];
