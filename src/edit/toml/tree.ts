import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import type { AnyhookError } from '../../errors.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { conflictMessage, findConflict } from '../conflict.ts';
import { locatorsFor, type Position } from '../positions.ts';

type Path = readonly (string | number)[];
/** A key and its value: `a.b = 1`. */
export type Pair = AST.TOMLKeyValue;
/** A value: a list, an inline table (`{ a = 1 }`), a text, a number … */
export type Content = AST.TOMLContentNode;

/** The content of a TOML text. */
export interface ParsedToml {
  /** The text without its byte order mark. All offsets count in it. */
  text: string;
  /** The content as plain data. Dates are texts. */
  value: Json;
  /** The tables with a header, in the order of the text. `resolvedKey` is the path of a table. */
  tables: readonly AST.TOMLTable[];
  /** All pairs, by the {@link pathKey} of the path from the top of the file to the pair's value. */
  pairs: ReadonlyMap<string, Pair>;
  /** Returns the position at which the value of a path begins. Undefined: there is no such value. */
  at(path: Path): Position | undefined;
  /** Returns the offset at which the value of a path begins. 0: there is no such value. */
  offsetOf(path: Path): number;
  /** Makes a `settings` error whose message begins with the file and the position of an offset. */
  errorAt(offset: number, message: string): AnyhookError;
}

const maxDepth = 200;
const tooDeep = 'nested too deeply';

/** Returns a path as a text that can be the key of a map. */
export const pathKey = (path: Path): string => JSON.stringify(path);

/** Returns the names that a key consists of: `a` and `b` for `a.b`. */
const namesIn = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));

/** Sets a key of an object. Unlike an assignment, it takes `__proto__` for a key like any other. */
const setKey = (object: Json, key: string, value: unknown): void => {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
};

/**
 * Returns the table that keys lead to, and makes it if it does not exist. As TOML demands, a key of a list
 * leads to the last element of the list.
 */
function tableAt(root: Json, keys: readonly string[]): Json {
  return keys.reduce((table, key) => {
    if (!Object.hasOwn(table, key)) setKey(table, key, {});
    const value = table[key];
    return (Array.isArray(value) ? value.at(-1) : value) as Json;
  }, root);
}

/**
 * Parses TOML. Throws `settings`, with the position and the reason, if the text is no TOML, or is nested
 * more than 200 levels deep.
 *
 * `toml-eslint-parser` makes the tree. The plain value is made from it here, table by table, so that the
 * node of each path is known.
 *
 * @param file What messages call the file.
 */
export function parseToml(source: string, file: string): ParsedToml {
  const text = source.replace(/^\ufeff/, '');
  const { positionAt, errorAt } = locatorsFor(text, file);
  const program = parseProgram(text, errorAt);
  const value: Json = {};
  const tables: AST.TOMLTable[] = [];
  const pairs = new Map<string, Pair>();
  /** The first node at each path, by {@link pathKey}. */
  const nodes = new Map<string, AST.TOMLNode>();

  /** Records a node for its path, and for each path above that has no node yet. */
  const recordNode = (path: Path, node: AST.TOMLNode): void => {
    if (path.length > maxDepth) throw errorAt(node.range[0], tooDeep);
    for (const [i] of path.entries()) {
      const key = pathKey(path.slice(0, path.length - i));
      if (!nodes.has(key)) nodes.set(key, node);
    }
  };
  /** Copies pairs of the tree into a plain table. */
  const fillTable = (table: Json, body: readonly Pair[], path: Path): void => {
    for (const pair of body) {
      const names = namesIn(pair.key);
      const pairPath = [...path, ...names];
      pairs.set(pathKey(pairPath), pair);
      recordNode(pairPath, pair.value);
      const innerTable = tableAt(table, names.slice(0, -1));
      setKey(innerTable, names.at(-1) ?? '', plainValueOf(pair.value, pairPath));
    }
  };
  const plainValueOf = (node: Content, path: Path): unknown => {
    recordNode(path, node);
    if (node.type === 'TOMLArray')
      return node.elements.map((element, i) => plainValueOf(element, [...path, i]));
    if (node.type === 'TOMLInlineTable') {
      const table: Json = {};
      fillTable(table, node.body, path);
      return table;
    }
    return node.value instanceof Date && 'datetime' in node ? node.datetime : node.value;
  };
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      fillTable(value, [node], []);
      continue;
    }
    recordNode(node.resolvedKey, node);
    const names = namesIn(node.key);
    const outerTable = tableAt(value, names.slice(0, -1));
    const name = names.at(-1) ?? '';
    let table: Json = {};
    // `[name]` is a table, and `[[name]]` a new element of a list of tables.
    if (node.kind === 'standard') table = tableAt(outerTable, [name]);
    else if (Object.hasOwn(outerTable, name)) (outerTable[name] as Json[]).push(table);
    else setKey(outerTable, name, [table]);
    if (!isObject(table))
      throw errorAt(node.range[0], 'a key that stands for something else as well');
    tables.push(node);
    fillTable(table, node.body, node.resolvedKey);
  }
  const at = (path: Path) => {
    const node = nodes.get(pathKey(path));
    return node && positionAt(node.range[0]);
  };
  const offsetOf = (path: Path): number => nodes.get(pathKey(path))?.range[0] ?? 0;
  return { text, value, tables, pairs, at, offsetOf, errorAt };
}

/** Parses a text with `toml-eslint-parser`, and turns its errors into ours. */
function parseProgram(text: string, errorAt: ParsedToml['errorAt']): AST.TOMLProgram {
  try {
    // TOML 1.1 lets an inline table extend over several lines, and Codex CLI 0.169.0 reads that.
    return parseTOML(text, { tomlVersion: '1.1' });
  } catch (error) {
    if (error instanceof ParseError) {
      const { index, message } = error;
      const conflict = findConflict(text);
      if (conflict !== undefined) throw errorAt(conflict, conflictMessage);
      throw errorAt(index, `${message[0]?.toLowerCase()}${message.slice(1)}`);
    }
    if (error instanceof RangeError) throw errorAt(0, tooDeep); // the stack is exhausted
    throw error;
  }
}
