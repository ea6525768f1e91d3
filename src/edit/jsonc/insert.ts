import type { Node } from 'jsonc-parser';
import { breaks, type Item, indentAt, type Layout, rendered, styleLike } from './layout.ts';
import { endOf } from './nodes.ts';
import { isBreak, isComment, type Row } from './rows.ts';

/** The rows of new items, and the row they come before. */
export const inserted = (layout: Layout, node: Node, rows: Row[], at: number, items: Item[]) =>
  at > 0 ? beside(layout, node, rows, at, items) : alone(layout, node, rows[0] as Row, items);

/** `cut`: how much of the gap stays before the first; `lead`: what leads to it, `between` to others. */
function rowsOf(next: Row, cut: number, lead: string, between: string, texts: string[]): Row[] {
  const first = [...next.gap.slice(0, cut), lead];
  const fresh = texts.map((text, i): Row => ({ gap: i ? [between] : first, text }));
  return [...fresh, { ...next, gap: next.gap.slice(cut) }];
}

/** Laid out like the item before them. */
function beside(layout: Layout, around: Node, rows: Row[], at: number, items: Item[]): Row[] {
  const { text, eol } = layout;
  const { gap, node: left } = rows[at - 1] as Row & { node: Node };
  const next = rows[at] as Row;
  const comma = next.gap.indexOf(',') + 1;
  const line = next.gap.slice(comma);
  const end = line.findIndex(isBreak);
  // A comment that shares its line with what comes next is that one's.
  const own = end < 0 && at < rows.length - 1 ? [] : line.slice(0, end < 0 ? undefined : end);
  const said = own.findLastIndex(isComment);
  const indent = indentAt(text, left.offset);
  const below = gap.some(isBreak) || own[said]?.startsWith('//');
  const lead = below ? eol + indent : (spaceIn(gap) ?? layout.space);
  const texts = items.map((item) =>
    rendered(layout, item, indent, styleLike(text, left, around, item.value)),
  );
  return rowsOf(next, comma + said + 1, lead, lead, texts);
}

/** The blank after a comma; undefined: there is no comma. */
function spaceIn(gap: readonly string[]): string | undefined {
  const comma = gap.indexOf(',');
  if (comma < 0) return undefined;
  return gap[comma + 1]?.trim() === '' ? gap[comma + 1] : '';
}

/** Where there is none yet. */
function alone(layout: Layout, node: Node, close: Row, items: Item[]): Row[] {
  const { text, eol, unit, space } = layout;
  const inside = close.gap.join('');
  const around = node.parent?.parent;
  const tall = breaks(inside) || !around || breaks(text.slice(around.offset, endOf(around)));
  const said = close.gap.findLastIndex(isComment) + 1;
  const indent = indentAt(text, node.offset);
  const texts = (base: string) =>
    items.map((item) => rendered(layout, item, base, { tall, pad: '' }));
  if (said && !breaks(inside)) return rowsOf(close, said, ' ', ' ', texts(indent));
  if (!tall) return rowsOf(close, 0, inside, space, texts(indent));
  const lead = eol + indent + unit;
  const end = breaks(inside) ? close : { ...close, gap: [eol + indent] };
  return rowsOf(end, said, lead, lead, texts(indent + unit));
}
