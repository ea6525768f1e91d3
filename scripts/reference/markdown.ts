/** What the pages of docs/reference/ are made of. */

/** Returns a text as it may stand in a cell of a table, and in a page that a program reads as HTML. */
export const toCell = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .replace(/(?<!\\)\|/g, '\\|');

/** Returns a text in the font of code. A text with a backtick gets two around it. */
export const code = (text: string): string =>
  text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;

/** Returns texts in the font of code, with commas between. */
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

/** Returns a table. The cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((cells) => cells.map(toCell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Returns a table without rows as no lines at all. */
export const tableIfAny = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] => (rows.length ? [table(head, rows)] : []);

/** Returns a block of code. */
export const block = (language: string, text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** Returns a page of paragraphs, tables and blocks, with an empty line between. */
export const page = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** Returns a text that begins with a capital, and ends with a full stop. */
export const toSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:!?]$/.test(text) ? '' : '.'}`;
