import type { FileEdits } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { block, Unsayable } from './render.ts';
import { lineEnd, lineStart, type Splice } from './splice.ts';
import type { ParsedToml } from './tree.ts';

interface Span {
  from: number;
  to: number;
}

/** What changes: `gone` are lines, `behind` goes to the end of the file. */
export interface Changes {
  splices: Splice[];
  gone?: readonly Span[];
  behind?: string | undefined;
}

/** How a list changes whose elements have headers. */
export function changedTables(
  { text, tables }: ParsedToml,
  { path, remove, add }: FileEdits['lists'][number],
  length: number,
  eol: string,
): Changes {
  const blocks = add.map((one) => {
    if (!isObject(one)) throw new Unsayable(`${JSON.stringify(one)} in a list of tables`);
    return block(path, one);
  });
  const lines = blocks.flatMap((one, i) => (i ? ['', ...one] : one)).join(eol);
  const spans = (index: number) => spansOf(text, tables, [...path, index]);
  const [first] = remove.length && lines ? spans(Math.min(...remove)) : [];
  const gone = remove.flatMap(spans).filter(({ from }) => from !== first?.from);
  if (first) {
    const put = text[first.to - 1] === '\n' ? lines + eol : lines;
    return { splices: [{ ...first, text: put }], gone };
  }
  if (!lines) return { splices: [], gone };
  const end = Math.max(0, ...spans(length - 1).map(({ to }) => to));
  if (!length || end === text.length) return { splices: [], behind: lines };
  return { splices: [{ from: end, to: end, text: `${eol}${lines}${eol}` }] };
}

/** The lines of a table and of those below it, as far as no other stands between. */
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

/** Takes lines out: those between which nothing stands go as one. */
export function takenOut(text: string, gone: readonly Span[]): Splice[] {
  const all: Span[] = [];
  for (const span of gone.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && !text.slice(last.to, span.from).trim()) last.to = span.to;
    else all.push({ ...span });
  }
  return all.map((span) => apart(text, span));
}

/** Lines that go, with the blank one that kept them apart from what stands before, or behind. */
function apart(text: string, { from, to }: Span): Splice {
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

/** New tables, at the end of a text. */
export function appended(text: string, tables: readonly string[], eol: string): string {
  if (!tables.length) return text;
  const lines = tables.join(eol + eol);
  if (!text) return `${lines}${eol}`;
  return text.endsWith('\n') ? `${text}${eol}${lines}${eol}` : `${text}${eol}${eol}${lines}`;
}
