import {
  type Node,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import type { AnyhookError } from '../../errors.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { once } from '../../util/once.ts';
import { conflictMessage, findConflict } from '../conflict.ts';
import { describeKind, nodeAt, type Path, toPlainValue } from '../nodes.ts';
import { locatorsFor, type Position } from '../positions.ts';

/** The content of a text of JSON with comments and trailing commas. */
export interface ParsedJsonc {
  /** The text without its byte order mark. All offsets count in it. */
  text: string;
  /** The object that is the content of the file. Undefined: the file is empty, or has only comments. */
  readonly root: Node | undefined;
  /** The content as plain data. Of two equal keys, the last counts. Undefined: like `root`. */
  readonly value: Json | undefined;
  hasComments: boolean;
  /** The position of the first comma before a closing bracket. */
  trailingComma: Position | undefined;
  /** Returns the position at which the value of a path begins. Undefined: there is no such value. */
  at(path: Path): Position | undefined;
  /** Makes a `settings` error whose message begins with the file and the position of an offset. */
  errorAt(offset: number, message: string): AnyhookError;
}

/** Texts that are nested more deeply are refused: `parseTree` would run out of stack. */
const maxDepth = 200;
const options = { allowTrailingComma: true, allowEmptyContent: true };

/** Our messages for the error codes of `jsonc-parser`. */
const syntaxMessages: Record<string, string> = {
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
 * Parses JSON with comments and trailing commas. Throws `settings`, with the position and the reason, if
 * the text is something else, holds a value that is no object, or is more than 200 levels deep.
 *
 * @param file What messages call the file.
 */
export function parseJsonc(source: string, file: string): ParsedJsonc {
  const text = source.replace(/^\ufeff/, '');
  const { positionAt, errorAt } = locatorsFor(text, file);
  const parseRoot = once(() => parseTree(text, [], options));
  const at = (path: Path) => {
    const root = parseRoot();
    const node = root && nodeAt(root, path);
    return node && positionAt(node.offset);
  };
  const plain = parsePlainObject(text);
  if (plain)
    return {
      ...{ text, value: plain, hasComments: false, trailingComma: undefined, at, errorAt },
      get root() {
        return parseRoot();
      },
    };
  const { hasComments, trailingComma: comma } = checkSyntax(text, errorAt);
  const root = parseRoot();
  if (root && root.type !== 'object')
    throw errorAt(root.offset, `found ${describeKind(root)}, expected an object`);
  const value = root && (toPlainValue(root) as Json);
  const trailingComma = comma === undefined ? undefined : positionAt(comma);
  return { text, root, value, hasComments, trailingComma, at, errorAt };
}

/**
 * Parses plain JSON, which most files hold, by the parser of JavaScript: the scanner of comments takes twenty times as long.
 *
 * @returns Undefined: the text is something else than an object, or is nested too deeply.
 */
function parsePlainObject(text: string): Json | undefined {
  const value = attempt((): unknown => JSON.parse(text));
  return isObject(value) && isShallow(value, maxDepth) ? value : undefined;
}

/** Tells whether a value is nested in no more than a number of levels. */
const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)));

/**
 * Reads a text once, without building a tree, and throws the first mistake: a wrong character, or a value
 * that is nested too deeply.
 *
 * @returns `trailingComma`: the offset of the first comma before a closing bracket.
 */
function checkSyntax(text: string, errorAt: ParsedJsonc['errorAt']) {
  const found: { hasComments: boolean; trailingComma?: number } = { hasComments: false };
  let depth = 0;
  /** The offset of the last comma, as long as no value has followed it. */
  let pendingComma: number | undefined;
  const open = (offset: number) => {
    if (++depth > maxDepth) throw errorAt(offset, `more than ${maxDepth} levels deep`);
    pendingComma = undefined;
  };
  const close = () => {
    depth--;
    if (pendingComma !== undefined) found.trailingComma ??= pendingComma;
    pendingComma = undefined;
  };
  const handlers = {
    onObjectBegin: open,
    onArrayBegin: open,
    onObjectEnd: close,
    onArrayEnd: close,
    onLiteralValue: () => {
      pendingComma = undefined;
    },
    onSeparator: (character: string, offset: number) => {
      pendingComma = character === ',' ? offset : undefined;
    },
    onComment: () => {
      found.hasComments = true;
    },
    onError: (code: ParseErrorCode, offset: number) => {
      const conflict = findConflict(text);
      if (conflict !== undefined) throw errorAt(conflict, conflictMessage);
      throw errorAt(offset, syntaxMessages[printParseErrorCode(code)] ?? 'not JSON');
    },
  };
  visit(text, handlers, options);
  return found;
}
