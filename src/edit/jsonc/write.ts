/** Writes changed lists and objects into a text of JSON. */
import type { Node } from 'jsonc-parser';
import { isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { writeBracketed } from '../brackets.ts';
import { eolOf, type Item, indentAt, type Layout, type Style } from '../layout.ts';
import { endOf, itemsOf, toPlainValue, valueIn } from '../nodes.ts';

/** What changes in one list or object. */
export interface NodeChange {
  /** The indexes of the removed items. */
  remove: Set<number>;
  /** For a list its new elements, for an object its new properties. */
  add: readonly unknown[] | Json;
  /** The index of the item before which new items are inserted. */
  insertAt: number;
}

/**
 * Returns the text with changed lists and objects. Every other byte stays.
 *
 * @param changes The change of each list or object that changes itself.
 */
export function writeChanges(
  text: string,
  root: Node,
  changes: ReadonlyMap<Node, NodeChange>,
): string {
  const layout = detectLayout(text, root);
  const changedOrAround = new Set<Node>();
  for (const node of changes.keys())
    for (let at: Node | undefined = node; at; at = at.parent) changedOrAround.add(at);
  const write = (node: Node): string => {
    if (!changedOrAround.has(node)) return text.slice(node.offset, endOf(node));
    const value = valueIn(node);
    const isProperty = value !== node;
    if (isProperty) return text.slice(node.offset, value.offset) + write(value);
    const change = changes.get(node);
    // A new element that is equal to the one it replaces keeps the text of that one.
    const rewrite = ({ value }: Item, replaced: Node) =>
      node.type === 'array' && isSameJson(toPlainValue(replaced), value)
        ? write(replaced)
        : undefined;
    const rowChange = change && { ...change, add: toItems(change.add) };
    return writeBracketed(layout, node, itemsOf(node).map(write), rowChange, rewrite);
  };
  return text.slice(0, root.offset) + write(root) + text.slice(endOf(root));
}

const toItems = (add: NodeChange['add']): Item[] =>
  Object.entries(add).map(([key, value]) => (Array.isArray(add) ? { value } : { key, value }));

/** Finds out how a text is laid out, by its first property and by the first line inside the braces. */
function detectLayout(text: string, root: Node): Layout {
  const [firstProperty] = itemsOf(root);
  const hasSpace = !firstProperty || /\s/.test(text.charAt(valueIn(firstProperty).offset - 1));
  const rootText = text.slice(root.offset, endOf(root));
  const innerIndent = /[\r\n]([ \t]*)[^\s}\]]/.exec(rootText)?.[1] ?? '  ';
  const indent = indentAt(text, root.offset);
  const layout = {
    text,
    eol: eolOf(text),
    indentStep: innerIndent.startsWith(indent) ? innerIndent.slice(indent.length) : innerIndent,
    space: hasSpace ? ' ' : '',
    newBracePad: '',
  };
  return { ...layout, write: (item, indent, style) => toJson(layout, item, indent, style) };
}

/**
 * Returns a new item as JSON.
 *
 * @param indent The indentation of the line on which the item starts.
 */
function toJson(
  { eol, indentStep, space }: Omit<Layout, 'write'>,
  { key, value }: Item,
  indent: string,
  { isMultiline, bracePad }: Style,
): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${isMultiline ? ' ' : space}`;
  if (!isMultiline && !space) return name + JSON.stringify(value);
  const tabbed = JSON.stringify(value, undefined, '\t');
  if (isMultiline) {
    const toIndent = (_: string, tabs: string) => eol + indent + indentStep.repeat(tabs.length);
    return name + tabbed.replace(/\n(\t*)/g, toIndent);
  }
  // Puts all on one line: `, ` after a comma, the pad inside braces, nothing inside the brackets of a list.
  const toBlank = (_: string, before: string, after?: string) =>
    before === ',' ? ', ' : before + (before === '{' || after === '}' ? bracePad : '');
  return name + tabbed.replace(/([{[,]?)\n\t*(?=([}\]])?)/g, toBlank);
}
