/** Colour, on a terminal only, and unless the person does not want it. */
const wanted = (): boolean =>
  process.env.NO_COLOR === undefined &&
  (process.env.FORCE_COLOR !== undefined || process.stdout.isTTY === true);

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

export const paint = (colour: keyof typeof codes, text: string): string =>
  wanted() ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;

/** Text from a file, on one line and without what a terminal would obey. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get out
  text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();

/** At most so many columns. */
export const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

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

/** Rows as columns; the last is as wide as what is left of 80. */
export function columns(rows: readonly string[][], most: readonly number[]): string {
  const widths = most.map((limit, i) =>
    Math.min(limit, Math.max(...rows.map((row) => (row[i] ?? '').length))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => cut(cell, widths[i] as number).padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
