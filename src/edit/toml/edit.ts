import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { getAtPath, setAtPath } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { attempt } from '../../util/attempt.ts';
import type { Json } from '../../util/json.ts';
import { writeBracketed } from '../brackets.ts';
import { eolOf, type Item, type Layout } from '../layout.ts';
import { endOf, itemsOf } from '../nodes.ts';
import { gapsIn, isComment, type RowChange } from '../rows.ts';
import { toPair, toValue, UnwritableValue } from './render.ts';
import { lineEnd, lineStart, spliceText } from './splice.ts';
import { changeTables } from './tables.ts';
import { type Content, type Pair, type ParsedToml, parseToml, pathKey } from './tree.ts';

type ListEdit = FileEdits['lists'][number];
type KeyPath = readonly string[];
/**
 * A list or an inline table (`value`). An empty one is laid out on several lines if `range` is on several lines:
 * the range of its pair, or else its own.
 */
type Bracketed = Pick<Pair, 'value' | 'range'>;

/**
 * Removes elements from lists in a TOML text and inserts others. Every other byte stays. A new list is
 * written at the end of the text, each element as `[[table]]`. If the table around the list is written in
 * braces, the new list is written into them. A list that becomes empty is removed, unless a comment is in
 * it. Throws `settings`, also if the layout of the text does not allow the change.
 *
 * @param source The text that is changed.
 * @param file What messages call the file.
 * @param edits The changes. Only `lists` is applied; `set` and `unset` are not supported in TOML.
 * @param noun What messages call an element.
 */
export function editToml(source: string, file: string, edits: FileEdits, noun = 'value'): string {
  const lists = edits.lists.filter(({ remove, add }) => remove.length + add.length);
  if (!lists.length) return source;
  const before = parseToml(source, file);
  for (const { path, remove } of lists) {
    const length = listAt(before, path).length;
    if (Math.max(...remove) >= length) throw new RangeError(`${path.join('.')} holds ${length}`);
  }
  try {
    const after = lists.reduce((parsed, edit) => editList(parsed, edit, file), before);
    // The parsed text lacks the byte order mark, if the source has one.
    const byteOrderMark = source.slice(0, source.length - before.text.length);
    return byteOrderMark + after.text;
  } catch (error) {
    if (!(error instanceof UnwritableValue)) throw error;
    throw before.errorAt(
      0,
      `TOML has no form for ${error.message}, which a ${noun} would hold here`,
    );
  }
}

/** Returns the list at a path, or an empty list if there is none. Throws `settings` if another value is there. */
function listAt({ value, offsetOf, errorAt }: ParsedToml, path: KeyPath): unknown[] {
  for (const [i] of path.entries()) {
    const subPath = path.slice(0, i + 1);
    const found = getAtPath(value, subPath);
    const isLast = i === path.length - 1;
    if (found === undefined) break;
    if (Array.isArray(found) && isLast) return found;
    if (isLast || typeof found !== 'object' || Array.isArray(found))
      throw errorAt(offsetOf(subPath), `${subPath.join('.')} is no ${isLast ? 'list' : 'table'}`);
  }
  return [];
}

/** Changes one list, and parses the new text to make sure that nothing else has changed. Throws `settings`. */
function editList(before: ParsedToml, edit: ListEdit, file: string): ParsedToml {
  const { path, remove, add } = edit;
  const list = listAt(before, path);
  const text = writeList(before, edit, list.length);
  const after = attempt(() => parseToml(text, file));
  const kept = list.filter((_, i) => !remove.includes(i));
  const added: unknown[] = JSON.parse(JSON.stringify(add)); // without keys whose value is undefined
  const wanted = kept.toSpliced(Math.min(kept.length, ...remove), 0, ...added);
  // A list that was removed from the new text counts as empty.
  const listAfter = after && (getAtPath(after.value, path) ?? []);
  const contentWithList = ({ value }: ParsedToml, elements: unknown): Json => {
    const copy = structuredClone(value);
    setAtPath(copy, path, elements);
    return copy;
  };
  if (
    after &&
    isDeepStrictEqual(contentWithList(after, listAfter), contentWithList(before, wanted))
  )
    return after;
  throw before.errorAt(0, `its layout allows no change of the ${path[0]} alone`);
}

