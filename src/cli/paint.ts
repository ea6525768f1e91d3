/** Colour, on a terminal only, and unless the person does not want it. */
function wanted(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined ? process.stdout.isTTY === true : FORCE_COLOR !== '0';
}

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

export const paint = (colour: keyof typeof codes, text: string): string =>
  wanted() ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;

/** Text from a file, on one line and without what a terminal would obey or not show. */
export const plain = (text: string): string => text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').trim();

/** The same, made visible; tabs stay. */
export const visible = (text: string): string =>
  text.replace(
    /[^\P{C}\t]|[\u2028\u2029]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** A value as JSON for a pipe, or for a terminal. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\u007f-\uffff]/g, (char) =>
    /[\p{C}\u2028\u2029]/u.test(char) ? `\\u${hex(char)}` : char,
  );

const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0');

/** At most so many columns. */
export function cut(text: string, width: number): string {
  const chars = [...text];
  return chars.length > width ? `${chars.slice(0, width - 1).join('')}…` : text;
}

/** Breaks a text behind a label into lines of 80 columns, the further ones below its beginning. */
export function wrap(label: string, text: string): string {
  const indent = ' '.repeat(label.length);
  const lines = [label];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last === label || last === indent) lines[lines.length - 1] = last + word;
    else if (last.length + 1 + word.length <= 80) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/** Rows as columns, the widest cut until a line fits. */
export function columns(rows: readonly string[][], width = 80): string {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.min(width, Math.max(...rows.map((row) => (row[i] ?? '').length))),
  );
  const gaps = 2 * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, gaps) > width) {
    const widest = Math.max(...widths);
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => cut(cell, widths[i] as number).padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
