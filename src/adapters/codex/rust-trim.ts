/** White space in Rust: the white space of JavaScript without the byte order mark, and U+0085. */
const rustSpace = /[^\S\ufeff]|\x85/;

/** Removes the white space at a text's end as Rust does, 0.169.0. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && rustSpace.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Removes the white space around a text as Rust does, 0.169.0. */
export function trimText(text: string): string {
  const withoutEnd = trimEnd(text);
  let start = 0;
  while (start < withoutEnd.length && rustSpace.test(withoutEnd[start] as string)) start++;
  return withoutEnd.slice(start);
}
