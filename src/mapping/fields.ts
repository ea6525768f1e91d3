import { fieldKinds, type Kind, type Kinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import { asText } from '../util/json.ts';
import type { Codec, Context, Draft, Fields, PathOrRow, Row, Supply } from './adapter.ts';
import { getAtPath, type Path, setAtPath, splitPath } from './paths.ts';
import { hasKind, kindError } from './shape.ts';

/** An operation: one row of a table, prepared for decoding and encoding. */
export interface FieldOp {
  /** The canonical path, with dots. */
  readonly canonicalName: string;
  /** The canonical path in its parts. Decoding writes there, and encoding reads there. */
  readonly canonicalPath: Path;
  /** The native paths that decoding reads, today's before older ones. The first that has a value counts, unless the row joins all. */
  readonly readPaths: readonly Path[];
  /** The native paths that encoding writes, every one of them. */
  readonly writePaths: readonly Path[];
  /** Further native paths that encoding writes if the event is another agent's ({@link Context.foreign}). */
  readonly olderPaths: readonly Path[];
  readonly row: Row;
  /** The kind that the canonical value must have. */
  readonly kind: Kind;
  /** The canonical word for each native word. `undefined`: the row has no words. */
  readonly canonicalWords: ReadonlyMap<unknown, string> | undefined;
  /** The alternative row of the field (see {@link Row.or}). */
  readonly alternative: FieldOp | undefined;
}

/** The operations of each table that was asked for, so that they are made once. */
const opsByTable = new WeakMap<Fields, readonly FieldOp[]>();
type KindOf = (path: string) => Kind | undefined;
/** The kind of a field that may have any value, or none. */
const anyOrAbsent: Kind = '*?';

/**
 * Makes the operations for the rows of a table, in the order of the table.
 *
 * @param kindOf Returns the kind of a canonical path. `undefined`: any value is accepted.
 */
export function makeOps(fields: Fields, kindOf: KindOf): readonly FieldOp[] {
  const ops: FieldOp[] = [];
  for (const name in fields) {
    const native = fields[name];
    if (native !== undefined) ops.push(makeOp(name, rowOf(native), kindOf(name) ?? anyOrAbsent));
  }
  return ops;
}

/** Makes the operation for a row. */
function makeOp(canonicalName: string, row: Row, kind: Kind): FieldOp {
  const currentPaths = typeof row.at === 'string' ? [splitPath(row.at)] : row.at.map(splitPath);
  const older = row.older === undefined ? noPaths : [row.older].flat().map(splitPath);
  const writesAll = row.all || row.join || currentPaths.length === 1;
  return {
    canonicalName,
    // A canonical path that equals the native one shares its array, and `readPaths` and `writePaths` share
    // theirs: each run is a new process that makes some eighty operations, so allocations count.
    canonicalPath: (canonicalName === row.at && currentPaths[0]) || splitPath(canonicalName),
    readPaths: older.length ? [...currentPaths, ...older] : currentPaths,
    writePaths: writesAll ? currentPaths : currentPaths.slice(0, 1),
    olderPaths: older,
    row,
    kind,
    canonicalWords: invertWords(row),
    alternative: row.or && makeOp(canonicalName, row.or, kind),
  };
}

/** Returns the forms of an operation: the operation of its own row, followed by those of the alternative rows (see {@link Row.or}). */
export const formsOf = (op: FieldOp): FieldOp[] => [
  op,
  ...(op.alternative ? formsOf(op.alternative) : []),
];

const noPaths: readonly Path[] = [];

/** Returns the operations for the rows of a table, which are made at the first call for that table. */
export function opsOf(fields: Fields, kindOf: KindOf): readonly FieldOp[] {
  const ops = opsByTable.get(fields) ?? makeOps(fields, kindOf);
  opsByTable.set(fields, ops);
  return ops;
}

/** Returns the canonical word for each native value of a row with words. Native values may be of any type, such as `false`. */
function invertWords({ words, aliases }: Row): ReadonlyMap<unknown, string> | undefined {
  if (!words) return undefined;
  const canonicalWords = new Map<unknown, string>(Object.entries(aliases ?? {}));
  for (const [word, native] of Object.entries(words)) canonicalWords.set(native, word);
  return canonicalWords;
}

/** Returns a row as an object: a bare path is a row that states nothing else. */
export const rowOf = (native: PathOrRow): Row =>
  typeof native === 'object' ? native : { at: native };

/** Returns the canonical value that a row, or else one of its alternative rows, reads from a native object. `undefined`: none of them finds a value. */
export function readRowOrAlternative(op: FieldOp, native: Json, context: Context): unknown {
  const value = readOneRow(op, native, context);
  return value === undefined && op.alternative
    ? readRowOrAlternative(op.alternative, native, context)
    : value;
}

/** Returns the canonical value that a single row reads from a native object, without its alternative rows. */
function readOneRow(op: FieldOp, native: Json, context: Context): unknown {
  const { row, readPaths } = op;
  if (row.with && !hasSiblings(row.with, native)) return undefined;
  if (row.onlyTool && context.event.tool !== row.onlyTool) return undefined;
  let value: unknown;
  if (row.join) value = joinTexts(readPaths, native);
  else
    for (const path of readPaths) {
      value = getAtPath(native, path);
      if (value != null) break;
    }
  // The letter `z` in a kind stands for null. Without it, null counts as no value.
  if (value === undefined || (value === null && !op.kind.includes('z'))) {
    // The fields of `with` match, but the path has no value: `whenEmpty` is what they mean alone.
    return row.with ? row.whenEmpty : undefined;
  }
  if (value === '' && row.whenEmpty !== undefined) return row.whenEmpty;
  if (row.json) value = parseJsonField(value, row, context.invalidPaths);
  if (op.canonicalWords) return op.canonicalWords.get(value);
  return row.codec ? row.codec.read(value, context, native) : value;
}

/**
 * Decodes the fields that a table has rows for: copies them from a native object into a canonical one.
 * A value of a wrong kind throws `payload`, unless the context has `invalidPaths`: then its path is added
 * to them, and it is replaced as {@link replacementFor} says.
 *
 * @param where Text that is put before the paths in errors and in `invalidPaths`, such as `input.`. It is given
 *   only for the arguments or the result of a call, in which `replacementFor` keeps a value that should be
 *   a number or a boolean.
 * @param strict False: a value of a wrong kind neither throws nor is noted. It is left out, or replaced by
 *   the row's `whenEmpty`.
 */
export function decodeFields(
  ops: readonly FieldOp[],
  native: Json,
  into: Json,
  context: Context,
  where = '',
  strict = true,
): void {
  const isOfCall = where !== '';
  for (const op of ops) {
    const value = readRowOrAlternative(op, native, context);
    if (value === undefined) continue;
    if (hasKind(op.kind, value)) setAtPath(into, op.canonicalPath, value);
    else if (!strict) {
      if (op.row.whenEmpty !== undefined) setAtPath(into, op.canonicalPath, op.row.whenEmpty);
    } else if (context.invalidPaths) {
      context.invalidPaths.push(where + op.readPaths[0]?.join('.'));
      const replacement = replacementFor(op.canonicalName, op.kind, value, isOfCall);
      if (replacement !== undefined) setAtPath(into, op.canonicalPath, replacement);
    } else throw kindError(where + op.readPaths[0]?.join('.'), op.kind, value);
  }
}

/**
 * Returns what is decoded for a value that does not have the kind which its row requires. The field is named
 * by its canonical path (`name`). If `isOfCall`, the path begins in the arguments or the result of a call, and
 * else in the event. The first letter of a kind says what it is (`canonical/kinds.ts`).
 *
 * - no value, for a field that other code relies on: a base field, a choice of words, or a number or boolean
 *   that is in neither the arguments nor the result of a call;
 * - text, for text and for the items of a list of texts, so that codecs and hooks do not fail on it;
 * - the value as it is, for anything else.
 */
function replacementFor(name: string, kind: Kind, value: unknown, isOfCall: boolean): unknown {
  if (name in fieldKinds.base || kind[0] === '=') return undefined;
  if (kind[0] === 's') return asText(value);
  if (kind[0] === 'l') return (Array.isArray(value) ? value : [value]).map(asText);
  const isNumberOrBoolean = kind[0] === 'n' || kind[0] === 'b';
  // A path that begins in the event may lead into the arguments too.
  const isInCall = isOfCall || name.startsWith('input.');
  return isNumberOrBoolean && !isInCall ? undefined : value;
}

/**
 * Replaces arguments or results of a wrong kind as {@link replacementFor} says, for a payload that states
 * them in canonical terms, so that no row has read them.
 *
 * @param given The arguments or results. They are not changed.
 * @param where Put before the paths that are added to `invalidPaths`.
 * @param invalidPaths Receives the paths of values of a wrong kind.
 * @returns `given` itself if all of its values have the right kind, or else a changed copy.
 */
export function replaceInvalidArguments(
  kinds: Kinds,
  given: Json,
  where: string,
  invalidPaths: string[],
): Json {
  const wrongKinds = Object.entries(kinds).filter(([path, kind]) => {
    const value = getAtPath(given, splitPath(path));
    return value !== undefined && !hasKind(kind, value);
  });
  if (!wrongKinds.length) return given;
  const changed = structuredClone(given);
  for (const [path, kind] of wrongKinds) {
    invalidPaths.push(where + path);
    setAtPath(
      changed,
      splitPath(path),
      replacementFor(path, kind, getAtPath(given, splitPath(path)), true),
    );
  }
  return changed;
}

/** Writes a canonical value into a native object, by a row or else by one of its alternative rows. Returns false if none can hold the value. */
export function writeRowOrAlternative(
  op: FieldOp,
  value: unknown,
  into: Json,
  context: Context,
): boolean {
  if (writeOneRow(op, value, into, context)) return true;
  return (
    op.alternative !== undefined && writeRowOrAlternative(op.alternative, value, into, context)
  );
}

/** Writes a canonical value into a native object by a single row, without its alternative rows. Returns false if the row cannot hold the value. */
function writeOneRow(op: FieldOp, value: unknown, into: Json, context: Context): boolean {
  const { row } = op;
  if (row.readOnly || (row.onlyTool && context.event.tool !== row.onlyTool)) return false;
  let native = value;
  if (row.words) {
    const word = String(value);
    if (!Object.hasOwn(row.words, word)) return false;
    native = row.words[word];
  } else if (row.codec) native = row.codec.write(value, context);
  if (native === undefined) return false;
  if (row.json) native = JSON.stringify(native);
  writeAtPaths(op, native, into);
  if (context.foreign) {
    for (const path of op.olderPaths)
      if (getAtPath(into, path) === undefined) setAtPath(into, path, native);
  }
  for (const path in row.with) setAtPath(into, splitPath(path), row.with[path]?.[0]);
  for (const path in row.implies) {
    if (getAtPath(into, splitPath(path)) === undefined)
      setAtPath(into, splitPath(path), row.implies[path]);
  }
  return true;
}

/**
 * Encodes the fields that a table has rows for: copies them from a canonical object into a native one. A row
 * whose field is missing writes the value that the row supplies, if it has one.
 */
export function encodeFields(
  ops: readonly FieldOp[],
  from: Json,
  into: Json,
  context: Context,
): void {
  for (const op of ops) {
    const value = getAtPath(from, op.canonicalPath);
    if (value !== undefined) writeRowOrAlternative(op, value, into, context);
    else if (op.row.supply !== undefined)
      writeAtPaths(op, suppliedValue(op.row.supply, context), into);
  }
}

/** Writes a native value at each path that a row writes. */
export function writeAtPaths({ writePaths: paths }: FieldOp, value: unknown, into: Json): void {
  if (value !== undefined) for (const path of paths) setAtPath(into, path, value);
}

/** Returns the native value that an adapter supplies for an event in which the canonical field is missing. */
export function suppliedValue(supply: Supply | undefined, { event, hashCall }: Context): unknown {
  if (typeof supply !== 'object' || supply === null || !('callIdPrefix' in supply))
    return suppliedArgument(supply, event);
  return event.callId ?? (hashCall && `${supply.callIdPrefix}${hashCall(event)}`);
}

/** Returns the native value that a row supplies for a missing argument, which is never the id of the call. */
export const suppliedArgument = (supply: Supply | undefined, event: Draft): unknown =>
  typeof supply === 'function' ? supply(event) : supply;

/** Tells whether the fields that a row requires beside its own (`with`) have one of their values. */
export function hasSiblings(wanted: NonNullable<Row['with']>, native: Json): boolean {
  return Object.entries(wanted).every(([path, values]) =>
    values.includes(getAtPath(native, splitPath(path))),
  );
}

/** Joins the texts at several paths with newlines, without those that an earlier text contains. `undefined`: there is none. */
function joinTexts(paths: FieldOp['readPaths'], native: Json): unknown {
  const texts: string[] = [];
  for (const path of paths) {
    const value = getAtPath(native, path);
    if (typeof value !== 'string' || !value) continue;
    if (!texts.some((text) => text.includes(value))) texts.push(value);
  }
  return texts.length ? texts.join('\n') : undefined;
}

/** Parses a native text that holds JSON. If it is none, returns the text or throws `payload`, as the row and `invalidPaths` say. */
function parseJsonField(value: unknown, row: Row, invalidPaths: Context['invalidPaths']): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    if (row.json === 'or-text') return value;
    if (invalidPaths) {
      invalidPaths.push(String(row.at));
      return value;
    }
    throw new AnyhookError('payload', `${row.at}: expected JSON in a string`);
  }
}

/** Makes a codec. Without `write`, canonical values are written as they are. */
export const makeCodec = /* @__NO_SIDE_EFFECTS__ */ (
  read: Codec['read'],
  write: Codec['write'] = (value) => value,
): Codec => ({
  read,
  write,
});
