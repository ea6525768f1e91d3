import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { AnyhookError } from '../../errors.ts';

/** A value in a text, and where it stands. */
export interface Node {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** What it is called in the object around it. */
  readonly key: string | undefined;
  /** Where it begins, its key included. */
  readonly start: number;
  /** Where it begins, its key excluded. */
  readonly offset: number;
  end: number;
  readonly children: Node[];
}

/** A place in a text; both count from 1. */
export interface Position {
  line: number;
  column: number;
}

export type Path = readonly (string | number)[];

/** JSON with comments and trailing commas, read. */
export interface Parsed {
  /** Without byte order mark; offsets count in it. */
  text: string;
  /** Plain data; undefined: the file holds no value. Of keys held twice, the last. */
  value: Record<string, unknown> | undefined;
  root: Node | undefined;
  comments: boolean;
  /** The first comma behind which nothing comes. */
  trailing: Position | undefined;
  /** Every key that its object holds already, and where it stands again. */
  duplicates: { path: Path; line: number }[];
  /** Where a value begins; undefined where there is none. */
  at(path: Path): Position | undefined;
  /** An error that names the place. */
  error(offset: number, what: string): AnyhookError;
}

const deepest = 200;
const leaf: Node[] = [];

const wrong: Record<string, string> = {
  InvalidSymbol: 'not a JSON value',
  InvalidNumberFormat: 'not a number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected the end of the file',
  UnexpectedEndOfComment: 'a comment that does not end',
  UnexpectedEndOfString: 'a string that does not end',
  UnexpectedEndOfNumber: 'a number that does not end',
  InvalidUnicode: 'not four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'no such escape in a string',
  InvalidCharacter: 'a control character in a string',
};

/** Reads a settings file; `file` is what errors call it. Throws `settings`. */
export function parseJsonc(source: string, file: string): Parsed {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const position = positions(text);
  const error = (offset: number, what: string): AnyhookError => {
    const { line, column } = position(offset);
    return new AnyhookError('settings', `${file}:${line}:${column}: ${what}`);
  };
  const top: Node = { type: 'array', key: undefined, start: 0, offset: 0, end: 0, children: [] };
  const nodes = [top];
  const values: (Record<string, unknown> | unknown[])[] = [[]];
  const duplicates: Parsed['duplicates'] = [];
  let comments = false;
  let comma = -1;
  let trailing: number | undefined;
  let key: string | undefined;
  let start = -1;

  const put = (
    type: Node['type'],
    value: unknown,
    offset: number,
    end: number,
    children: Node[],
  ) => {
    const into = values[values.length - 1] as (typeof values)[number];
    const from = start < 0 ? offset : start;
    comma = -1;
    const node: Node = { type, key, start: from, offset, end, children };
    (nodes[nodes.length - 1] as Node).children.push(node);
    if (key === undefined) (into as unknown[]).push(value);
    else define(into as Record<string, unknown>, key, value);
    key = undefined;
    start = -1;
    return node;
  };
  const open = (type: 'object' | 'array', offset: number) => {
    if (nodes.length > deepest) throw error(offset, `more than ${deepest} levels deep`);
    const value = type === 'object' ? {} : [];
    nodes.push(put(type, value, offset, -1, []));
    values.push(value);
  };
  const close = (offset: number, length: number) => {
    if (comma >= 0) trailing ??= comma;
    comma = -1;
    (nodes.pop() as Node).end = offset + length;
    values.pop();
  };
  visit(
    text,
    {
      onObjectBegin: (offset) => open('object', offset),
      onArrayBegin: (offset) => open('array', offset),
      onObjectEnd: close,
      onArrayEnd: close,
      onObjectProperty: (name, offset, _length, _line, _character, path) => {
        key = name;
        start = offset;
        comma = -1;
        if (Object.hasOwn(values[values.length - 1] as object, name))
          duplicates.push({ path: [...path(), name], line: position(offset).line });
      },
      onLiteralValue: (value, offset, length) => {
        const type = value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
        put(type, value, offset, offset + length, leaf);
      },
      onSeparator: (character, offset) => {
        if (character === ',') comma = offset;
      },
      onComment: () => {
        comments = true;
      },
      onError: (code: ParseErrorCode, offset) => {
        throw error(offset, wrong[printParseErrorCode(code)] ?? 'not JSON');
      },
    },
    { allowTrailingComma: true, allowEmptyContent: true },
  );
  const root = top.children[0];
  if (root && root.type !== 'object')
    throw error(root.offset, `found ${kindOf(root)}, expected an object`);
  const value = (values[0] as unknown[])[0] as Parsed['value'];
  const at = (path: Path) => {
    const node = root && nodeAt(root, path);
    return node && position(node.offset);
  };
  const loose = trailing === undefined ? undefined : position(trailing);
  return { text, value, root, comments, trailing: loose, duplicates, at, error };
}

/** What stands at a path; of keys held twice, the last. */
export function nodeAt(from: Node, path: Path): Node | undefined {
  let node: Node | undefined = from;
  for (const part of path) {
    if (typeof part === 'number') node = node.type === 'array' ? node.children[part] : undefined;
    else node = node.children.findLast(({ key }) => key === part);
    if (!node) return undefined;
  }
  return node;
}

/** What a value is, in words. */
export function kindOf({ type }: Node): string {
  if (type === 'null') return 'null';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : `a ${type}`;
}

function define(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') into[key] = value;
  else
    Object.defineProperty(into, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

function positions(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (m) => m.index + m[0].length)];
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  };
}
