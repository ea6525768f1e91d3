/** What the nodes of `jsonc-parser` do not tell by themselves. */
import type { Node } from 'jsonc-parser';

export type Path = readonly (string | number)[];

export const endOf = ({ offset, length }: Node): number => offset + length;

/** The elements of a list, or the properties of an object. */
export const itemsOf = ({ children = [] }: Node): readonly Node[] => children;

export const keyOf = (property: Node): string => property.children?.[0]?.value;

/** The properties of a key: the last one counts. */
export const named = (object: Node, key: string): readonly Node[] =>
  object.type === 'object' ? itemsOf(object).filter((one) => keyOf(one) === key) : [];

/** The value of an element, or of a property. */
export const valueIn = (item: Node): Node =>
  item.type === 'property' ? (item.children?.[1] as Node) : item;

/** Plain data; what the library makes of a node has no prototype. */
export function plain(node: Node): unknown {
  if (node.type === 'array') return itemsOf(node).map(plain);
  if (node.type !== 'object') return node.value;
  // Defines: a key __proto__ is a key.
  return Object.fromEntries(itemsOf(node).map((one) => [keyOf(one), plain(valueIn(one))]));
}

/** What stands at a path; the library finds the first of keys held twice. */
export const nodeAt = (from: Node, path: Path): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => {
    if (!node || (typeof part === 'number' && node.type !== 'array')) return undefined;
    const item = typeof part === 'number' ? itemsOf(node)[part] : named(node, part).at(-1);
    return item && valueIn(item);
  }, from);

/** What a value is, in words. */
export function kindOf({ type }: Node): string {
  if (type === 'null') return 'null';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : `a ${type}`;
}
