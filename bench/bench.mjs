// Measures the time of the shim, the library and the command line, as ratios within one run: absolute times differ by half
// between machines. R = (a run − the hook run directly) / `node -e 0`.
// --all: under Node 20, 24 and 26 in place of this one; --only NAME: rows whose names contain a text; --quick: a look;
// --write: into docs/speed.md and README.md. Ends with 1 where a gate does not hold.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installNode } from '../test/runtimes/install.mjs';
import { playUntilSure } from './measure.mjs';
import { plays } from './plays.mjs';
import {
  blockOf,
  cellOf,
  holds,
  majors,
  mostOf,
  readmeLines,
  replaceCells,
  rows,
  withBlock,
} from './report.mjs';

const { values: flags } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    results: { type: 'string' }, // the file for what a child measured
  },
});
const ownMajor = Number.parseInt(process.versions.node, 10);

const describe = (one) => `${one.name}: ${cellOf(one, ownMajor)}; ${one.medians}`;
const describeMachine = () =>
  `${process.version}, ${cpus().length} × ${cpus()[0].model.trim()}, ${new Date().toISOString().slice(0, 10)}`;

/** Plays the rows under this Node, and prints each as soon as it is there. */
async function playHere() {
  const measured = [];
  const gateOf = ({ name }) => mostOf(name, ownMajor);
  const all = plays.flatMap((one) => one.names);
  if (`${all}` !== `${Object.keys(rows)}`) throw new Error('plays and rows are not the same list');
  for (const { names, rounds, play } of plays) {
    if (!names.some((name) => name.includes(flags.only))) continue;
    const count = flags.quick ? Math.max(3, Math.ceil(rounds / 8)) : rounds;
    const playNow = (now) => {
      if (now > count) console.log(`played again with ${now} rounds, near its gate:`);
      return play(now);
    };
    const results = await (flags.quick ? play(count) : playUntilSure(playNow, count, gateOf));
    for (const one of results.filter(({ name }) => name.includes(flags.only))) {
      console.log(describe(one));
      measured.push(one);
    }
  }
  return { major: ownMajor, where: describeMachine(), measured };
}

/** Plays the rows under another Node, which is the first in PATH of all that it starts. */
function playUnder(node) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  const file = join(folder, 'results.json');
  const words = [import.meta.filename, '--results', file, '--only', flags.only];
  try {
    const { status } = spawnSync(node, [...words, ...(flags.quick ? ['--quick'] : [])], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) throw new Error(`the bench under ${node} ended with ${status}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes what one Node measured into the page, and what all have measured into the README. */
function writePages(played) {
  const [page, readme] = ['docs/speed.md', 'README.md'].map((one) =>
    join(import.meta.dirname, '..', one),
  );
  const before = readFileSync(page, 'utf8');
  const block = played.reduce(
    (text, { major, measured, where }) => replaceCells(text, major, measured, where),
    blockOf(before, 'bench'),
  );
  writeFileSync(page, withBlock(before, 'bench', block));
  writeFileSync(readme, withBlock(readFileSync(readme, 'utf8'), 'speed', readmeLines(block)));
}

if (!Object.keys(rows).some((name) => name.includes(flags.only))) {
  console.error(`No row has ${flags.only} in its name. The rows are:`);
  for (const name of Object.keys(rows)) console.error(`  ${name}`);
  process.exitCode = 2;
} else if (flags.results) {
  writeFileSync(flags.results, JSON.stringify(await playHere()));
} else {
  const played = [];
  for (const major of flags.all ? majors : [ownMajor]) {
    console.log(`Node ${major}`);
    played.push(major === ownMajor ? await playHere() : playUnder(installNode(major)));
  }
  const over = played.flatMap(({ major, measured }) =>
    measured.filter((one) => !holds(one, major)).map((one) => ({ major, ...one })),
  );
  for (const { major, name, value } of over)
    console.log(
      `over its gate on Node ${major}: ${name}, ${value.toFixed(3)} > ${mostOf(name, major)}`,
    );
  if (flags.write) writePages(played);
  if (over.length && !flags.quick) process.exitCode = 1;
}
