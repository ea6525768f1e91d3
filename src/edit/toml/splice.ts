/** What is written in place of a part of a text. */
export interface Splice {
  from: number;
  to: number;
  text: string;
}

/** The text with its parts changed; of several at one place, in their order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let at = 0;
  let out = '';
  for (const { from, to, text: put } of splices.toSorted((a, b) => a.from - b.from)) {
    out += text.slice(at, Math.max(at, from)) + put;
    at = Math.max(at, to);
  }
  return out + text.slice(at);
}

/** Where the line of an offset begins. */
export const lineStart = (text: string, offset: number): number =>
  text.lastIndexOf('\n', offset - 1) + 1;

/** Where the line of an offset ends, behind its break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}
