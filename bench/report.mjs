/** The gates of the bench, the block of `docs/speed.md` that shows the results, and the lines of the README. */

const floor = 'R of the floor script';
const node = '`node -e 0`';
const byHand = `${node}, beyond the hook`;
const json = '`JSON.parse` and `JSON.stringify`';

/**
 * Rows by name. `most`: the greatest ratio that is allowed, for each major version of Node where they differ; absent where
 * the figure only informs. `against`: what the ratio is to.
 */
export const rows = {
  'global install, 1 KB': { most: { 20: 1.3, 24: 1.35, 26: 1.4 }, against: floor },
  'global install, 100 KB': { most: { 20: 1.4, 26: 1.5 }, against: floor },
  'global install, 5 MB': { most: 2.8, against: floor },
  'line of a project, 1 KB': { most: { 20: 1.35, 24: 1.4, 26: 1.45 }, against: floor },
  'three hooks on one event': { most: { 20: 1.45, 26: 1.5 }, against: `${floor} with one hook` },
  'hook in TypeScript, 1 KB': {
    most: { 20: 0.3, 24: 0.35, 26: 0.4 },
    against: `${node}, beyond a guard without us`,
  },
  'a call in a plugin, 1 KB': { most: 0.15, against: byHand },
  '`anyhook --help`': { most: 1.4, against: node },
  '`anyhook --version`': { most: 1.4, against: node },
  'a command that is unknown': { most: 1.4, against: node },
  'convert one hook': { most: 4, against: node },
  'convert 1,000 hooks': { most: { 20: 38, 24: 22, 26: 20 }, against: node },
  'line with `NODE_EXTRA_CA_CERTS`': { most: 1.05, against: 'the line without it' },
  'Node with `NODE_EXTRA_CA_CERTS`': { against: node },
  'by hand: python3': { against: byHand },
  'by hand: bash and jq': { against: byHand },
  'by hand: Node': { against: byHand },
  'the line of a project beside them': { against: byHand },
  'start of core and two dialects': { most: 1.2, against: 'an empty file' },
  'import of core and two dialects': { most: 1.25, against: 'empty modules of a package' },
  'import of anyhook': { against: 'an empty module of a package' },
  'memory at 1 KB': { most: { 20: 1.2, 24: 1.25 }, against: 'bare Node' },
  library: { most: { 20: 3.5, 24: 5, 26: 7.5 }, against: json },
  'read and say': { most: { 20: 5, 24: 6.5, 26: 8.5 }, against: json },
};

/** The major versions of Node that are played. */
export const majors = [20, 24, 26];

/** Returns the gate of a row. A Node between two that have one is held to the gate of the older. */
export function mostOf(name, major) {
  const { most } = rows[name];
  if (typeof most !== 'object') return most;
  const stated = Object.keys(most).filter((one) => one <= major);
  return most[stated.at(-1) ?? Object.keys(most)[0]];
}

const shown = (value) => value.toFixed(2);

/** Tells whether a figure is within its limit, rounded to two digits as it is printed. */
export const holds = ({ name, value }, major) =>
  Number(shown(value)) <= (mostOf(name, major) ?? Number.POSITIVE_INFINITY);

/** Returns what the table says of a result. */
export function cellOf(one, major) {
  const most = mostOf(one.name, major);
  const figure = `${shown(one.value)} (${shown(one.low)}–${shown(one.high)})`;
  if (most === undefined) return figure;
  return `${figure}, gate ${most}: ${holds(one, major) ? 'held' : '**not held**'}`;
}

const notPlayed = '–';
const whereName = 'played on';
const rowOf = (cells) => `| ${cells.join(' | ')} |`;
const tableOf = (...lines) =>
  [lines[0], lines[0].map(() => '---'), ...lines.slice(1)].map(rowOf).join('\n');

/**
 * Reads the two tables of a block: ratios and medians, each by the name of the row and the major version. Cells that are
 * not there are not played.
 */
export function readBlock(block) {
  const [ratios = '', medians = ''] = block.trim().split(/\n\n+/);
  const read = (table) => {
    const [head = [], , ...lines] = table.split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const byName = {};
    for (const [name, ...cells] of lines)
      byName[name] = Object.fromEntries(
        majors.map((major) => [major, cells[head.indexOf(`Node ${major}`) - 1] ?? notPlayed]),
      );
    return byName;
  };
  return { ratios: read(ratios), medians: read(medians) };
}

/**
 * Returns a block in which the cells of the rows that one Node has played are replaced.
 *
 * @param where The version of Node, the machine and the day.
 */
