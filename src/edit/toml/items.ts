import { eolOf, indentAt } from '../jsonc/layout.ts';
import { lineEnd, lineStart, type Splice } from './splice.ts';
import type { Content, Pair } from './tree.ts';

/** What stands between brackets. */
interface Bracketed {
  range: readonly [number, number];
  items: readonly (Content | Pair)[];
}

/** Where the comma behind each item is; -1: there is none. */
function commasIn(text: string, { range: [, close], items }: Bracketed): number[] {
  return items.map(({ range: [, end] }, i) => {
    const gap = text.slice(end, items[i + 1]?.range[0] ?? close - 1);
    const at = gap.replace(/#[^\n]*/g, (said) => ' '.repeat(said.length)).indexOf(',');
    return at < 0 ? -1 : end + at;
  });
}

/** Items of a list, or of a table in braces, that go, and others that come at `slot`. */
export function changedItems(
  text: string,
  inside: Bracketed,
  drop: ReadonlySet<number>,
  slot: number,
  add: readonly string[],
): Splice[] {
  const { items, range } = inside;
  const first = items[0]?.range[0] ?? range[1];
  const tall = items.length > 0 && text.slice(range[0], first).includes('\n');
  const between = tall ? `,${eolOf(text)}${indentAt(text, first)}` : ', ';
  const replaced = add.length && drop.has(slot) ? items[slot] : undefined;
  if (!replaced) return [...without(text, inside, drop), ...added(text, inside, add, between)];
  const rest = new Set([...drop].filter((i) => i !== slot));
  const [from, to] = replaced.range;
  return [...without(text, inside, rest), { from, to, text: add.join(between) }];
}

function without(text: string, inside: Bracketed, drop: ReadonlySet<number>): Splice[] {
  const { items, range } = inside;
  const commas = commasIn(text, inside);
  const cut = (from: number, to: number): Splice => ({ from, to, text: '' });
  const last = items.findLastIndex((_, i) => !drop.has(i));
  const [open, close] = [range[0] + 1, range[1] - 1];
  if (last < 0 && items.length && !commented(text, inside)) return [cut(open, close)];
  return [...drop].flatMap((i) => {
    const [from, to] = items[i]?.range ?? range;
    const comma = commas[i] ?? -1;
    if (last < 0) return [cut(from, to), ...(comma < 0 ? [] : [cut(comma, comma + 1)])];
    if (i < last) {
      const next = items[i + 1]?.range[0] ?? close;
      return [cut(from, text.slice(to, next).includes('#') ? comma + 1 : next)];
    }
    const end = items[i - 1]?.range[1] ?? open;
    const blank = end + text.slice(end, from).trimEnd().length;
    if ((commas.at(-1) ?? -1) >= 0) return [cut(blank, comma + 1)];
    const before = commas[i - 1] ?? end;
    return [cut(before, before + 1), cut(blank, to)];
  });
}

/** Whether a comment stands between the brackets, outside of the items. */
export function commented(text: string, { range: [open, close], items }: Bracketed): boolean {
  const starts = [...items.map(({ range }) => range[0]), close - 1];
  const ends = [open + 1, ...items.map(({ range }) => range[1])];
  return starts.some((start, i) => text.slice(ends[i], start).includes('#'));
}

function added(text: string, inside: Bracketed, add: readonly string[], between: string): Splice[] {
  if (!add.length) return [];
  const [open, close] = inside.range;
  const last = inside.items.at(-1);
  if (!last) return [filled(text, open, close, add)];
  const [, end] = last.range;
  const comma = commasIn(text, inside).at(-1) ?? -1;
  if (!between.includes('\n')) {
    return [{ from: end, to: end, text: add.map((one) => between + one).join('') }];
  }
  // A comment on the line of the last item is that one's.
  const behind = comma < 0 ? end : comma + 1;
  const said = /^[ \t]*#[^\r\n]*/.exec(text.slice(behind, lineEnd(text, behind)))?.[0].length ?? 0;
  const put = `${between.slice(1)}${add.join(between)}${comma < 0 ? '' : ','}`;
  return [
    ...(comma < 0 ? [{ from: end, to: end, text: ',' }] : []),
    { from: behind + said, to: behind + said, text: put },
  ];
}

/** Where there is none yet. */
function filled(text: string, open: number, close: number, add: readonly string[]): Splice {
  const put = add.join(', ');
  if (text.slice(open, close).includes('\n')) {
    const from = lineStart(text, close - 1);
    return { from, to: from, text: `${indentAt(text, open)}  ${put}${eolOf(text)}` };
  }
  return { from: open + 1, to: close - 1, text: text[open] === '{' ? ` ${put} ` : put };
}
