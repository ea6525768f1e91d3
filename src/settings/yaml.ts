import {
  type Alias,
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Hook } from '../canonical/hook.ts';
import { equal, isObject } from '../equal.ts';
import { AnyhookError } from '../errors.ts';
import {
  doubts,
  type HookSource,
  hookToSource,
  type Problem,
  problemsOf,
  shown,
  sourceToHook,
} from './source.ts';

/** What `anyhook.yaml` says. */
export interface Source {
  /** Each with the line it begins on, from 1. */
  hooks: { hook: Hook; line: number }[];
  /** What is right and yet hardly meant: `file:line:column: message`. */
  warnings: string[];
}

/** What becomes of the list of hooks. */
export interface SourceEdit {
  /** Indices of what goes. */
  remove: readonly number[];
  /** What comes, in the place of the first that goes, else at the end. */
  add: readonly Hook[];
}

interface Parsed {
  file: string;
  text: string;
  value: unknown;
  top: Node | null;
  lines: LineCounter;
  reader: Reader;
}

type Spot = [offset: number, message: string];

const limits = { problems: 20, levels: 64, repeated: 10_000 };
const options = {
  schema: 'core', // whatever %YAML says: `on` is a word
  merge: false,
  stringKeys: true,
  uniqueKeys: false, // checked below: the library's way is quadratic
  resolveKnownTags: false,
  prettyErrors: false,
  keepSourceTokens: true,
} as const;

