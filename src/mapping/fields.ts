import { baseKinds, type Kind, type Kinds } from '../canonical/kinds.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import { asText } from '../util/json.ts';
import type { Codec, Context, Fields, Native, Row, Supply } from './adapter.ts';
import { getAtPath, type Path, setAtPath, splitPath } from './paths.ts';
import { hasKind, kindError } from './shape.ts';

/** A row made ready: paths split, kind looked up. */
export interface Op {
  readonly canon: string;
  readonly to: Path;
  /** Read in turn. */
  readonly paths: readonly Path[];
  /** Written, every one. */
  readonly into: readonly Path[];
  /** Written as well where the event is another agent's. */
  readonly older: readonly Path[];
  readonly row: Row;
  readonly kind: Kind;
  readonly back: ReadonlyMap<unknown, string> | undefined;
  /** Another form of the same. */
  readonly or: Op | undefined;
}

const opsByTable = new WeakMap<Fields, readonly Op[]>();
type KindOf = (path: string) => Kind | undefined;

/** The rows of a table, made ready. `kindOf` gives the kind of a canonical path. */
export function makeOps(fields: Fields, kindOf: KindOf): readonly Op[] {
  const ops: Op[] = [];
  for (const canon in fields) {
    const native = fields[canon];
    if (native !== undefined) ops.push(makeOp(canon, rowOf(native), kindOf(canon) ?? '*?'));
  }
  return ops;
}

function makeOp(canon: string, row: Row, kind: Kind): Op {
  // Parts that are the same are one: a run makes some eighty of these, in fresh memory.
  const now = typeof row.at === 'string' ? [splitPath(row.at)] : row.at.map(splitPath);
  const older = row.older === undefined ? none : [row.older].flat().map(splitPath);
  const paths = older.length ? [...now, ...older] : now;
  const into = row.all || row.join || now.length === 1 ? now : now.slice(0, 1);
  const to = (canon === row.at && now[0]) || splitPath(canon);
  const or = row.or && makeOp(canon, row.or, kind);
  return { canon, to, paths, into, older, row, kind, back: invertWords(row), or };
}

/** Every form of a row, the first before the others. */
export const formsOf = (op: Op): Op[] => [op, ...(op.or ? formsOf(op.or) : [])];

const none: readonly Path[] = [];

/** Makes the operations for the rows of a table. They are made once for each table. */
export function opsOf(fields: Fields, kindOf: KindOf): readonly Op[] {
  const ops = opsByTable.get(fields) ?? makeOps(fields, kindOf);
  opsByTable.set(fields, ops);
  return ops;
}

/** Native word → canonical word. A native word may be `false`. */
function invertWords({ words, aliases }: Row): ReadonlyMap<unknown, string> | undefined {
  if (!words) return undefined;
  const back = new Map<unknown, string>(Object.entries(aliases ?? {}));
  for (const [canon, native] of Object.entries(words)) back.set(native, canon);
  return back;
}

/** Returns a row as an object: a bare path is a row that states nothing else. */
export const rowOf = (native: Native): Row =>
  typeof native === 'object' ? native : { at: native };

/** Reads one row of a native object; undefined when it says nothing. */
export function readRow(op: Op, native: Json, context: Context): unknown {
  const value = readForm(op, native, context);
  return value === undefined && op.or ? readRow(op.or, native, context) : value;
}

function readForm(op: Op, native: Json, context: Context): unknown {
  const { row, paths } = op;
  if (row.with && !hasSiblings(row.with, native)) return undefined;
  if (row.only && context.event.tool !== row.only) return undefined;
  let value: unknown;
  if (row.join) value = joinTexts(paths, native);
  else
    for (const path of paths) {
      value = getAtPath(native, path);
      if (value != null) break;
    }
  if (value === undefined || (value === null && !op.kind.includes('z'))) {
    return row.with ? row.blank : undefined;
  }
  if (value === '' && row.blank !== undefined) return row.blank;
  if (row.json) value = parseJsonField(value, row, context.invalidPaths);
  if (op.back) return op.back.get(value);
  return row.codec ? row.codec.read(value, context, native) : value;
}

