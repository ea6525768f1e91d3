/** The limits of the bench, and the block of `docs/speed.md` that shows the results. */
import { cpus } from 'node:os';

/**
 * Limits by name. `most`: the greatest ratio that is allowed; absent where the figure only informs.
 * `against`: what the ratio is to.
 */
export const gates = {
  'call of 1 KB': { most: 1.15, against: 'R of the floor script' },
  'call of 100 KB': { most: 1.2, against: 'R of the floor script' },
  'call of 5 MB': { most: 2.8, against: 'R of the floor script' },
  'vendored runner, 1 KB': { against: 'R of the floor script' },
  'hook in TypeScript, 1 KB': { most: 0.3, against: '`node -e 0` beyond a guard without us' },
  'start of core and two dialects': { most: 1.15, against: 'an empty file' },
  'import of core and two dialects': { most: 1.25, against: 'empty modules of a package' },
  'import of anyhook': { against: 'an empty module of a package' },
  'memory at 1 KB': { most: 1.2, against: 'bare Node' },
  library: { most: 3, against: '`JSON.parse` and `JSON.stringify`' },
  'read and say': { most: 5, against: '`JSON.parse` and `JSON.stringify`' },
  'convert 1,000 hooks': { most: 9, against: 'converting one' },
};

/** Tells whether a figure is within its limit, rounded to two digits as it is printed. */
export const holds = ({ name, value }) =>
  gates[name].most === undefined || Number(value.toFixed(2)) <= gates[name].most;

const row = (cells) => `| ${cells.join(' | ')} |`;

/** Returns the table of results for `docs/speed.md`. */
export function table(measured) {
  const rows = measured.map(({ name, value, note }) => {
    const { most, against } = gates[name];
    const gate = most ? `≤ ${most}${holds({ name, value }) ? '' : ', **not held**'}` : 'none';
    return row([name, `${value.toFixed(2)} × ${against}`, gate, note]);
  });
  const where = `Node ${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}`;
  const head = [row(['measure', 'ratio', 'gate', 'medians']), row(['---', '---', '---', '---'])];
  return [...head, ...rows, '', `${where}, ${new Date().toISOString().slice(0, 10)}.`].join('\n');
}

const marks = ['<!-- bench -->\n', '<!-- /bench -->'];

/** Returns a text with another block between its marks. */
export function withBlock(page, block) {
  const [from, to] = marks.map((mark) => page.indexOf(mark));
  if (from < 0 || to < from) throw new Error('docs/speed.md has no place for the bench');
  return `${page.slice(0, from + marks[0].length)}${block}\n${page.slice(to)}`;
}
