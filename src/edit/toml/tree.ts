import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { AnyhookError } from '../../errors.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

type Path = readonly (string | number)[];
export type Pair = AST.TOMLKeyValue;
export type Content = AST.TOMLContentNode;

/** TOML, read. */
export interface ParsedToml {
  /** Without byte order mark; offsets count in it. */
  text: string;
  /** Plain data; a date is a text. */
  value: Json;
  /** Tables with a header, in order; `resolvedKey` is the path of each. */
  tables: readonly AST.TOMLTable[];
  /** What has a key, by its whole path. */
  pairs: ReadonlyMap<string, Pair>;
  /** Where a value begins; lines and columns count from 1. */
  at(path: Path): { line: number; column: number } | undefined;
  /** Where that is in the text; 0 where nothing stands. */
  offsetOf(path: Path): number;
  /** An error that names the place. */
  error(offset: number, what: string): AnyhookError;
}

const deepest = 200;
const tooDeep = 'nested too deeply';

export const keyOf = (path: Path): string => JSON.stringify(path);
const namesIn = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));

/** Defines: a key `__proto__` is a key. */
const define = (into: Json, key: string, value: unknown): void => {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
};

/** The table at some keys, made where there is none; a list stands for its last. */
function tableAt(from: Json, keys: readonly string[]): Json {
  return keys.reduce((at, key) => {
    if (!Object.hasOwn(at, key)) define(at, key, {});
    const value = at[key];
    return (Array.isArray(value) ? value.at(-1) : value) as Json;
  }, from);
}

/** Reads a settings file; `file` is what errors call it. Throws `settings`. */
export function parseToml(source: string, file: string): ParsedToml {
  const text = source.replace(/^\ufeff/, '');
  const error = (offset: number, what: string): AnyhookError => {
    const before = text.slice(0, offset).split('\n');
    const column = (before.at(-1) as string).length + 1;
    return new AnyhookError('settings', `${file}:${before.length}:${column}: ${what}`);
  };
  const program = parsed(text, error);
  const value: Json = {};
  const tables: AST.TOMLTable[] = [];
  const pairs = new Map<string, Pair>();
  const places = new Map<string, AST.TOMLNode>();

  const place = (path: Path, node: AST.TOMLNode): void => {
    if (path.length > deepest) throw error(node.range[0], tooDeep);
    for (const [i] of path.entries()) {
      const key = keyOf(path.slice(0, path.length - i));
      if (!places.has(key)) places.set(key, node);
    }
  };
  const fill = (into: Json, body: readonly Pair[], path: Path): void => {
    for (const pair of body) {
      const names = namesIn(pair.key);
      const whole = [...path, ...names];
      pairs.set(keyOf(whole), pair);
      place(whole, pair.value);
      const at = tableAt(into, names.slice(0, -1));
      define(at, names.at(-1) as string, contentOf(pair.value, whole));
    }
  };
  const contentOf = (node: Content, path: Path): unknown => {
    place(path, node);
    if (node.type === 'TOMLArray')
      return node.elements.map((one, i) => contentOf(one, [...path, i]));
    if (node.type === 'TOMLInlineTable') {
      const table: Json = {};
      fill(table, node.body, path);
      return table;
    }
    return node.value instanceof Date && 'datetime' in node ? node.datetime : node.value;
  };
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      fill(value, [node], []);
      continue;
    }
    place(node.resolvedKey, node);
    const names = namesIn(node.key);
    const around = tableAt(value, names.slice(0, -1));
    const last = names.at(-1) as string;
    let table: Json = {};
    if (node.kind === 'standard') table = tableAt(around, [last]);
    else if (Object.hasOwn(around, last)) (around[last] as Json[]).push(table);
    else define(around, last, [table]);
    if (!isObject(table))
      throw error(node.range[0], 'a key that stands for something else as well');
    tables.push(node);
    fill(table, node.body, node.resolvedKey);
  }
  const at = (path: Path) => {
    const start = places.get(keyOf(path))?.loc.start;
    return start && { line: start.line, column: start.column + 1 };
  };
  const offsetOf = (path: Path): number => places.get(keyOf(path))?.range[0] ?? 0;
  return { text, value, tables, pairs, at, offsetOf, error };
}

function parsed(text: string, error: ParsedToml['error']): AST.TOMLProgram {
  try {
    // A table in braces may take several lines: Codex CLI reads it, 0.169.0.
    return parseTOML(text, { tomlVersion: '1.1' });
  } catch (thrown) {
    if (thrown instanceof ParseError) {
      const { index, message } = thrown;
      throw error(index, `${message[0]?.toLowerCase()}${message.slice(1)}`);
    }
    if (thrown instanceof RangeError) throw error(0, tooDeep);
    throw thrown;
  }
}