/** Moves what the table knows from a native object into a canonical one. `where` is for errors. */
export function carryIn(
  ops: readonly Op[],
  native: Json,
  into: Json,
  context: Context,
  where = '',
  strict = true,
): void {
  for (const op of ops) {
    const value = readRow(op, native, context);
    if (value === undefined) continue;
    if (hasKind(op.kind, value)) setAtPath(into, op.to, value);
    else if (!strict) {
      if (op.row.blank !== undefined) setAtPath(into, op.to, op.row.blank);
    } else if (context.invalidPaths) {
      context.invalidPaths.push(where + op.paths[0]?.join('.'));
      const near = nearestValue(op.canon, op.kind, value, where !== '');
      if (near !== undefined) setAtPath(into, op.to, near);
    } else throw kindError(where + op.paths[0]?.join('.'), op.kind, value);
  }
}

/**
 * What a value of another kind is told as: text where there should be text, so that no codec and
 * no hook chokes on it; else as it is, or not at all where others go by it.
 */
function nearestValue(canon: string, kind: Kind, value: unknown, argument: boolean): unknown {
  if (canon in baseKinds || kind[0] === '=') return undefined;
  if (kind[0] === 's') return asText(value);
  if (kind[0] === 'l') return (Array.isArray(value) ? value : [value]).map(asText);
  const counted = kind[0] === 'n' || kind[0] === 'b';
  return counted && !argument && !canon.startsWith('input.') ? undefined : value;
}

/**
 * Replaces canonical arguments of the wrong kind by the nearest value of the right kind, for arguments
 * that no row has read.
 *
 * @param where What errors call the arguments: the start of the paths that are noted.
 * @param invalidPaths The paths of what was replaced are added to it.
 */
export function replaceInvalidArguments(
  kinds: Kinds,
  given: Json,
  where: string,
  invalidPaths: string[],
): Json {
  const wrong = Object.entries(kinds).filter(([path, kind]) => {
    const value = getAtPath(given, splitPath(path));
    return value !== undefined && !hasKind(kind, value);
  });
  if (!wrong.length) return given;
  const out = structuredClone(given);
  for (const [path, kind] of wrong) {
    invalidPaths.push(where + path);
    setAtPath(
      out,
      splitPath(path),
      nearestValue(path, kind, getAtPath(given, splitPath(path)), true),
    );
  }
  return out;
}

/** Writes one row into a native object. False: the row has no form for this value. */
export function writeRow(op: Op, value: unknown, into: Json, context: Context): boolean {
  if (writeForm(op, value, into, context)) return true;
  return op.or !== undefined && writeRow(op.or, value, into, context);
}

function writeForm(op: Op, value: unknown, into: Json, context: Context): boolean {
  const { row } = op;
  if (row.readOnly || (row.only && context.event.tool !== row.only)) return false;
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
    for (const path of op.older)
      if (getAtPath(into, path) === undefined) setAtPath(into, path, native);
  }
  for (const path in row.with) setAtPath(into, splitPath(path), row.with[path]?.[0]);
  for (const path in row.implies) {
    if (getAtPath(into, splitPath(path)) === undefined)
      setAtPath(into, splitPath(path), row.implies[path]);
  }
  return true;
}

/** Moves what the table knows from a canonical object into a native one. */
export function carryOut(ops: readonly Op[], from: Json, into: Json, context: Context): void {
  for (const op of ops) {
    const value = getAtPath(from, op.to);
    if (value !== undefined) writeRow(op, value, into, context);
    else if (op.row.supply !== undefined)
      writeAtPaths(op, suppliedValue(op.row.supply, context), into);
  }
}

/** Writes a native value where a row's values go. */
export function writeAtPaths({ into: paths }: Op, value: unknown, into: Json): void {
  if (value !== undefined) for (const path of paths) setAtPath(into, path, value);
}

/** Returns the value that an adapter supplies for an event where there is nothing canonical. */
export const suppliedValue = (supply: Supply | undefined, context: Context): unknown =>
  typeof supply === 'function' ? supply(context.event) : supply;

function hasSiblings(wanted: NonNullable<Row['with']>, native: Json): boolean {
  return Object.entries(wanted).every(([path, values]) =>
    values.includes(getAtPath(native, splitPath(path))),
  );
}

function joinTexts(paths: Op['paths'], native: Json): unknown {
  const texts: string[] = [];
  for (const path of paths) {
    const value = getAtPath(native, path);
    if (typeof value !== 'string' || !value) continue;
    if (!texts.some((text) => text.includes(value))) texts.push(value);
  }
  return texts.length ? texts.join('\n') : undefined;
}

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

/** A codec from two functions of the value alone. */
export const makeCodec = (
  read: Codec['read'],
  write: Codec['write'] = (value) => value,
): Codec => ({
  read,
  write,
});
