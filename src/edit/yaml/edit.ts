import { isCollection, isMap, parseDocument } from 'yaml';
import { AnyhookError } from '../../errors.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { equal, isObject } from '../../util/equal.ts';
import { blank, layoutOf, type Row } from './layout.ts';
import { options, type ParsedYaml, parseYaml } from './parse.ts';
import { render, writing } from './render.ts';

type ListEdit = Omit<FileEdits['lists'][number], 'path'>;

/**
 * The text with hooks taken out and put in; every other byte stays, where the list is laid out in
 * lines: else the file is, first. Throws `settings`.
 */
export function editHooks(whole: string, file: string, edit: ListEdit): string {
  const { remove, add } = edit;
  if (remove.length + add.length === 0) return whole;
  const parsed = parseYaml(whole, file);
  if (parsed.spots.length) throw parsed.error(parsed.spots);
  const value = parsed.value ?? { version: 1 };
  const hooks = isObject(value) ? (value.hooks ?? []) : undefined;
  if (!isObject(value) || !Array.isArray(hooks)) {
    const offset = parsed.locate({ path: ['hooks'], key: true });
    throw parsed.error([[offset, 'expected a map with a list "hooks"']]);
  }
  for (const index of remove) if (!(index in hooks)) throw new RangeError(`no hook ${index}`);
  const kept = hooks.filter((_, i) => !remove.includes(i));
  const wanted = { ...value, hooks: kept.toSpliced(Math.min(kept.length, ...remove), 0, ...add) };
  const bom = whole.slice(0, whole.length - parsed.text.length);
  for (const laidOut of [() => parsed, () => relaid(parsed.text)]) {
    try {
      const text = inLines(withList(laidOut()), edit);
      if (text !== undefined && equal(parseYaml(text, '').value, wanted)) return bom + text;
    } catch {} // an alias has lost its anchor
  }
  throw new AnyhookError(
    'settings',
    `${file}: its anchors or its layout do not allow a change of the hooks alone; change it by hand`,
  );
}

const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';
const isEnded = (text: string): boolean => text === '' || text.endsWith('\n');

/** The file with its hooks in lines, as the library lays it out. */
function relaid(text: string): ParsedYaml {
  const doc = parseDocument(text, options);
  if (!doc.get('hooks')) doc.set('hooks', doc.createNode([]));
  for (const node of [doc.contents, doc.get('hooks', true)])
    if (isCollection(node)) node.flow = false;
  return parseYaml(doc.toString(writing).replace(/\r?\n/g, eolOf(text)), '');
}

/** The file with an empty list where it has none. */
function withList(parsed: ParsedYaml): ParsedYaml {
  const { text, top, lines } = parsed;
  if (top && (!isMap(top) || top.flow || top.has('hooks'))) return parsed;
  const eol = eolOf(text);
  const pad = ' '.repeat(top?.range ? lines.linePos(top.range[0]).col - 1 : 0);
  const last = `${top ? pad : `version: 1${eol}`}hooks: []`;
  return parseYaml(isEnded(text) ? text + last + eol : text + eol + last, '');
}

/** The edit made in the lines of the text; undefined: the hooks have no lines of their own. */
function inLines(parsed: ParsedYaml, { remove, add }: ListEdit): string | undefined {
  const { text } = parsed;
  const eol = eolOf(text);
  const layout = layoutOf(parsed, (isEnded(text) ? text : text + eol).split(/(?<=\n)/));
  if (!layout) return undefined;
  const { head, rows, indent, key } = layout;
  const spaced = rows.length < 3 || rows.slice(0, -1).some(({ lead }) => lead.some(blank));
  for (const index of remove) (rows[index] as Row).gone = true;
  const slot = Math.min(rows.length - 1, ...remove);
  for (const [i, source] of add.entries()) {
    const row = rows[slot + i] as Row;
    const body = render(source).map((line) => (line && ' '.repeat(indent) + line) + eol);
    if (row.gone) Object.assign(row, { body, gone: false });
    else rows.splice(slot + i, 0, { lead: spaced && slot + i > 0 ? [eol] : [], body });
  }
  const isEmpty = rows.slice(0, -1).every(({ gone }) => gone);
  const line = head[key.line] as string;
  if (isEmpty) head[key.line] = `${line.slice(0, key.column)} []${line.slice(key.column)}`;
  const written = [...head, ...staying(rows, !isEmpty)].join('');
  return isEnded(text) ? written : written.slice(0, -eol.length);
}

/** The lines of the rows that stay, and the comments before the others. */
function staying(rows: readonly Row[], hasItems: boolean): string[] {
  let left: string[] = [];
  let open = hasItems; // blank lines would be the item's before, or begin the list
  return rows.flatMap(({ lead, body, gone }) => {
    const all = [...left, ...lead];
    left = gone ? all.slice(0, blank(lead.at(-1)) ? -1 : undefined) : [];
    if (gone) return [];
    const from = open ? all.findIndex((line) => !blank(line)) : 0;
    open = blank(body.at(-1));
    return [...(from < 0 ? [] : all.slice(from)), ...body];
  });
}
