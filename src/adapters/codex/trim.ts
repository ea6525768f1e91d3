/** Rust's blanks: those of JavaScript with U+0085, and without the byte order mark. */
const blank = /[^\S\ufeff]|\x85/;

/** A text as this client trims it, 0.169.0. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.test(text[start] as string)) start++;
  while (end > start && blank.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}
