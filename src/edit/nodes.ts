/** Readers for the nodes of `jsonc-parser`; lists and tables of TOML are given as such nodes too. */
import type { Node } from 'jsonc-parser';
import { itemAt } from '../util/item-at.ts';

export type Path = readonly (string | number)[];

/** Returns the offset behind a node. */
export const endOf = ({ offset, length }: Node): number => offset + length;

/** Returns the elements of a list, or the properties of an object. */
export const itemsOf = ({ children = [] }: Node): readonly Node[] => children;

/** Returns the key of a property. */
export const keyOf = (property: Node): string => property.children?.[0]?.value;

/** Returns the properties of an object that have a key. The last one counts. */
export const propertiesNamed = (object: Node, key: string): readonly Node[] =>
  object.type === 'object' ? itemsOf(object).filter((one) => keyOf(one) === key) : [];

/** Returns the value of a property; of an element of a list, the element. */
export const valueIn = (item: Node): Node =>
  item.type === 'property' ? itemAt(itemsOf(item), 1) : item;

/** Returns a node as plain data. The library's own function makes objects without a prototype. */
export function toPlainValue(node: Node): unknown {
  if (node.type === 'array') return itemsOf(node).map(toPlainValue);
  if (node.type !== 'object') return node.value;
  // `fromEntries` defines keys, so that `__proto__` is a key like any other.
  return Object.fromEntries(itemsOf(node).map((one) => [keyOf(one), toPlainValue(valueIn(one))]));
}

/**
 * Returns the value at a path, or undefined where there is none. Of two equal keys the last counts; the
 * library finds the first.
 */
export const nodeAt = (from: Node, path: Path): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => {
    if (!node || (typeof part === 'number' && node.type !== 'array')) return undefined;
    const item =
      typeof part === 'number' ? itemsOf(node)[part] : propertiesNamed(node, part).at(-1);
    return item && valueIn(item);
  }, from);

/** Returns what a value is, as messages say it. */
export function describeKind({ type }: Node): string {
  if (type === 'null') return 'null';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : `a ${type}`;
}
