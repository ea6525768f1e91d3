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

const graphemes = new Intl.Segmenter();
/** Each sign a column of its own; segmenting takes long. */
const narrow = /^[\x20-\u02ff\u2010-\u2027]*$/;
const parts = (text: string): string[] =>
  narrow.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment);

/** What a terminal gives two columns: east Asian signs, their full-width forms, and emoji. */
const wide =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3001-\u303e\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\p{Emoji_Presentation}]|\ufe0f/u;
const half = /^[\u{ff61}-\u{ffdc}]/u;

const columnsOf = (part: string): number => (wide.test(part) && !half.test(part) ? 2 : 1);

/** The columns a text takes. */
export const widthOf = (text: string): number =>
  narrow.test(text) ? text.length : parts(text).reduce((sum, part) => sum + columnsOf(part), 0);

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** At most so many columns. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let out = '';
  let left = width - 1;
  for (const part of parts(text)) {
    left -= columnsOf(part);
    if (left < 0) break;
    out += part;
  }
  return `${out}…`;
}

/** Breaks a text behind a label into lines of 80 columns, the further ones below its beginning. */
export function wrap(label: string, text: string): string {
  const indent = ' '.repeat(label.length);
  const lines = [label];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last === label || last === indent) lines[lines.length - 1] = last + word;
    else if (widthOf(last) + 1 + widthOf(word) <= 80) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/** Rows as columns, the widest cut until a line fits. */
export function columns(rows: readonly string[][], width = 80): string {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.min(width, Math.max(...rows.map((row) => widthOf(row[i] ?? '')))),
  );
  const gaps = 2 * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, gaps) > width) {
    const widest = Math.max(...widths);
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => padded(cut(cell, widths[i] as number), widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
