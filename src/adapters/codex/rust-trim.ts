/** Rust's blanks: those of JavaScript with U+0085, and without the byte order mark. */
const blank = /[^\S\ufeff]|\x85/;

/** A text as this client trims its end, 0.169.0. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && blank.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** A text as this client trims it, 0.169.0. */
export function trimText(text: string): string {
  const rest = trimEnd(text);
  let start = 0;
  while (start < rest.length && blank.test(rest[start] as string)) start++;
  return rest.slice(start);
}
