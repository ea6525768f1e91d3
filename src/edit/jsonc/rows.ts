import type { Node } from 'jsonc-parser';
import { endOf, itemsOf } from './nodes.ts';

/** An item and what stands before it. The last row is what stands before the closing bracket. */
export interface Row {
  /** Blanks, comments and commas, each a piece. */
  gap: string[];
  text: string;
  /** Absent: it is new, or the bracket. */
  node?: Node | undefined;
  gone?: boolean;
}

const pieces = /[ \t\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|,/g;
const isBlank = (piece = ''): boolean => /^\s/.test(piece);
export const isBreak = (piece = ''): boolean => /^\s*[\r\n]/.test(piece);
export const isComment = (piece: string): boolean => piece.startsWith('/');

/** What stands before each item of a list or an object, and after the last. */
export function gapsIn(text: string, node: Node): string[][] {
  const items = itemsOf(node);
  const ends = [node.offset + 1, ...items.map(endOf)];
  const starts = [...items.map(({ offset }) => offset), endOf(node) - 1];
  return ends.map((end, i) => text.slice(end, starts[i]).match(pieces) ?? []);
}

/** The rows as text: with a comma after each item but the last, or after each. */
export function joined(rows: readonly Row[], trailing: boolean): string {
  const all = rows.map(({ gap, text }, i) => {
    const wanted = i > 0 && (trailing || i < rows.length - 1);
    const comma = gap.indexOf(',');
    const kept = gap.filter((piece, j) => piece !== ',' || (wanted && j === comma));
    return (wanted && comma < 0 ? ',' : '') + kept.join('') + text;
  });
  return all.join('');
}

/** The rows that stay, and with them all comments. `end`: what leads a closing bracket to its line. */
export function staying(rows: readonly Row[], end: string): Row[] {
  const first = rows.findIndex(({ gone }) => !gone);
  const kept: Row[] = [];
  for (const [i, row] of [...rows.entries()].reverse()) {
    const next = kept[0];
    if (!row.gone || !next) kept.unshift({ ...row });
    else next.gap = merged(row.gap, next.gap, i < first && first < rows.length - 1);
  }
  const [{ gap }] = kept as [Row];
  if (kept.length > 1 || rows.length === 1 || gap.some(isComment)) return kept;
  const blank = rows.at(-1)?.gap.filter(isBlank).join('') ?? '';
  return [{ gap: blank === end ? [] : [blank], text: '' }];
}

/** Two gaps when the item between them goes, and the blanks that led to it, or the first's comma. */
function merged(before: string[], after: string[], isFirst: boolean): string[] {
  const rest = after.filter(
    (piece, i) => piece !== ',' && !(isFirst && isBlank(piece) && after[i - 1] === ','),
  );
  const needed = before.at(-2)?.startsWith('//') && !/^[\r\n]/.test(rest[0] ?? '');
  const goes = !isFirst && !needed && isBlank(before.at(-1));
  return [...(goes ? before.slice(0, -1) : before), ...rest];
}