export function replaceCells(block, major, measured, where) {
  const { ratios, medians } = readBlock(block);
  const ownMajor = majors.includes(major) ? major : undefined;
  const of = (table, name, cell) =>
    majors.map((one) => (one === ownMajor ? cell : undefined) ?? table[name]?.[one] ?? notPlayed);
  const names = Object.keys(rows);
  const found = (name) => measured.find((one) => one.name === name);
  const heads = majors.map((one) => `Node ${one}`);
  return [
    tableOf(
      ['measure', 'ratio to', ...heads],
      ...names.map((name) => {
        const one = found(name);
        return [name, rows[name].against, ...of(ratios, name, one && cellOf(one, major))];
      }),
    ),
    tableOf(
      ['medians in ms, if they have no unit', ...heads],
      ...names.map((name) => [name, ...of(medians, name, found(name)?.medians)]),
      [whereName, ...of(medians, whereName, where)],
    ),
  ].join('\n\n');
}

/** Says a list of numbers as a range. */
function rangeOf(numbers, digits) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map((one) =>
    one.toFixed(digits),
  );
  if (numbers.length === 0) return notPlayed;
  return low === high ? low : `${low} to ${high}`;
}

/** Returns what the tables of a block say over all Nodes that were played, each as a number or a range: `30 to 38`. */
export function readSpeed(block) {
  const { ratios, medians } = readBlock(block);
  const msOf = (name) =>
    Object.values(medians[name] ?? {})
      .filter((cell) => cell !== notPlayed)
      .map((cell) =>
        Object.fromEntries(
          [...cell.matchAll(/([a-z]+(?: [a-z]+)*) ([\d.]+)/g)].map(([, one, ms]) => [
            one,
            Number(ms),
          ]),
        ),
      );
  const ratioOf = (name, digits = 1) =>
    rangeOf(
      Object.values(ratios[name] ?? {})
        .map(Number.parseFloat)
        .filter((one) => !Number.isNaN(one)),
      digits,
    );
  const line = msOf('line of a project, 1 KB');
  const beyond = line.map(({ ours, hook }) => ours - hook);
  const starts = (list, of, hook) =>
    rangeOf(
      list.map((ms) => (ms[of] - ms[hook]) / ms.node),
      1,
    );
  const three = msOf('three hooks on one event');
  const seconds = (name) =>
    rangeOf(
      msOf(name).map(({ ours }) => ours / 1000),
      1,
    );
  return {
    callMs: rangeOf(beyond, 0),
    callStarts: starts(line, 'ours', 'hook'),
    floorStarts: starts(line, 'floor', 'hook'),
    pythonStarts: ratioOf('by hand: python3'),
    bashStarts: ratioOf('by hand: bash and jq'),
    nodeStarts: ratioOf('by hand: Node'),
    threeHooksStarts: starts(three, 'ours', 'hooks'),
    typeScriptStarts: ratioOf('hook in TypeScript, 1 KB', 2),
    convertOneSeconds: seconds('convert one hook'),
    convertThousandSeconds: seconds('convert 1,000 hooks'),
  };
}

/** Returns the lines of the README that say what the tables of a block say, over all Nodes that were played. */
export function readmeLines(block) {
  const speed = readSpeed(block);
  return [
    `A call costs ${speed.callMs} ms beyond the hook itself, which is ${speed.callStarts} starts of Node. A script that only starts the hook and passes its answer on costs ${speed.floorStarts}.`,
    `What people write by hand for one tool, without time limits or rules for failures, costs ${speed.pythonStarts} starts of Node in python3, ${speed.bashStarts} in bash with jq, and ${speed.nodeStarts} in Node.`,
    `Three hooks on one event cost ${speed.threeHooksStarts} starts of Node beyond the hooks.`,
    `A hook in TypeScript costs ${speed.typeScriptStarts} starts of Node beyond a guard that is written without anyhook.`,
    `\`anyhook convert\` takes ${speed.convertOneSeconds} s for one hook and ${speed.convertThousandSeconds} s for a thousand.`,
  ]
    .map((text) => `- ${wrapped(text)}`)
    .join('\n');
}

/** Breaks a text into lines that fit into 120 columns behind the mark of a list. */
const wrapped = (text) => text.replace(/(.{1,117})(?: |$)/g, '$1\n  ').trimEnd();

/** Returns the block of a page that stands between two comments of a name. */
export function blockOf(page, name) {
  const [from, to] = placeOf(page, name);
  return page.slice(from, to).trimEnd();
}

/** Returns a page with another block between its marks. */
export function withBlock(page, name, block) {
  const [from, to] = placeOf(page, name);
  return `${page.slice(0, from)}${block}\n${page.slice(to)}`;
}

function placeOf(page, name) {
  const mark = `<!-- ${name} -->\n`;
  const [from, to] = [page.indexOf(mark) + mark.length, page.indexOf(`<!-- /${name} -->`)];
  if (from < mark.length || to < from) throw new Error(`the page has no marks for ${name}`);
  return [from, to];
}
