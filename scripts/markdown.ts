// What the scripts that write pages share: tables, and the parts of a page that are generated.

const printRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns a table in Markdown. */
export const printTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(printRow).join('\n');

/** Returns a text as code. */
export const printCode = (text: string): string => `\`${text}\``;

/** Returns a page with a new text between the two comments that name a part. Throws if it has no such comments. */
export function replacePart(page: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, from + open.length)}${part}${page.slice(to)}`;
}
