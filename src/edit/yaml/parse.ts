import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml';
import { AnyhookError } from '../../errors.ts';
import { shown } from '../../util/words.ts';

export type YamlProblem = [offset: number, message: string];

/** A path in the file; `key`: the key at its end, not the value. */
export interface YamlLocation {
  path: readonly PropertyKey[];
  key?: true;
}

/** A YAML file, read. */
export interface ParsedYaml {
  /** Without byte order mark; offsets count in it. */
  text: string;
  top: Node | null;
  /** Plain data. */
  value: unknown;
  /** What is wrong with its keys. */
  spots: readonly YamlProblem[];
  lines: LineCounter;
  /** Where a value or a key begins, or what is nearest to it. */
  locate(place: YamlLocation): number;
  /** Every problem on a line of its own, in the order of their places. */
  error(spots: readonly YamlProblem[]): AnyhookError;
}

const limits = { problems: 20, levels: 64, repeated: 10_000 };
const deep = `more than ${limits.levels} levels deep`;
const told: Record<string, string | undefined> = {
  MULTIPLE_DOCS: 'a second document: one file is one document',
  RESOURCE_EXHAUSTION: deep,
};

export const options = {
  schema: 'core', // whatever %YAML says: `on` is a word
  merge: false,
  stringKeys: true,
  uniqueKeys: false, // checked below: the library's way is quadratic
  resolveKnownTags: false,
  prettyErrors: false,
  keepSourceTokens: true,
} as const;

/** Reads a file; `file` is what errors call it. Throws `settings`. */
export function parseYaml(whole: string, file: string): ParsedYaml {
  const text = whole.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const doc = parseDocument(text, { ...options, lineCounter: lines });
  const error = (spots: readonly YamlProblem[]) => errorOf(spots, file, lines);
  const control = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0');
    throw error([[control.index, `a control character, U+${code}`]]);
  }
  const errors = [...doc.errors, ...doc.warnings];
  const spent = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const wrong = spent ? [spent] : errors; // the others follow from it
  if (wrong.length)
    throw error(wrong.map(({ code, pos, message }) => [pos[0], told[code] ?? message]));
  const top = doc.contents;
  return { text, lines, error, top, ...plain(top, error) };
}

function errorOf(spots: readonly YamlProblem[], file: string, lines: LineCounter): AnyhookError {
  const sorted = spots.toSorted(([a], [b]) => a - b);
  const all = sorted.map(([offset, message]) => {
    const { line, col } = lines.linePos(offset);
    const plain = message.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, '?').slice(0, 1000);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${plain}`;
  });
  const said = [...new Set(all)];
  const more = said.length - limits.problems;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return new AnyhookError('settings', [...said.slice(0, limits.problems), ...rest].join('\n'));
}

const offsetOf = (node: Node | null): number => node?.range?.[0] ?? 0;

/** Plain data of nodes, bounded in depth and in what aliases repeat, and where it stands. */
function plain(top: Node | null, error: ParsedYaml['error']) {
  const spots: YamlProblem[] = [];
  const places = new Map<string, { value: number; key: number }>();
  const anchors = new Map<string, Node>();
  let repeated = 0;
  const read = (node: Node | null, path: PropertyKey[], repeats = false): unknown => {
    const stop = (message: string) => error([...spots, [offsetOf(node), message]]);
    if (path.length > limits.levels) throw stop(deep);
    if (repeats && ++repeated > limits.repeated)
      throw stop(`aliases repeat more than ${limits.repeated} values`);
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target) throw stop(`no anchor &${node.source} before this alias`);
      return read(target, path, true);
    }
    if (node?.anchor) anchors.set(node.anchor, node);
    const inner = (part: PropertyKey, one: Node | null, key: number) => {
      const bare = !one?.range || one.range[0] === one.range[1]; // nothing after the colon
      const at = [...path, part];
      places.set(JSON.stringify(at), { value: bare ? key : offsetOf(one), key });
      return read(one, at, repeats);
    };
    if (isSeq<Node>(node)) return node.items.map((one, i) => inner(i, one, offsetOf(one)));
    if (!isMap<Scalar, Node | null>(node)) return isScalar(node) ? node.value : null;
    const seen = new Set<string>();
    const entries = node.items.flatMap(({ key, value }) => {
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        const said = 'merge keys (<<) are not read; write the keys out, or alias a value';
        spots.push([offsetOf(key), said]);
        return [];
      }
      if (seen.has(name)) spots.push([offsetOf(key), `the key ${shown(name)} is there twice`]);
      seen.add(name);
      return [[name, inner(name, value, offsetOf(key))]];
    });
    return Object.fromEntries(entries); // defines: a key __proto__ is a key
  };
  const value = top ? read(top, []) : undefined;
  const locate = ({ path, key }: YamlLocation): number => {
    for (let length = path.length; length > 0; length--) {
      const place = places.get(JSON.stringify(path.slice(0, length)));
      if (place) return key && length === path.length ? place.key : place.value;
    }
    return offsetOf(top);
  };
  return { value, spots, locate };
}
