import { isCollection, isMap, parseDocument } from 'yaml';
import { AnyhookError } from '../../errors.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import { itemAt } from '../../util/item-at.ts';
import { changeRows, type Row } from '../rows.ts';
import { findListLines, isBlankLine } from './list-lines.ts';
import { type ParsedYaml, parseOptions, parseYaml } from './parse.ts';
import { toYamlItem, writeOptions } from './render.ts';

/** A change of one list: the value of a key at the top of the file. */
export interface YamlEdit extends Omit<FileEdits['lists'][number], 'path'> {
  key: string;
  /** The line that is written before the list if the file has no content. */
  firstLine: string;
}

/**
 * Removes elements from a list in a YAML text and inserts others. Every other byte stays, unless the
 * elements are not on lines of their own: then the whole file is first laid out anew. Throws `settings`,
 * also if aliases or the layout do not allow the change.
 *
 * @param source The text that is changed.
 * @param file What messages call the file.
 */
export function editYaml(source: string, file: string, edit: YamlEdit): string {
  const { key, firstLine, remove, add } = edit;
  if (remove.length + add.length === 0) return source;
  const parsed = parseYaml(source, file);
  if (parsed.problems.length) throw parsed.errorFor(parsed.problems);
  const value = parsed.value ?? parseYaml(firstLine, file).value;
  const list = isObject(value) ? (value[key] ?? []) : undefined;
  if (!isObject(value) || !Array.isArray(list)) {
    const offset = parsed.offsetOf({ path: [key], key: true });
    throw parsed.errorFor([[offset, `expected a map with a list "${key}"`]]);
  }
  for (const index of remove)
    if (!(index in list)) throw new RangeError(`${key} holds ${list.length}`);
  const left = list.filter((_, i) => !remove.includes(i));
  const wanted = { ...value, [key]: left.toSpliced(Math.min(left.length, ...remove), 0, ...add) };
  const byteOrderMark = source.slice(0, source.length - parsed.text.length);
  for (const layOut of [() => parsed, () => withListInLines(parsed.text, key)]) {
    // Throws if the change removes an anchor that an alias needs: such a text cannot be parsed.
    const text = attempt(() => changeLines(withList(layOut(), key, firstLine), edit));
    const after = text === undefined ? undefined : attempt(() => parseYaml(text, ''));
    if (after && isSameJson(after.value, wanted)) return byteOrderMark + text;
  }
  throw new AnyhookError(
    'settings',
    `${file}: its anchors or its layout do not allow a change of the ${key} alone; change it by hand`,
  );
}

/** Returns the first line end of a text, or `\n`. Unlike in JSON, `\r` alone is no line end in YAML. */
const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';
const endsWithBreak = (text: string): boolean => text === '' || text.endsWith('\n');

/** Lets the library write the file anew, with the elements of the list on lines of their own. */
function withListInLines(text: string, key: string): ParsedYaml {
  const doc = parseDocument(text, parseOptions);
  if (!doc.get(key)) doc.set(key, doc.createNode([]));
  for (const node of [doc.contents, doc.get(key, true)]) if (isCollection(node)) node.flow = false;
  return parseYaml(doc.toString(writeOptions).replace(/\r?\n/g, eolOf(text)), '');
}

/** Adds an empty list to a file that has none. A file that is one map in braces is returned unchanged. */
function withList(parsed: ParsedYaml, key: string, firstLine: string): ParsedYaml {
  const { text, top, lines } = parsed;
  if (top && (!isMap(top) || top.flow || top.has(key))) return parsed;
  const eol = eolOf(text);
  const indent = ' '.repeat(top?.range ? lines.linePos(top.range[0]).col - 1 : 0);
  const listLine = `${top ? indent : firstLine + eol}${key}: []`;
  return parseYaml(endsWithBreak(text) ? text + listLine + eol : text + eol + listLine, '');
}

/** Returns the text with the list's lines changed. Undefined: the list has another layout. */
function changeLines(parsed: ParsedYaml, { key, remove, add }: YamlEdit): string | undefined {
  const { text } = parsed;
  const eol = eolOf(text);
  const textLines = (endsWithBreak(text) ? text : text + eol).split(/(?<=\n)/);
  const listLines = findListLines(parsed, key, textLines);
  if (!listLines) return undefined;
  const { head, rows, indent, keyEnd } = listLines;
  // Items are separated by blank lines if some are already, or if there are not two of them yet.
  const hasBlankLines =
    rows.length < 3 || rows.slice(0, -1).some(({ gap }) => gap.some(isBlankLine));
  const write = (item: unknown): string =>
    toYamlItem(item)
      .map((line) => (line && ' '.repeat(indent) + line) + eol)
      .join('');
  const insert = (index: number, items: unknown[]): Row[] => {
    const newRows = items.map((item, i): Row => {
      return { gap: hasBlankLines && index + i > 0 ? [eol] : [], text: write(item) };
    });
    return [...newRows, itemAt(rows, index)];
  };
  const insertAt = Math.min(rows.length - 1, ...remove);
  const changed = changeRows(rows, { remove, add, insertAt }, write, insert);
  const isEmpty = changed.slice(0, -1).every(({ isRemoved }) => isRemoved);
  const keyLine = itemAt(head, keyEnd.line);
  if (isEmpty)
    head[keyEnd.line] = `${keyLine.slice(0, keyEnd.column)} []${keyLine.slice(keyEnd.column)}`;
  const changedText = [...head, ...linesOf(changed, !isEmpty)].join('');
  return endsWithBreak(text) ? changedText : changedText.slice(0, -eol.length);
}

/**
 * Returns the lines of the rows that are left, and the gaps before removed rows, without the last line if
 * that is blank.
 *
 * @param hasItems Whether the list has any items left.
 */
function linesOf(rows: readonly Row[], hasItems: boolean): string[] {
  let removedGaps: string[] = [];
  // Blank lines do not begin a list, and do not follow an item that ends with blank lines.
  let skipsBlankLines = hasItems;
  return rows.flatMap(({ gap, text, isRemoved }) => {
    const lines = [...removedGaps, ...gap];
    removedGaps = isRemoved ? lines.slice(0, isBlankLine(gap.at(-1)) ? -1 : undefined) : [];
    if (isRemoved) return [];
    const start = skipsBlankLines ? lines.findIndex((line) => !isBlankLine(line)) : 0;
    const lastLine = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
    skipsBlankLines = isBlankLine(lastLine);
    return [...(start < 0 ? [] : lines.slice(start)), text];
  });
}
