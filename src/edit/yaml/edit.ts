import { isCollection, isMap, parseDocument } from 'yaml';
import { AnyhookError } from '../../errors.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import { itemAt } from '../../util/item-at.ts';
import { changeRows, type Row } from '../rows.ts';
import { isBlank, layoutOf } from './layout.ts';
import { options, type ParsedYaml, parseYaml } from './parse.ts';
import { toYamlItem, writing } from './render.ts';

/** Which list of a file changes: the value of a key of the map at its top. */
export interface YamlEdit extends Omit<FileEdits['lists'][number], 'path'> {
  key: string;
  /** The line that a file without a value gets before the list. */
  head: string;
}

/**
 * Takes elements out of a list and puts others in; every other byte stays. Where the elements do not
 * stand on lines of their own, the file is first laid out so. Throws `settings`, also where aliases or
 * the layout do not allow the change.
 *
 * @param source The text that is changed.
 * @param file What messages call the file.
 */
export function editYaml(source: string, file: string, edit: YamlEdit): string {
  const { key, head, remove, add } = edit;
  if (remove.length + add.length === 0) return source;
  const parsed = parseYaml(source, file);
  if (parsed.problems.length) throw parsed.error(parsed.problems);
  const value = parsed.value ?? parseYaml(head, file).value;
  const list = isObject(value) ? (value[key] ?? []) : undefined;
  if (!isObject(value) || !Array.isArray(list)) {
    const offset = parsed.locate({ path: [key], key: true });
    throw parsed.error([[offset, `expected a map with a list "${key}"`]]);
  }
  for (const index of remove)
    if (!(index in list)) throw new RangeError(`${key} holds ${list.length}`);
  const kept = list.filter((_, i) => !remove.includes(i));
  const wanted = { ...value, [key]: kept.toSpliced(Math.min(kept.length, ...remove), 0, ...add) };
  const bom = source.slice(0, source.length - parsed.text.length);
  for (const layOut of [() => parsed, () => withListInLines(parsed.text, key)]) {
    // An alias that has lost its anchor cannot be parsed.
    const text = attempt(() => changeLines(withList(layOut(), key, head), edit));
    const after = text === undefined ? undefined : attempt(() => parseYaml(text, ''));
    if (after && isSameJson(after.value, wanted)) return bom + text;
  }
  throw new AnyhookError(
    'settings',
    `${file}: its anchors or its layout do not allow a change of the ${key} alone; change it by hand`,
  );
}

/** Returns the line end of a text. A carriage return alone is none in YAML. */
const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';
const isEnded = (text: string): boolean => text === '' || text.endsWith('\n');

/** Lays the file out with the elements of the list on lines of their own, as the library does it. */
function withListInLines(text: string, key: string): ParsedYaml {
  const doc = parseDocument(text, options);
  if (!doc.get(key)) doc.set(key, doc.createNode([]));
  for (const node of [doc.contents, doc.get(key, true)]) if (isCollection(node)) node.flow = false;
  return parseYaml(doc.toString(writing).replace(/\r?\n/g, eolOf(text)), '');
}

/** Adds an empty list where the file has none. */
function withList(parsed: ParsedYaml, key: string, head: string): ParsedYaml {
  const { text, top, lines } = parsed;
  if (top && (!isMap(top) || top.flow || top.has(key))) return parsed;
  const eol = eolOf(text);
  const pad = ' '.repeat(top?.range ? lines.linePos(top.range[0]).col - 1 : 0);
  const last = `${top ? pad : head + eol}${key}: []`;
  return parseYaml(isEnded(text) ? text + last + eol : text + eol + last, '');
}

/** Makes the edit in the lines of the text; undefined where the list has no lines of its own. */
function changeLines(parsed: ParsedYaml, { key: name, remove, add }: YamlEdit): string | undefined {
  const { text } = parsed;
  const eol = eolOf(text);
  const layout = layoutOf(parsed, name, (isEnded(text) ? text : text + eol).split(/(?<=\n)/));
  if (!layout) return undefined;
  const { head, rows, indent, key } = layout;
  const isSpaced = rows.length < 3 || rows.slice(0, -1).some(({ gap }) => gap.some(isBlank));
  const write = (item: unknown): string =>
    toYamlItem(item)
      .map((line) => (line && ' '.repeat(indent) + line) + eol)
      .join('');
  const insert = (at: number, items: unknown[]): Row[] => {
    const fresh = items.map((item, i): Row => {
      return { gap: isSpaced && at + i > 0 ? [eol] : [], text: write(item) };
    });
    return [...fresh, itemAt(rows, at)];
  };
  const at = Math.min(rows.length - 1, ...remove);
  const changed = changeRows(rows, { remove, add, at }, write, insert);
  const isEmpty = changed.slice(0, -1).every(({ isRemoved }) => isRemoved);
  const line = itemAt(head, key.line);
  if (isEmpty) head[key.line] = `${line.slice(0, key.column)} []${line.slice(key.column)}`;
  const written = [...head, ...linesOf(changed, !isEmpty)].join('');
  return isEnded(text) ? written : written.slice(0, -eol.length);
}

/** Returns the lines of the rows that stay, and the comments before the rows that go. */
function linesOf(rows: readonly Row[], hasItems: boolean): string[] {
  let left: string[] = [];
  // Blank lines do not begin a list, and do not follow an item that ends with blank lines.
  let skipsBlanks = hasItems;
  return rows.flatMap(({ gap, text, isRemoved }) => {
    const all = [...left, ...gap];
    left = isRemoved ? all.slice(0, isBlank(gap.at(-1)) ? -1 : undefined) : [];
    if (isRemoved) return [];
    const from = skipsBlanks ? all.findIndex((line) => !isBlank(line)) : 0;
    skipsBlanks = isBlank(text.slice(text.lastIndexOf('\n', text.length - 2) + 1));
    return [...(from < 0 ? [] : all.slice(from)), text];
  });
}