const at = ({ file, lines }: Pick<Parsed, 'file' | 'lines'>, [offset, message]: Spot): string => {
  const { line, col } = lines.linePos(offset);
  const plain = message.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, '?').slice(0, 1000);
  return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${plain}`;
};

function failure(parsed: Pick<Parsed, 'file' | 'lines'>, spots: readonly Spot[]): AnyhookError {
  const sorted = spots.toSorted(([a], [b]) => a - b).map((spot) => at(parsed, spot));
  const said = [...new Set(sorted)];
  const more = said.length - limits.problems;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return new AnyhookError('settings', [...said.slice(0, limits.problems), ...rest].join('\n'));
}

/** Reads `anyhook.yaml`; `file` is what errors call it. Throws `settings`, with every problem. */
export function readSource(text: string, file: string): Source {
  const parsed = parse(text, file);
  const problems = problemsOf(parsed.value ?? {}).map(
    (problem): Spot => [locate(parsed, problem), problem.message],
  );
  const spots = [...parsed.reader.spots, ...problems];
  if (spots.length) throw failure(parsed, spots);
  const { hooks } = parsed.value as { hooks?: HookSource[] | null };
  const warnings: string[] = [];
  const read = (hooks ?? []).map((source, i) => {
    const hook = sourceToHook(source);
    for (const [key, message] of doubts(hook)) {
      warnings.push(at(parsed, [locate(parsed, { path: ['hooks', i, key] }), message]));
    }
    return { hook, line: parsed.lines.linePos(locate(parsed, { path: ['hooks', i] })).line };
  });
  return { hooks: read, warnings };
}

function parse(whole: string, file: string): Parsed {
  const text = whole.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const doc = parseDocument(text, { ...options, lineCounter: lines });
  const parsed = { file, text, lines, top: doc.contents as Node | null };
  const control = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0');
    throw failure(parsed, [[control.index, `a control character, U+${code}`]]);
  }
  const errors = [...doc.errors, ...doc.warnings];
  const spent = errors.filter(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const wrong = spent.length ? spent.slice(0, 1) : errors; // the others follow from it
  if (wrong.length) {
    throw failure(
      parsed,
      wrong.map(({ code, pos, message }) => [pos[0], told[code] ?? message]),
    );
  }
  const reader = new Reader();
  try {
    const value = parsed.top ? reader.read(parsed.top) : undefined;
    return { ...parsed, value, reader };
  } catch (error) {
    throw error instanceof Stop ? failure(parsed, [...reader.spots, error.spot]) : error;
  }
}

const deep = `more than ${limits.levels} levels deep`;
const told: Record<string, string | undefined> = {
  MULTIPLE_DOCS: 'a second document: one file is one document',
  RESOURCE_EXHAUSTION: deep,
};

class Stop extends Error {
  readonly spot: Spot;
  constructor(node: Node, message: string) {
    super(message);
    this.spot = [node.range?.[0] ?? 0, message];
  }
}

type Entry = Pair<Scalar, Node | null>;

/** Plain data of nodes, bounded in depth and in what aliases repeat. */
class Reader {
  readonly spots: Spot[] = [];
  readonly aliases = new Map<Alias, Node>();
  readonly pairs = new Map<Node, Map<string, Entry>>();
  private readonly anchors = new Map<string, Node>();
  private repeated = 0;

  read(node: Node | null, level = 0, repeats = false): unknown {
    if (node === null) return null;
    if (level > limits.levels) throw new Stop(node, deep);
    if (repeats && ++this.repeated > limits.repeated)
      throw new Stop(node, `aliases repeat more than ${limits.repeated} values`);
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (!target) throw new Stop(node, `no anchor &${node.source} before this alias`);
      this.aliases.set(node, target);
      return this.read(target, level + 1, true);
    }
    if ('anchor' in node && node.anchor) this.anchors.set(node.anchor, node);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node, level + 1, repeats));
    if (!isMap(node)) return isScalar(node) ? node.value : undefined;
    const pairs = new Map<string, Entry>();
    this.pairs.set(node, pairs);
    const entries = (node.items as Entry[]).flatMap((pair): [string, unknown][] => {
      const { key, value } = pair;
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        this.say(key, 'merge keys (<<) are not read; write the keys out, or alias a value');
        return [];
      }
      if (pairs.has(name)) this.say(key, `the key ${shown(name)} is there twice`);
      pairs.set(name, pair);
      return [[name, this.read(value, level + 1, repeats)]];
    });
    return Object.fromEntries(entries); // defines: a key __proto__ is a key
  }

  private say(node: Node, message: string) {
    this.spots.push([node.range?.[0] ?? 0, message]);
  }
}

/** Where a problem is: at the value, or as near as there is something. */
function locate({ top, reader }: Parsed, { path, key }: Pick<Problem, 'path' | 'key'>): number {
  let node = top;
  let offset = node?.range?.[0] ?? 0;
  for (const [i, part] of path.entries()) {
    const inner = node && isAlias(node) ? reader.aliases.get(node) : node;
    if (isSeq(inner)) node = inner.items[part as number] as Node;
    else {
      const pair = inner && reader.pairs.get(inner)?.get(part as string);
      if (!pair) break;
      node = pair.value;
      const bare = !node?.range || node.range[0] === node.range[1]; // nothing after the colon
      if (bare || (key && i === path.length - 1)) {
        offset = pair.key.range?.[0] ?? offset;
        continue;
      }
    }
    offset = node?.range?.[0] ?? offset;
  }
  return offset;
}

const header = '# yaml-language-server: $schema=./node_modules/anyhook/dist/anyhook.schema.json';

/** A fresh `anyhook.yaml`. */
export function writeSource(hooks: readonly Hook[]): string {
  const empty = `${header}\nversion: 1\nhooks: []\n`;
  return mergeSource(empty, 'anyhook.yaml', { remove: [], add: hooks });
}

/**
 * The text with hooks taken out and put in; every other byte stays, as far as the file is laid out
 * in lines. Throws `settings`.
 */
export function mergeSource(whole: string, file: string, { remove, add }: SourceEdit): string {
  if (remove.length + add.length === 0) return whole;
  const parsed = parse(whole, file);
  if (parsed.reader.spots.length) throw failure(parsed, parsed.reader.spots);
  const value = parsed.value ?? { version: 1 };
  const hooks = isObject(value) ? (value.hooks ?? []) : undefined;
  if (!isObject(value) || !Array.isArray(hooks)) {
    const offset = locate(parsed, { path: ['hooks'], key: true });
    throw failure(parsed, [[offset, 'expected a map with a list "hooks"']]);
  }
  for (const index of remove) if (!(index in hooks)) throw new RangeError(`no hook ${index}`);
  const edit: Edit = { gone: new Set(remove), add: add.map(hookToSource) };
  const odd = problemsOf({ version: 1, hooks: edit.add })[0];
  if (odd) throw new AnyhookError('settings', `a hook that ${file} cannot hold: ${odd.message}`);
  const wanted = { ...value, hooks: edited(hooks, edit, (source): unknown => source) };
  const bom = whole.slice(0, whole.length - parsed.text.length);
  for (const way of [inLines, inNodes]) {
    const text = way(parsed, edit);
    if (text !== undefined && says(text, wanted)) return bom + text;
  }
  throw new AnyhookError(
    'settings',
    `${file}: its anchors or its layout do not allow a change of the hooks alone; change it by hand`,
  );
}

interface Edit {
  gone: ReadonlySet<number>;
  add: readonly HookSource[];
}

function edited<T>(list: readonly T[], { gone, add }: Edit, make: (source: HookSource) => T): T[] {
  const slot = gone.size ? Math.min(...gone) : list.length;
  const kept = (item: T, i: number) => (gone.has(i) ? [] : [item]);
  const after = list.slice(slot).flatMap((item, i) => kept(item, slot + i));
  return [...list.slice(0, slot), ...add.map(make), ...after];
}

function says(text: string, wanted: unknown): boolean {
  try {
    return equal(parse(text, '').value, wanted);
  } catch {
    return false;
  }
}

interface Block {
  /** Blank lines and comments before it. */
  lead: string[];
  body: string[];
}

interface Layout {
  /** All up to the first item. */
  head: string[];
  blocks: Block[];
  tail: string[];
  /** Blanks before an item's dash. */
  indent: number;
  /** The line of `head` that ends the key, and where its colon ends. */
  key: { line: number; end: number };
}

/** The edit made in the lines of the text. */
function inLines(parsed: Parsed, edit: Edit): string | undefined {
  const eol = /\r?\n/.exec(parsed.text)?.[0] ?? '\n';
  const ended = parsed.text === '' || parsed.text.endsWith('\n');
  const lines = (ended ? parsed.text : parsed.text + eol).split(/(?<=\n)/).filter(Boolean);
  const layout = layoutOf(parsed, lines, eol);
  if (!layout) return undefined;
  const { head, tail, key } = layout;
  const { blocks, left } = changed(layout, edit, eol);
  if (blocks.length === 0) {
    const line = head[key.line] as string;
    head[key.line] = `${line.slice(0, key.end)} []${line.slice(key.end)}`;
  }
  let open = false; // the last item ends in blank lines that are its own
  const middle = [...blocks, { lead: [...left, ...tail], body: [] }].flatMap(({ lead, body }) => {
    const from = open ? lead.findIndex((line) => !blank(line)) : 0;
    open = blank(body.at(-1));
    return [...(from < 0 ? [] : lead.slice(from)), ...body];
  });
  const text = [...head, ...middle].join('');
  return ended ? text : text.slice(0, -eol.length);
}

const blank = (line: string | undefined): boolean => line?.trim() === '';

/** The blocks after an edit, and the comments that stood before the last ones that went. */
function changed({ blocks, indent }: Layout, { gone, add }: Edit, eol: string) {
  const slot = gone.size ? Math.min(...gone) : blocks.length;
  let taken = 0;
  while (taken < add.length && gone.has(slot + taken)) taken++;
  const spaced = blocks.length < 2 || blocks.some(({ lead }) => lead.some(blank));
  const fresh = add.map((source, i): Block => {
    const between = spaced && slot + i > 0 ? [eol] : [];
    const body = render(source).map((line) => (line && ' '.repeat(indent) + line) + eol);
    return { lead: i < taken ? (blocks[slot + i] as Block).lead : between, body };
  });
  let left: string[] = [];
  const rest = blocks.slice(slot + taken).flatMap(({ lead, body }, i): Block[] => {
    const before = [...left, ...lead];
    const goes = gone.has(slot + taken + i);
    left = goes ? before.slice(0, blank(lead.at(-1)) ? -1 : undefined) : [];
    return goes ? [] : [{ lead: before, body }];
  });
  const [first, ...others] = [...blocks.slice(0, slot), ...fresh, ...rest];
  if (!first) return { blocks: [], left };
  const lead = blank(first.lead[0]) ? first.lead.slice(1) : first.lead;
  return { blocks: [{ ...first, lead }, ...others], left };
}

/** How the lines of the text belong to the hooks; undefined: not in whole lines. */
function layoutOf({ top, lines: counter }: Parsed, lines: string[], eol: string) {
  const row = (offset: number) => counter.linePos(offset).line - 1;
  const column = (offset: number) => counter.linePos(offset).col - 1;
  const none = { blocks: [], tail: [], key: { line: 0, end: 0 } };
  if (top === null)
    return { ...none, head: [...lines, `version: 1${eol}`, `hooks:${eol}`], indent: 2 };
  if (!isMap(top) || top.flow) return undefined;
  const outer = column(top.range?.[0] ?? 0);
  const pair = (top as YAMLMap<Scalar, Node>).items.find((one) => one.key.value === 'hooks');
  if (!pair)
    return { ...none, head: [...lines, `${' '.repeat(outer)}hooks:${eol}`], indent: outer + 2 };
  const { sep = [] } = pair.srcToken ?? {};
  const colon = sep.find(({ type }) => type === 'map-value-ind')?.offset;
  const { value: list } = pair;
  if (colon === undefined || !list?.range) return undefined;
  const key = { line: row(colon), end: column(colon) + 1 };
  const token = isSeq(list) ? list.srcToken : undefined;
  if (isSeq(list) && token?.type === 'block-seq') {
    const dashes = token.items.flatMap(
      ({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
    );
    const indent = column(dashes[0] as number);
    let end = row(dashes[0] as number);
    if (end <= key.line) return undefined;
    const head = lines.slice(0, end);
    const blocks = dashes.map((dash, i): Block => {
      const start = row(dash);
      const lead = lines.slice(end, start);
      const over = Math.max((list.items[i] as Node).range?.[1] ?? 0, dash + 1);
      end = row(over - 1) + 1;
      for (let j = end; blank(lines[j]) || remark(lines[j], indent); j++)
        if (!blank(lines[j])) end = j + 1;
      return { lead, body: lines.slice(start, end) };
    });
    return { head, blocks, tail: lines.slice(end), indent, key };
  }
  const over = Math.max(list.range[1], colon + 1);
  if ((isSeq(list) ? list.items.length > 0 : !isScalar(list)) || row(over) !== key.line)
    return undefined;
  const line = lines[key.line] as string;
  const head = [...lines.slice(0, key.line), line.slice(0, key.end) + line.slice(column(over))];
  return { head, blocks: [], tail: lines.slice(key.line + 1), indent: outer + 2, key };
}

/** Whether a line is a comment inside the item before it. */
const remark = (line: string | undefined, indent: number): boolean =>
  line !== undefined && line.search(/\S/) > indent && line.trim().startsWith('#');

/** The edit made in the nodes: the whole text is laid out anew. */
function inNodes({ text }: Parsed, edit: Edit): string | undefined {
  try {
    const doc = parseDocument(text, options);
    const found = doc.get('hooks', true);
    const list = isSeq(found) ? found : doc.createNode([]);
    if (list !== found) doc.set('hooks', list);
    list.items = edited(list.items, edit, (source): unknown => nodeOf(source).get(0));
    if (edit.add.length) list.flow = false;
    const written = doc.toString(writing);
    return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
  } catch {
    return undefined; // an alias has lost its anchor, or the list has no place
  }
}

const writing = {
  lineWidth: 0, // a fold may change what is folded
  singleQuote: true,
  doubleQuotedAsJSON: true,
  flowCollectionPadding: false,
} as const;

const render = (source: HookSource): string[] =>
  nodeOf(source).toString(writing).split('\n').slice(0, -1);

function nodeOf(source: HookSource): Document<YAMLSeq<Node>, false> {
  const doc = new Document([source], { ...options, aliasDuplicateObjects: false });
  for (const key of ['tools', 'agents']) {
    const list = doc.getIn([0, key], true);
    if (isSeq(list)) list.flow = true;
  }
  visit(doc, {
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      if (key !== 'key') node.type = styleOf(node.value);
      else if (node.value === '<<') node.type = 'QUOTE_DOUBLE';
    },
  });
  return doc as never;
}

/** What YAML 1.1 reads as something else than text. */
const older = /^(y|yes|n|no|on|off|[-+]?\d[\d_]*(:\d+)+(\.\d*)?)$/i;

function styleOf(text: string): Scalar.Type {
  if (!text.includes('\n')) return older.test(text) ? 'QUOTE_SINGLE' : 'PLAIN';
  // what an eye cannot see in a block, or an editor takes away
  const hidden = /^\s|\n\n$|[ \t](\n|$)|\r/.test(text);
  return hidden ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
}
