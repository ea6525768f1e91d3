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
import { formatValue } from '../../util/words.ts';

/** Something wrong at a place of a text. */
export type YamlProblem = [offset: number, message: string];

/** A value in a file. */
export interface YamlLocation {
  path: readonly PropertyKey[];
  /** Means the key at the end of the path, not its value. */
  key?: true;
}

/** The content of a YAML text. */
export interface ParsedYaml {
  /** The text without its byte order mark. All offsets count in it. */
  text: string;
  top: Node | null;
  /** The value as plain data. */
  value: unknown;
  /** What is wrong with the keys. */
  problems: readonly YamlProblem[];
  lines: LineCounter;
  /** Returns where a value or a key begins; where there is none, the nearest one above. */
  locate(location: YamlLocation): number;
  /** Makes an error with a line for each problem, in the order of their places. */
  error(problems: readonly YamlProblem[]): AnyhookError;
}

const limits = { problems: 20, levels: 64, repeated: 10_000 };
const deep = `more than ${limits.levels} levels deep`;
/** Messages in place of the library's, by its error codes. */
const messages: Record<string, string | undefined> = {
  MULTIPLE_DOCS: 'a second document: one file is one document',
  RESOURCE_EXHAUSTION: deep,
};

export const options = {
  schema: 'core', // even with `%YAML 1.1`, so that `on` is a text
  merge: false,
  stringKeys: true,
  uniqueKeys: false, // checked below, since the library's check is quadratic
  resolveKnownTags: false,
  prettyErrors: false,
  keepSourceTokens: true,
} as const;

/**
 * Parses a YAML document, with problems of its keys in `problems`. Throws `settings` where the text is
 * no YAML, holds control characters, merge keys or more documents, or is nested too deeply.
 *
 * @param file What messages call the file.
 */
export function parseYaml(whole: string, file: string): ParsedYaml {
  const text = whole.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const doc = parseDocument(text, { ...options, lineCounter: lines });
  const error = (problems: readonly YamlProblem[]) => toError(problems, file, lines);
  const control = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0');
    throw error([[control.index, `a control character, U+${code}`]]);
  }
  const errors = [...doc.errors, ...doc.warnings];
  const depth = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const wrong = depth ? [depth] : errors; // the others follow from the depth
  if (wrong.length)
    throw error(wrong.map(({ code, pos, message }) => [pos[0], messages[code] ?? message]));
  const top = doc.contents;
  return { text, lines, error, top, ...readValue(top, error) };
}

/** Makes one error of problems: at most 20, each named once, without characters that fool a terminal. */
function toError(problems: readonly YamlProblem[], file: string, lines: LineCounter): AnyhookError {
  const sorted = problems.toSorted(([a], [b]) => a - b);
  const all = sorted.map(([offset, message]) => {
    const { line, col } = lines.linePos(offset);
    const plain = message.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, '?').slice(0, 1000);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${plain}`;
  });
  const unique = [...new Set(all)];
  const more = unique.length - limits.problems;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return new AnyhookError('settings', [...unique.slice(0, limits.problems), ...rest].join('\n'));
}

const offsetOf = (node: Node | null): number => node?.range?.[0] ?? 0;

/**
 * Returns the plain value of nodes, what is wrong with their keys, and where values stand. Throws
 * `settings` beyond the limits on depth and on what aliases repeat.
 */
function readValue(top: Node | null, error: ParsedYaml['error']) {
  const problems: YamlProblem[] = [];
  const places = new Map<string, { value: number; key: number }>();
  const anchors = new Map<string, Node>();
  let repeated = 0;
  const read = (node: Node | null, path: PropertyKey[], repeats = false): unknown => {
    const stop = (message: string) => error([...problems, [offsetOf(node), message]]);
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
      const isBare = !one?.range || one.range[0] === one.range[1]; // nothing follows the colon
      const at = [...path, part];
      places.set(JSON.stringify(at), { value: isBare ? key : offsetOf(one), key });
      return read(one, at, repeats);
    };
    if (isSeq<Node>(node)) return node.items.map((one, i) => inner(i, one, offsetOf(one)));
    if (!isMap<Scalar, Node | null>(node)) return isScalar(node) ? node.value : null;
    const seen = new Set<string>();
    const entries = node.items.flatMap(({ key, value }) => {
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        const message = 'merge keys (<<) are not read; write the keys out, or alias a value';
        problems.push([offsetOf(key), message]);
        return [];
      }
      if (seen.has(name))
        problems.push([offsetOf(key), `the key ${formatValue(name)} is there twice`]);
      seen.add(name);
      return [[name, inner(name, value, offsetOf(key))]];
    });
    // `fromEntries` defines keys, so that `__proto__` is a key like any other.
    return Object.fromEntries(entries);
  };
  const value = top ? read(top, []) : undefined;
  const locate = ({ path, key }: YamlLocation): number => {
    for (let length = path.length; length > 0; length--) {
      const place = places.get(JSON.stringify(path.slice(0, length)));
      if (place) return key && length === path.length ? place.key : place.value;
    }
    return offsetOf(top);
  };
  return { value, problems, locate };
}
