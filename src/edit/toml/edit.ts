import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { getAtPath, setAtPath } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { attempt } from '../../util/attempt.ts';
import type { Json } from '../../util/json.ts';
import { changeBrackets } from '../brackets.ts';
import { eolOf, type Item, type Layout } from '../layout.ts';
import { endOf, itemsOf } from '../nodes.ts';
import { gapsIn, isComment, type RowChange } from '../rows.ts';
import { toPair, toValue, UnwritableValue } from './render.ts';
import { lineEnd, lineStart, spliceText } from './splice.ts';
import { changeTables } from './tables.ts';
import { type Content, type Pair, type ParsedToml, parseToml, pathKey } from './tree.ts';

type ListEdit = FileEdits['lists'][number];
type Path = readonly string[];
type Bracketed = Pick<Pair, 'value' | 'range'>;

/**
 * Takes elements of lists out of a text and puts others in; every other byte stays. The elements of
 * a new list stand at the end, each with a header. A list that is left empty goes, unless a comment
 * stands in it. Throws `settings`, also where the layout does not allow the change.
 *
 * @param source The text that is changed.
 * @param file What messages call the file.
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
    return source.slice(0, source.length - before.text.length) + after.text;
  } catch (error) {
    if (!(error instanceof UnwritableValue)) throw error;
    throw before.error(0, `TOML has no form for ${error.message}, which a ${noun} would hold here`);
  }
}

/** Returns the list at a path, empty where there is none. Throws `settings` for another value. */
function listAt({ value, offsetOf, error }: ParsedToml, path: Path): unknown[] {
  for (const [i] of path.entries()) {
    const here = path.slice(0, i + 1);
    const there = getAtPath(value, here);
    const isLast = i === path.length - 1;
    if (there === undefined) break;
    if (Array.isArray(there) && isLast) return there;
    if (isLast || typeof there !== 'object' || Array.isArray(there))
      throw error(offsetOf(here), `${here.join('.')} is no ${isLast ? 'list' : 'table'}`);
  }
  return [];
}

/** Changes one list, and reads the new text to make sure that nothing else has changed. */
function editList(before: ParsedToml, edit: ListEdit, file: string): ParsedToml {
  const { path, remove, add } = edit;
  const list = listAt(before, path);
  const text = textWith(before, edit, list.length);
  const after = attempt(() => parseToml(text, file));
  const kept = list.filter((_, i) => !remove.includes(i));
  const added: unknown[] = JSON.parse(JSON.stringify(add));
  const wanted = kept.toSpliced(Math.min(kept.length, ...remove), 0, ...added);
  const valueWith = ({ value }: ParsedToml, list: unknown): Json => {
    const copy = structuredClone(value);
    setAtPath(copy, path, list);
    return copy;
  };
  if (
    after &&
    isDeepStrictEqual(
      valueWith(after, getAtPath(after.value, path) ?? []),
      valueWith(before, wanted),
    )
  )
    return after;
  throw before.error(0, `its layout allows no change of the ${path[0]} alone`);
}

/** Returns the text with one list changed, whichever way the list is written. */
function textWith(parsed: ParsedToml, edit: ListEdit, length: number): string {
  const { path, remove, add } = edit;
  const own = parsed.pairs.get(pathKey(path));
  if (own && !add.length && remove.length === length) return removePair(parsed, own, path);
  const at = Math.min(length, ...remove);
  if (own)
    return changePair(parsed.text, own, { remove, add: add.map((value) => ({ value })), at });
  const around = parsed.pairs.get(pathKey(path.slice(0, -1)));
  if (!around) return changeTables(parsed, edit, length);
  const key = path.at(-1) ?? '';
  const { length: end } = bracketsOf(around.value);
  return changePair(parsed.text, around, { remove: [], add: [{ key, value: add }], at: end });
}

/** Returns the elements of a list, or the pairs of a table in braces. */
const bracketsOf = (value: Content): readonly (Content | Pair)[] => {
  if (value.type === 'TOMLValue') return [];
  return value.type === 'TOMLArray' ? value.elements : value.body;
};

/** Returns a list or a table in braces as a node, in a property as long as its pair. */
function nodeOf({ value, range }: Bracketed): Node {
  const plain = ([offset, end]: readonly [number, number]): Node => {
    return { type: 'string', offset, length: end - offset };
  };
  return {
    ...plain(value.range),
    type: value.type === 'TOMLArray' ? 'array' : 'object',
    children: bracketsOf(value).map((one) => plain(one.range)),
    parent: { type: 'property', offset: 0, length: 0, parent: plain(range) },
  };
}

/** Returns the text with items between the brackets of a pair's value changed. */
function changePair(text: string, pair: Bracketed, change: RowChange<Item>): string {
  const node = nodeOf(pair);
  const layout: Layout = {
    ...{ text, eol: eolOf(text), unit: '  ', space: ' ', pad: ' ' },
    write: ({ key, value }) => (key === undefined ? toValue(value) : toPair(key, value)),
  };
  const texts = itemsOf(node).map(({ offset, length }) => text.slice(offset, offset + length));
  const changed = changeBrackets(layout, node, texts, change);
  return spliceText(text, [{ from: node.offset, to: endOf(node), text: changed }]);
}

/**
 * Returns the text without a pair. A table in braces that held nothing else goes with it; a list with
 * a comment in it stays, emptied.
 */
function removePair(parsed: ParsedToml, own: Pair, path: Path): string {
  const { text, pairs } = parsed;
  const { value, parent: around, range } = own;
  const all = bracketsOf(value).keys();
  if (value.type === 'TOMLArray' && gapsIn(text, nodeOf(own)).flat().some(isComment))
    return changePair(text, own, { remove: all, add: [], at: 0 });
  if (around.type === 'TOMLInlineTable') {
    const above = path.slice(0, -1);
    const outer = pairs.get(pathKey(above));
    if (outer?.value === around && around.body.length === 1)
      return removePair(parsed, outer, above);
    const change = { remove: [around.body.indexOf(own)], add: [], at: 0 };
    return changePair(text, { value: around, range: around.range }, change);
  }
  const [from, to] = range;
  const isAlone = !text.slice(to, lineEnd(text, to)).trim();
  const lines = { from: lineStart(text, from), to: lineEnd(text, to), text: '' };
  return spliceText(text, [isAlone ? lines : { from, to, text: '' }]);
}
