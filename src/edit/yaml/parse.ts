import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
} from 'yaml';
import { AnyhookError } from '../../errors.ts';
import { shown } from '../../util/words.ts';

export interface Parsed {
  file: string;
  text: string;
  value: unknown;
  top: Node | null;
  lines: LineCounter;
  reader: Reader;
}

export type Spot = [offset: number, message: string];

/** A path in the file; `key`: the key at its end, not the value. */
export interface Place {
  path: readonly PropertyKey[];
  key?: true;
}

const limits = { problems: 20, levels: 64, repeated: 10_000 };
export const options = {
  schema: 'core', // whatever %YAML says: `on` is a word
  merge: false,
  stringKeys: true,
  uniqueKeys: false, // checked below: the library's way is quadratic
  resolveKnownTags: false,
  prettyErrors: false,
  keepSourceTokens: true,
} as const;

/** Every problem on a line, in the order of their places. */
export function failure(
  { file, lines }: Pick<Parsed, 'file' | 'lines'>,
  spots: readonly Spot[],
): AnyhookError {
  const sorted = spots
    .toSorted(([a], [b]) => a - b)
    .map(([offset, message]) => {
      const { line, col } = lines.linePos(offset);
      const plain = message.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, '?').slice(0, 1000);
      return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${plain}`;
    });
  const said = [...new Set(sorted)];
  const more = said.length - limits.problems;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return new AnyhookError('settings', [...said.slice(0, limits.problems), ...rest].join('\n'));
}

export function parse(whole: string, file: string): Parsed {
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
export function locate({ top, reader }: Parsed, { path, key }: Place): number {
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
