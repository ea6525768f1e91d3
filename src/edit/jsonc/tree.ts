import {
  type Node,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { LineCounter } from 'yaml';
import { AnyhookError } from '../../errors.ts';
import type { Json } from '../../util/json.ts';
import { kindOf, nodeAt, type Path, plain } from './nodes.ts';

/** A place in a text; both count from 1. */
interface Position {
  line: number;
  column: number;
}

/** JSON with comments and trailing commas, read. */
export interface ParsedJsonc {
  /** Without byte order mark; offsets count in it. */
  text: string;
  /** Undefined: the file holds no value. */
  root: Node | undefined;
  /** Plain data. Of keys held twice, the last. */
  value: Json | undefined;
  comments: boolean;
  /** The first comma behind which nothing comes. */
  trailing: Position | undefined;
  /** Where a value begins; undefined where there is none. */
  at(path: Path): Position | undefined;
  /** An error that names the place. */
  error(offset: number, what: string): AnyhookError;
}

const deepest = 200;
const options = { allowTrailingComma: true, allowEmptyContent: true };

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
export function parseJsonc(source: string, file: string): ParsedJsonc {
  const text = source.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const end of text.matchAll(/\r\n?|\n/g)) lines.addNewLine(end.index + end[0].length);
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const error = (offset: number, what: string): AnyhookError => {
    const { line, column } = position(offset);
    return new AnyhookError('settings', `${file}:${line}:${column}: ${what}`);
  };
  const { comments, comma } = check(text, error);
  const root = parseTree(text, [], options);
  if (root && root.type !== 'object')
    throw error(root.offset, `found ${kindOf(root)}, expected an object`);
  const value = root && (plain(root) as Json);
  const at = (path: Path) => {
    const node = root && nodeAt(root, path);
    return node && position(node.offset);
  };
  const trailing = comma === undefined ? undefined : position(comma);
  return { text, root, value, comments, trailing, at, error };
}

/** Throws the first thing that is wrong: a tree of any text at all would run out of stack. */
function check(text: string, error: ParsedJsonc['error']) {
  const found: { comments: boolean; comma?: number } = { comments: false };
  let depth = 0;
  let comma: number | undefined;
  const open = (offset: number) => {
    if (++depth > deepest) throw error(offset, `more than ${deepest} levels deep`);
    comma = undefined;
  };
  const close = () => {
    depth--;
    if (comma !== undefined) found.comma ??= comma;
    comma = undefined;
  };
  const handlers = {
    onObjectBegin: open,
    onArrayBegin: open,
    onObjectEnd: close,
    onArrayEnd: close,
    onLiteralValue: () => {
      comma = undefined;
    },
    onSeparator: (character: string, offset: number) => {
      comma = character === ',' ? offset : undefined;
    },
    onComment: () => {
      found.comments = true;
    },
    onError: (code: ParseErrorCode, offset: number) => {
      throw error(offset, wrong[printParseErrorCode(code)] ?? 'not JSON');
    },
  };
  visit(text, handlers, options);
  return found;
}
