/** A part of a text, and what is written in its place. */
export interface Splice {
  from: number;
  to: number;
  text: string;
}

/** Returns the text with its parts replaced, which are given in their order. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  let at = 0;
  let out = '';
  for (const { from, to, text: put } of splices) {
    out += text.slice(at, from) + put;
    at = to;
  }
  return out + text.slice(at);
}

/** Returns where the line of an offset begins. */
export const lineStart = (text: string, offset: number): number =>
  text.lastIndexOf('\n', offset - 1) + 1;

/** Returns where the line of an offset ends, behind its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}
