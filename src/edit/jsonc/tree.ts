import {
  type Node,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import type { AnyhookError } from '../../errors.ts';
import type { Json } from '../../util/json.ts';
import { describeKind, nodeAt, type Path, toPlainValue } from '../nodes.ts';
import { type Position, positionsIn } from '../positions.ts';

/** The content of a text of JSON with comments and trailing commas. */
export interface ParsedJsonc {
  /** The text without its byte order mark. All offsets count in it. */
  text: string;
  /** Absent where the file holds no value. */
  root: Node | undefined;
  /** The value as plain data; of two equal keys, the last counts. */
  value: Json | undefined;
  /** Whether the file holds comments. */
  comments: boolean;
  /** Where the first trailing comma stands. */
  trailing: Position | undefined;
  /** Returns where the value at a path begins; undefined where there is none. */
  at(path: Path): Position | undefined;
  /** Makes the error that names a place. */
  error(offset: number, what: string): AnyhookError;
}

const deepest = 200;
const options = { allowTrailingComma: true, allowEmptyContent: true };

/** What is wrong, by the error codes of `jsonc-parser`. */
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

/**
 * Parses JSON with comments. Throws `settings` with the place and the reason where the text is
 * something else, holds no object, or is more than 200 levels deep.
 *
 * @param file What messages call the file.
 */
export function parseJsonc(source: string, file: string): ParsedJsonc {
  const text = source.replace(/^\ufeff/, '');
  const { position, error } = positionsIn(text, file);
  const { comments, comma } = checkSyntax(text, error);
  const root = parseTree(text, [], options);
  if (root && root.type !== 'object')
    throw error(root.offset, `found ${describeKind(root)}, expected an object`);
  const value = root && (toPlainValue(root) as Json);
  const at = (path: Path) => {
    const node = root && nodeAt(root, path);
    return node && position(node.offset);
  };
  const trailing = comma === undefined ? undefined : position(comma);
  return { text, root, value, comments, trailing, at, error };
}

/**
 * Finds comments and the first trailing comma. Throws the first thing that is wrong: `parseTree` would
 * run out of stack on a text that is nested too deeply, so the depth is checked before.
 */
function checkSyntax(text: string, error: ParsedJsonc['error']) {
  const found: { comments: boolean; comma?: number } = { comments: false };
  let depth = 0;
  let comma: number | undefined; // the offset of a comma behind which nothing has followed yet
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
