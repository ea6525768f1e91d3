/** White space in Rust: that of JavaScript and U+0085, without the byte order mark. */
const blank = /[^\S\ufeff]|\x85/;

/** Removes the white space at a text's end as Rust does, 0.169.0. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && blank.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Removes the white space around a text as Rust does, 0.169.0. */
export function trimText(text: string): string {
  const rest = trimEnd(text);
  let start = 0;
  while (start < rest.length && blank.test(rest[start] as string)) start++;
  return rest.slice(start);
}
