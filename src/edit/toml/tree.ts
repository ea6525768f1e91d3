import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import type { AnyhookError } from '../../errors.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { type Position, positionsIn } from '../positions.ts';

type Path = readonly (string | number)[];
export type Pair = AST.TOMLKeyValue;
export type Content = AST.TOMLContentNode;

/** The content of a TOML text. */
export interface ParsedToml {
  /** The text without its byte order mark. All offsets count in it. */
  text: string;
  /** The value as plain data; dates are texts. */
  value: Json;
  /** Tables with a header, in their order; `resolvedKey` is the path of each. */
  tables: readonly AST.TOMLTable[];
  /** Keys with their values, by {@link pathKey} of the whole path. */
  pairs: ReadonlyMap<string, Pair>;
  /** Returns where a value begins; undefined where there is none. */
  at(path: Path): Position | undefined;
  /** Returns where a value begins in the text; 0 where there is none. */
  offsetOf(path: Path): number;
  /** Makes the error that names a place. */
  error(offset: number, what: string): AnyhookError;
}

const deepest = 200;
const tooDeep = 'nested too deeply';

/** Returns a path as one text, the key of a map. */
export const pathKey = (path: Path): string => JSON.stringify(path);

const namesIn = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));

/** Sets a key so that `__proto__` is a key like any other. */
const define = (into: Json, key: string, value: unknown): void => {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
};

/** Returns the table at some keys, and makes it where there is none. In a list, the last element is meant. */
function tableAt(from: Json, keys: readonly string[]): Json {
  return keys.reduce((at, key) => {
    if (!Object.hasOwn(at, key)) define(at, key, {});
    const value = at[key];
    return (Array.isArray(value) ? value.at(-1) : value) as Json;
  }, from);
}

/**
 * Parses TOML. Throws `settings` with the place and the reason where the text is no TOML, or is nested
 * more than 200 levels deep.
 *
 * @param file What messages call the file.
 */
export function parseToml(source: string, file: string): ParsedToml {
  const text = source.replace(/^\ufeff/, '');
  const { position, error } = positionsIn(text, file);
  const program = parseProgram(text, error);
  const value: Json = {};
  const tables: AST.TOMLTable[] = [];
  const pairs = new Map<string, Pair>();
  const nodes = new Map<string, AST.TOMLNode>();

  /** Notes the first node at a path, and at each path above it. */
  const note = (path: Path, node: AST.TOMLNode): void => {
    if (path.length > deepest) throw error(node.range[0], tooDeep);
    for (const [i] of path.entries()) {
      const key = pathKey(path.slice(0, path.length - i));
      if (!nodes.has(key)) nodes.set(key, node);
    }
  };
  /** Puts pairs into a table of the value. */
  const fill = (into: Json, body: readonly Pair[], path: Path): void => {
    for (const pair of body) {
      const names = namesIn(pair.key);
      const whole = [...path, ...names];
      pairs.set(pathKey(whole), pair);
      note(whole, pair.value);
      const at = tableAt(into, names.slice(0, -1));
      define(at, names.at(-1) ?? '', contentOf(pair.value, whole));
    }
  };
  /** Returns the plain value of a node. */
  const contentOf = (node: Content, path: Path): unknown => {
    note(path, node);
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
    note(node.resolvedKey, node);
    const names = namesIn(node.key);
    const around = tableAt(value, names.slice(0, -1));
    const last = names.at(-1) ?? '';
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
    const node = nodes.get(pathKey(path));
    return node && position(node.range[0]);
  };
  const offsetOf = (path: Path): number => nodes.get(pathKey(path))?.range[0] ?? 0;
  return { text, value, tables, pairs, at, offsetOf, error };
}

/** Parses a text with `toml-eslint-parser`; its errors become ours. */
function parseProgram(text: string, error: ParsedToml['error']): AST.TOMLProgram {
  try {
    // TOML 1.1 lets a table in braces take several lines, and Codex CLI 0.169.0 reads that.
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
