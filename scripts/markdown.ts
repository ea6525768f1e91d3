/** What the scripts that write pages share: cells, tables and blocks in Markdown, and the parts of a page that are generated. */

/** Returns a text as it may stand in a cell of a table, and in a page that a program reads as HTML. */
export const toCell = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .replace(/(?<!\\)\|/g, '\\|');

/** Returns a text in the font of code. A text with a backtick gets two around it. */
export const printCode = (text: string): string =>
  text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;

/** Returns texts in the font of code, with commas between. */
export const printCodes = (texts: readonly string[]): string => texts.map(printCode).join(', ');

/** Returns a table. The cells are Markdown. */
export const printTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((cells) => cells.map(toCell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Returns a table without rows as no lines at all. */
export const printTableIfAny = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] => (rows.length ? [printTable(head, rows)] : []);

/** Returns a block of code. */
export const printBlock = (language: string, text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** Returns a page of paragraphs, tables and blocks, with an empty line between. */
export const printPage = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** Returns a text that begins with a capital, and ends with a full stop. */
export const toSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:!?]$/.test(text) ? '' : '.'}`;

/** Returns a page with a new text between the two comments that name a part. Throws if it has no such comments. */
export function replacePart(page: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, from + open.length)}${part}${page.slice(to)}`;
}
