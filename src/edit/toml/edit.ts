import { isDeepStrictEqual } from 'node:util';
import { get } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import type { Json } from '../../util/json.ts';
import { eolOf } from '../jsonc/layout.ts';
import { changedValue, withoutEmpty } from './check.ts';
import { changedItems, commented } from './items.ts';
import { inline, pair, Unsayable } from './render.ts';
import { lineEnd, lineStart, type Splice, spliced } from './splice.ts';
import { appended, type Changes, changedTables, takenOut } from './tables.ts';
import { keyOf, type Pair, type ParsedToml, parseToml } from './tree.ts';

type Edit = FileEdits['lists'][number];

/**
 * The text with elements of lists taken out and put in; every other byte stays. A new list stands at
 * the end, each element with a header; one that is left empty goes, unless a comment stands in it.
 * `file` is what errors call it. Throws `settings`, also where the layout allows no such change.
 */
export function editToml(source: string, file: string, { lists }: FileEdits): string {
  const edits = lists.filter(({ remove, add }) => remove.length + add.length);
  if (!edits.length) return source;
  const before = parseToml(source, file);
  const bom = source.slice(0, source.length - before.text.length);
  const eol = eolOf(source);
  try {
    const changes = edits.map((edit) => changedList(before, edit, eol));
    const gone = changes.flatMap((one) => one.gone ?? []);
    const splices = [...changes.flatMap((one) => one.splices), ...takenOut(before.text, gone)];
    const behind = changes.flatMap((one) => one.behind ?? []);
    const text = bom + appended(spliced(before.text, splices), behind, eol);
    const wanted = withoutEmpty(changedValue(before.value, edits), edits);
    if (isDeepStrictEqual(found(text, file, edits), wanted)) return text;
  } catch (error) {
    if (!(error instanceof Unsayable)) throw error;
    throw before.error(0, `TOML has no form for ${error.message}, which a hook would hold here`);
  }
  throw before.error(0, 'its layout allows no change of the hooks alone');
}

/** What a text holds that was changed; one that is no TOML, nothing. */
function found(text: string, file: string, edits: readonly Edit[]): Json | undefined {
  try {
    return withoutEmpty(parseToml(text, file).value, edits);
  } catch {
    return undefined;
  }
}

function changedList(parsed: ParsedToml, edit: Edit, eol: string): Changes {
  const { path, remove, add } = edit;
  const list = listAt(parsed, path);
  const length = list?.length ?? 0;
  if (Math.max(...remove) >= length) throw new RangeError(`${path.join('.')} holds ${length}`);
  const own = parsed.pairs.get(keyOf(path));
  if (own && !add.length && remove.length === length) {
    return { splices: without(parsed, own, path) };
  }
  const drop = new Set(remove);
  const slot = Math.min(length, ...remove);
  if (own) return { splices: inBrackets(parsed.text, own, drop, slot, add.map(inline)) };
  const around = parsed.pairs.get(keyOf(path.slice(0, -1)));
  if (!around) return changedTables(parsed, edit, length, eol);
  const put = pair(path.at(-1) as string, add);
  return { splices: inBrackets(parsed.text, around, drop, slot, [put]) };
}

/** The list at a path, where there is one. Throws `settings` where something else stands there. */
function listAt({ value, offsetOf, error }: ParsedToml, path: readonly string[]) {
  for (const [i] of path.entries()) {
    const here = path.slice(0, i + 1);
    const there = get(value, here);
    const isLast = i === path.length - 1;
    if (there === undefined) return undefined;
    if (Array.isArray(there) && isLast) return there;
    if (isLast || typeof there !== 'object' || Array.isArray(there))
      throw error(offsetOf(here), `${here.join('.')} is no ${isLast ? 'list' : 'table'}`);
  }
  return undefined;
}

/** What changes between the brackets of a value. */
function inBrackets(
  text: string,
  { value }: Pair,
  drop: ReadonlySet<number>,
  slot: number,
  add: readonly string[],
): Splice[] {
  if (value.type === 'TOMLValue') return [];
  const items = value.type === 'TOMLArray' ? value.elements : value.body;
  return changedItems(text, { range: value.range, items }, drop, slot, add);
}

/** A list goes with its key, and a table in braces that held nothing else; not with a comment in it. */
function without(parsed: ParsedToml, own: Pair, path: readonly string[]): Splice[] {
  const { text, pairs } = parsed;
  const { value, parent: around, range } = own;
  const items = value.type === 'TOMLArray' ? value.elements : [];
  if (value.type === 'TOMLArray' && commented(text, { range: value.range, items }))
    return inBrackets(text, own, new Set(items.keys()), 0, []);
  if (around.type === 'TOMLInlineTable') {
    const above = path.slice(0, -1);
    const outer = pairs.get(keyOf(above));
    if (outer?.value === around && around.body.length === 1) return without(parsed, outer, above);
    const at = new Set([around.body.indexOf(own)]);
    return changedItems(text, { range: around.range, items: around.body }, at, 0, []);
  }
  const [from, to] = range;
  const isAlone = !text.slice(to, lineEnd(text, to)).trim();
  return [
    isAlone
      ? { from: lineStart(text, from), to: lineEnd(text, to), text: '' }
      : { from, to, text: '' },
  ];
}
