import type { FileEdits } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { eolOf } from '../layout.ts';
import { toTable, UnwritableValue } from './render.ts';
import { lineEnd, lineStart, type Splice, spliceText } from './splice.ts';
import type { ParsedToml } from './tree.ts';

/** Whole lines of a text, by the offsets where they begin and end. */
interface Span {
  from: number;
  to: number;
}

/**
 * Returns the text with a list changed whose elements are tables with headers, or that is new. New
 * tables take the lines of the first that goes; else they follow the last, or stand at the end.
 *
 * @param length How many elements there are.
 */
export function changeTables(
  { text, tables }: ParsedToml,
  { path, remove, add }: FileEdits['lists'][number],
  length: number,
): string {
  const eol = eolOf(text);
  const blocks = add.map((one) => {
    if (!isObject(one)) throw new UnwritableValue(`${JSON.stringify(one)} in a list of tables`);
    return toTable(path, one);
  });
  const lines = blocks.flatMap((one, i) => (i ? ['', ...one] : one)).join(eol);
  const spansAt = (index: number) => spansOf(text, tables, [...path, index]);
  const [first] = remove.length && lines ? spansAt(Math.min(...remove)) : [];
  const gone = remove.flatMap(spansAt).filter(({ from }) => from !== first?.from);
  const splices = cutLines(text, gone);
  if (first) {
    const put = text[first.to - 1] === '\n' ? lines + eol : lines;
    return spliceText(text, [{ ...first, text: put }, ...splices]);
  }
  if (!lines) return spliceText(text, splices);
  const end = Math.max(0, ...spansAt(length - 1).map(({ to }) => to));
  if (!length || end === text.length) return append(text, lines, eol);
  return spliceText(text, [{ from: end, to: end, text: `${eol}${lines}${eol}` }]);
}

/** Returns the lines of a table and of those below it; several spans where other tables stand between. */
function spansOf(
  text: string,
  tables: ParsedToml['tables'],
  path: readonly (string | number)[],
): Span[] {
  const spans: Span[] = [];
  let open: Span | undefined;
  for (const { resolvedKey, range } of tables) {
    const isBelow = path.every((part, i) => resolvedKey[i] === part);
    if (!isBelow) open = undefined;
    else if (open) open.to = lineEnd(text, range[1]);
    else {
      open = { from: lineStart(text, range[0]), to: lineEnd(text, range[1]) };
      spans.push(open);
    }
  }
  return spans;
}

/** Returns the splices that take lines out. Spans between which nothing stands are cut as one. */
function cutLines(text: string, gone: readonly Span[]): Splice[] {
  const all: Span[] = [];
  for (const span of gone.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && !text.slice(last.to, span.from).trim()) last.to = span.to;
    else all.push({ ...span });
  }
  return all.map((span) => cutSpan(text, span));
}

/** Returns the splice that takes lines out with the blank line before them, or at the start behind. */
function cutSpan(text: string, { from, to }: Span): Splice {
  const above = lineStart(text, from - 1);
  const blank = from > 0 && !text.slice(above, from).trim();
  if (to === text.length && text[to - 1] !== '\n') {
    const before = text.slice(0, blank ? above : from);
    return { from: before.replace(/\r?\n$/, '').length, to, text: '' };
  }
  if (blank) return { from: above, to, text: '' };
  const below = from === 0 ? (/^[ \t]*\r?\n/.exec(text.slice(to))?.[0].length ?? 0) : 0;
  return { from, to: to + below, text: '' };
}

/** Returns the text with new tables at its end, which has a line break only if it had one before. */
function append(text: string, lines: string, eol: string): string {
  if (!text) return `${lines}${eol}`;
  return text.endsWith('\n') ? `${text}${eol}${lines}${eol}` : `${text}${eol}${eol}${lines}`;
}
