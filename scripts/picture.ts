// Prints the picture of a terminal that the README shows: what `anyhook test` prints of two calls, with its colours.
// --write puts it into docs/images/test.svg. Needs dist/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Project } from './transcript.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = pathOf('docs/images/test.svg');
const columns = 80;
/** The agents whose settings the project has. */
const agents = ['claude', 'codex', 'gemini', 'opencode', 'pi', 'qwen'];
const commands = ["anyhook test 'rm -rf /'", "anyhook test 'npm test'"];

const hooks = `version: 1
hooks:
  - name: no-rm-rf
    on: before-tool
    tools: [shell]
    run: node hooks/guard.mjs
`;

/** Returns the guard that the README shows. */
function readGuard(): string {
  const readme = readFileSync(pathOf('README.md'), 'utf8');
  const [, text] = /<!-- script hooks\/guard\.mjs -->\n```js\n([\s\S]*?)```/.exec(readme) ?? [];
  if (text === undefined) throw new Error('the README shows no hooks/guard.mjs');
  return text;
}

/** Returns what a terminal shows of the commands, with escape sequences for colours. */
export function recordTerminal(): string {
  const project = new Project();
  try {
    project.write('hooks/guard.mjs', readGuard(), true);
    project.write('anyhook.yaml', hooks, false);
    project.run(`anyhook sync --to ${agents.join()}`);
    return commands.map((line) => `$ ${line}\n${project.run(line, true)}`).join('\n');
  } finally {
    project.remove();
  }
}

/** A part of a line in one style. */
interface Run {
  text: string;
  /** The column in which it begins. */
  column: number;
  colour: string;
  isBold: boolean;
}

const foreground = '#e6edf3';
const dimmed = '#9198a1';
/** The colours of the codes that `styleText` prints. Each has a contrast of at least 4.5 to the background. */
const colours: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#f2cc60',
  36: '#76e3ea',
};

/** What begins or ends a colour. */
const colourCode = /\p{Cc}\[(\d*)m/u;

/** Splits a line into its runs. Throws if it has an escape sequence that the picture could not show. */
export function readRuns(line: string): Run[] {
  const runs: Run[] = [];
  const style = { colour: '', isDim: false, isBold: false };
  let column = 0;
  for (const [at, part] of line.split(colourCode).entries()) {
    if (at % 2 === 0) {
      if (/\p{Cc}/u.test(part)) throw new Error(`the picture cannot show ${JSON.stringify(part)}`);
      const text = part.trim();
      const colour = style.colour || (style.isDim ? dimmed : foreground);
      const begins = column + part.length - part.trimStart().length;
      if (text) runs.push({ text, column: begins, colour, isBold: style.isBold });
      column += part.length;
    } else if (part === '1') style.isBold = true;
    else if (part === '2') style.isDim = true;
    else if (part === '22') Object.assign(style, { isDim: false, isBold: false });
    else if (part === '39') style.colour = '';
    else {
      const colour = colours[part];
      if (colour === undefined) throw new Error(`the picture has no colour for the code ${part}`);
      style.colour = colour;
    }
  }
  return runs;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const cell = { width: 8.4, height: 20 };
const margin = 20;
const bar = 36;
/** Says a number with one digit after the point at most. */
const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Returns the SVG of a terminal that shows a text with escape sequences. It has no part that is loaded from elsewhere. */
export function drawTerminal(text: string, title: string): string {
  const lines = text.trimEnd().split('\n');
  const plain = lines.map((line) => stripVTControlCharacters(line).trimEnd());
  const tooLong = plain.find((line) => line.length > columns);
  if (tooLong !== undefined) throw new Error(`a line is longer than the terminal: ${tooLong}`);
  const width = columns * cell.width + 2 * margin;
  const height = bar + lines.length * cell.height + margin;
  const drawn = lines.flatMap((line, row) =>
    readRuns(line).map(({ text, column, colour, isBold }) => {
      const place = `x="${short(margin + column * cell.width)}" y="${bar + (row + 0.7) * cell.height}"`;
      // The length keeps columns in line whatever font the reader has.
      const length = `textLength="${short(text.length * cell.width)}"`;
      const bold = isBold ? ' font-weight="700"' : '';
      return `<text ${place} ${length} fill="${colour}"${bold} xml:space="preserve">${escapeXml(text)}</text>`;
    }),
  );
  const dots = [0, 1, 2].map((at) => `<circle cx="${margin + 6 + at * 20}" cy="18" r="6"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml(plain.join('\n'))}</desc>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<g fill="#484f58">${dots.join('')}</g>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${drawn.join('\n')}
</g>
</svg>
`;
}

/** Returns the picture of the README. */
export const drawPicture = (): string =>
  drawTerminal(recordTerminal(), 'anyhook test asks a guard about two calls, as six agents would');

if (process.argv[1]?.endsWith('picture.ts')) {
  const picture = drawPicture();
  if (process.argv.includes('--write')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
  } else process.stdout.write(picture);
}
