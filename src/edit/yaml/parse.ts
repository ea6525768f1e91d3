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
import { conflictMessage, findConflict } from '../conflict.ts';

/** A problem in a text, with the offset at which it is. */
export type YamlProblem = [offset: number, message: string];

/** A value in a file, or the key of a value. */
export interface YamlLocation {
  path: readonly PropertyKey[];
  /** Whether the last key of the path is meant, not its value. Absent: the value. */
  key?: true;
}

/** The content of a YAML text. */
export interface ParsedYaml {
  /** The text without its byte order mark. All offsets count in it. */
  text: string;
  /** The value that is the content of the file. Null: the file is empty, or has only comments. */
  top: Node | null;
  /** The content as plain data. Undefined: `top` is null. */
  value: unknown;
  /** Keys that are there twice, and merge keys. */
  problems: readonly YamlProblem[];
  /** Turns offsets into lines and columns. */
  lines: LineCounter;
  /** Returns the offset at which a value or a key begins. If there is none, that of the nearest value around. */
  offsetOf(location: YamlLocation): number;
  /** Makes a `settings` error with a line for each problem, in the order of the text. */
  errorFor(problems: readonly YamlProblem[]): AnyhookError;
}

/** The largest number of problems in a message, of levels, and of values that aliases repeat. */
const limits = { problems: 20, levels: 64, repeated: 10_000 };
const tooDeep = `more than ${limits.levels} levels deep`;
/** Our messages for some error codes of the library. */
const ownMessages: Record<string, string | undefined> = {
  MULTIPLE_DOCS: 'a second document: one file is one document',
  RESOURCE_EXHAUSTION: tooDeep,
};

/** How the library parses a text. */
export const parseOptions = {
  schema: 'core', // even with `%YAML 1.1`, so that `on` is a text
  merge: false,
  stringKeys: true,
  uniqueKeys: false, // checked below, since the library's check is quadratic
  resolveKnownTags: false,
  prettyErrors: false,
  keepSourceTokens: true,
} as const;

/**
 * Parses a YAML document. Problems of its keys are returned, so that the caller can report them together
 * with others. Throws `settings` if the text is no YAML, has control characters or several documents, is
 * nested too deeply, or repeats too much by aliases.
 *
 * @param source The text, which may begin with a byte order mark.
 * @param file What messages call the file.
 */
export function parseYaml(source: string, file: string): ParsedYaml {
  const text = source.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const doc = parseDocument(text, { ...parseOptions, lineCounter: lines });
  const errorFor = (problems: readonly YamlProblem[]) => toError(problems, file, lines);
  const control = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0');
    throw errorFor([[control.index, `a control character, U+${code}`]]);
  }
  const errors = [...doc.errors, ...doc.warnings];
  const conflict = errors.length ? findConflict(text) : undefined;
  if (conflict !== undefined) throw errorFor([[conflict, conflictMessage]]);
  const depthError = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const reported = depthError ? [depthError] : errors; // all others follow from the depth
  if (reported.length)
    throw errorFor(
      reported.map(({ code, pos, message }) => [pos[0], ownMessages[code] ?? message]),
    );
  const top = doc.contents;
  return { text, lines, errorFor, top, ...readValue(top, errorFor) };
}

/**
 * Makes one error of problems. It names each problem once, and at most 20 of them. Characters that would
 * change how a terminal shows the message are replaced by `?`.
 */
function toError(problems: readonly YamlProblem[], file: string, lines: LineCounter): AnyhookError {
  const sorted = problems.toSorted(([a], [b]) => a - b);
  const messages = sorted.map(([offset, message]) => {
    const { line, col } = lines.linePos(offset);
    const safe = message.replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, '?').slice(0, 1000);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${safe}`;
  });
  const unique = [...new Set(messages)];
  const moreCount = unique.length - limits.problems;
  const more = moreCount > 0 ? [`and ${moreCount} more`] : [];
  return new AnyhookError('settings', [...unique.slice(0, limits.problems), ...more].join('\n'));
}

const startOf = (node: Node | null): number => node?.range?.[0] ?? 0;

/**
 * Returns the plain value of a node, the problems of its keys, and a function that finds the offset of a
 * value or key in it. Throws `settings` beyond the limits on depth and on what aliases repeat.
 */
function readValue(top: Node | null, errorFor: ParsedYaml['errorFor']) {
  const problems: YamlProblem[] = [];
  /** The offsets of the value and of the key at each path. An element of a list has one offset for both. */
  const offsets = new Map<string, { value: number; key: number }>();
  const anchors = new Map<string, Node>();
  let repeatedCount = 0;
  /** @param isRepeated Whether an alias leads to the node, which is read another time then. */
  const read = (node: Node | null, path: PropertyKey[], isRepeated = false): unknown => {
    const errorHere = (message: string) => errorFor([...problems, [startOf(node), message]]);
    if (path.length > limits.levels) throw errorHere(tooDeep);
    if (isRepeated && ++repeatedCount > limits.repeated)
      throw errorHere(`aliases repeat more than ${limits.repeated} values`);
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target) throw errorHere(`no anchor &${node.source} before this alias`);
      return read(target, path, true);
    }
    if (node?.anchor) anchors.set(node.anchor, node);
    const readInner = (part: PropertyKey, inner: Node | null, key: number) => {
      const isEmpty = !inner?.range || inner.range[0] === inner.range[1]; // nothing follows the colon
      const innerPath = [...path, part];
      offsets.set(JSON.stringify(innerPath), { value: isEmpty ? key : startOf(inner), key });
      return read(inner, innerPath, isRepeated);
    };
    if (isSeq<Node>(node)) return node.items.map((item, i) => readInner(i, item, startOf(item)));
    if (!isMap<Scalar, Node | null>(node)) return isScalar(node) ? node.value : null;
    const seen = new Set<string>();
    const entries = node.items.flatMap(({ key, value }) => {
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        const message = 'merge keys (<<) are not read; write the keys out, or alias a value';
        problems.push([startOf(key), message]);
        return [];
      }
      if (seen.has(name))
        problems.push([startOf(key), `the key ${formatValue(name)} is there twice`]);
      seen.add(name);
      return [[name, readInner(name, value, startOf(key))]];
    });
    // `fromEntries` defines keys, so that `__proto__` is a key like any other.
    return Object.fromEntries(entries);
  };
  const value = top ? read(top, []) : undefined;
  const offsetOf = ({ path, key }: YamlLocation): number => {
    for (let length = path.length; length > 0; length--) {
      const found = offsets.get(JSON.stringify(path.slice(0, length)));
      if (found) return key && length === path.length ? found.key : found.value;
    }
    return startOf(top);
  };
  return { value, problems, offsetOf };
}
