/** Readers for the nodes of `jsonc-parser`. Lists and inline tables of TOML are also handed over as such nodes. */
import type { Node } from 'jsonc-parser';
import { groupBy } from '../util/group.ts';
import { itemAt } from '../util/item-at.ts';
import { rememberByObject } from '../util/remember.ts';

/** The keys and list indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** Returns the offset just after a node. */
export const endOf = ({ offset, length }: Node): number => offset + length;

/** Returns the elements of a list, the properties of an object, or the key and the value of a property. */
export const itemsOf = ({ children = [] }: Node): readonly Node[] => children;

/** Returns the key of a property. */
export const keyOf = (property: Node): string => property.children?.[0]?.value;

/** The properties of an object by their keys. */
const propertiesByKey = rememberByObject((object: Node) => groupBy(itemsOf(object), keyOf));

/** Objects of fewer properties are searched without a table. */
const fewProperties = 16;

/** Returns the properties of an object that have a key. If there are several, the last one counts. */
export function propertiesNamed(object: Node, key: string): readonly Node[] {
  if (object.type !== 'object') return [];
  const properties = itemsOf(object);
  return properties.length < fewProperties
    ? properties.filter((one) => keyOf(one) === key)
    : (propertiesByKey(object).get(key) ?? []);
}

/** Returns the value of an item: for a property its value, for an element of a list the element itself. */
export const valueIn = (item: Node): Node =>
  item.type === 'property' ? itemAt(itemsOf(item), 1) : item;

/** Returns a node as plain data. (`getNodeValue` of the library makes objects without a prototype.) */
export function toPlainValue(node: Node): unknown {
  if (node.type === 'array') return itemsOf(node).map(toPlainValue);
  if (node.type !== 'object') return node.value;
  // `fromEntries` defines keys, so that `__proto__` is a key like any other.
  return Object.fromEntries(itemsOf(node).map((one) => [keyOf(one), toPlainValue(valueIn(one))]));
}

/**
 * Returns the node of the value at a path. Of two equal keys the last one counts, while
 * `findNodeAtLocation` of the library takes the first.
 *
 * @returns Undefined: the path leads to no value.
 */
export const nodeAt = (root: Node, path: Path): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => {
    if (!node || (typeof part === 'number' && node.type !== 'array')) return undefined;
    const item =
      typeof part === 'number' ? itemsOf(node)[part] : propertiesNamed(node, part).at(-1);
    return item && valueIn(item);
  }, root);

/** Returns the kind of a value for messages, such as `a list` or `a string`. */
export function describeKind({ type }: Node): string {
  if (type === 'null') return 'null';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : `a ${type}`;
}