/**
 * Changes a list in brackets, or writes a new list into an inline table. A list of tables with headers
 * (`[[table]]`) is changed by {@link changeTables}. Returns the new text.
 *
 * @param length How many elements the list has.
 */
function writeList(parsed: ParsedToml, edit: ListEdit, length: number): string {
  const { path, remove, add } = edit;
  const listPair = parsed.pairs.get(pathKey(path));
  if (listPair && !add.length && remove.length === length)
    return removePair(parsed, listPair, path);
  const insertAt = Math.min(length, ...remove);
  const items = add.map((value) => ({ value }));
  if (listPair) return changePair(parsed.text, listPair, { remove, add: items, insertAt });
  // The inline table around a list that does not exist yet, if there is such a table.
  const tablePair = parsed.pairs.get(pathKey(path.slice(0, -1)));
  if (!tablePair) return changeTables(parsed, edit, length);
  const key = path.at(-1) ?? '';
  const { length: pairCount } = childrenOf(tablePair.value);
  const change = { remove: [], add: [{ key, value: add }], insertAt: pairCount };
  return changePair(parsed.text, tablePair, change);
}

/** Returns the elements of a list, or the pairs of an inline table. Any other value has none. */
const childrenOf = (value: Content): readonly (Content | Pair)[] => {
  if (value.type === 'TOMLValue') return [];
  return value.type === 'TOMLArray' ? value.elements : value.body;
};

/**
 * Returns a list or an inline table as a JSON node, so that `writeBracketed` can change it. That function lays
 * out an empty list or table like its container, the node's `parent.parent`. Here `parent.parent` has
 * `range` in place of the range of a container.
 */
function nodeOf({ value, range }: Bracketed): Node {
  const leaf = ([offset, end]: readonly [number, number]): Node => {
    return { type: 'string', offset, length: end - offset };
  };
  return {
    ...leaf(value.range),
    type: value.type === 'TOMLArray' ? 'array' : 'object',
    children: childrenOf(value).map(({ range }) => leaf(range)),
    parent: { type: 'property', offset: 0, length: 0, parent: leaf(range) },
  };
}

/** Returns the text with elements of a list, or pairs of an inline table, removed and inserted. */
function changePair(text: string, pair: Bracketed, change: RowChange<Item>): string {
  const node = nodeOf(pair);
  const layout: Layout = {
    ...{ text, eol: eolOf(text), indentStep: '  ', space: ' ', newBracePad: ' ' },
    write: ({ key, value }) => (key === undefined ? toValue(value) : toPair(key, value)),
  };
  const texts = itemsOf(node).map(({ offset, length }) => text.slice(offset, offset + length));
  const changed = writeBracketed(layout, node, texts, change);
  return spliceText(text, [{ from: node.offset, to: endOf(node), text: changed }]);
}

/**
 * Returns the text without a pair. An inline table that held nothing else is removed with it. A list with
 * a comment in it is emptied and stays.
 *
 * @param path The keys that lead to the pair's value.
 */
function removePair(parsed: ParsedToml, pair: Pair, path: KeyPath): string {
  const { text, pairs } = parsed;
  const { value, parent: table, range } = pair;
  const allIndexes = childrenOf(value).keys();
  if (value.type === 'TOMLArray' && gapsIn(text, nodeOf(pair)).flat().some(isComment))
    return changePair(text, pair, { remove: allIndexes, add: [], insertAt: 0 });
  if (table.type === 'TOMLInlineTable') {
    const tablePath = path.slice(0, -1);
    const tablePair = pairs.get(pathKey(tablePath));
    if (tablePair?.value === table && table.body.length === 1)
      return removePair(parsed, tablePair, tablePath);
    const change = { remove: [table.body.indexOf(pair)], add: [], insertAt: 0 };
    return changePair(text, { value: table, range: table.range }, change);
  }
  // A pair outside of braces. Its line is removed, or the pair alone if a comment follows it.
  const [from, to] = range;
  const isLastOnLine = !text.slice(to, lineEnd(text, to)).trim();
  const wholeLine = { from: lineStart(text, from), to: lineEnd(text, to), text: '' };
  return spliceText(text, [isLastOnLine ? wholeLine : { from, to, text: '' }]);
}
