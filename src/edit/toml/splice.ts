/** A range of a text, and the text that is written in its place. */
export interface Splice {
  from: number;
  to: number;
  text: string;
}

/** Returns the text with ranges replaced. The ranges are in the order of the text and do not overlap. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  let end = 0;
  let out = '';
  for (const { from, to, text: replacement } of splices) {
    out += text.slice(end, from) + replacement;
    end = to;
  }
  return out + text.slice(end);
}

/** Returns the offset at which the line of an offset begins. */
export const lineStart = (text: string, offset: number): number =>
  text.lastIndexOf('\n', offset - 1) + 1;

/** Returns the offset just after the line of an offset, with its line break. */
export function lineEnd(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}
