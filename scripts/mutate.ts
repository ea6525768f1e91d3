/**
 * Breaks every row of every adapter, one at a time, and demands that conformance notices.
 * `npm run mutate -- VENDOR` keeps to one.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { adapters } from '../src/adapters/index.ts';
import { copies, type Mutant, mutants } from '../test/conformance/mutants.ts';
import { conform, suites } from '../test/conformance.ts';
import { largeYoungHeap } from '../test/runner/young-heap.ts';

interface Score {
  mutants: number;
  survivors: string[];
}

/** Failures of the unbroken adapters, which do not count as noticing a mutant. */
const before = new Set(conform(copies(adapters)));

/** Tells whether any suite notices a mutant. The suite that noticed the last one is asked first: it often notices neighbours as well. */
function killed({ vendor, makeAdapter }: Mutant): boolean {
  const broken = { ...adapters, [vendor]: makeAdapter() };
  const at = suites.findIndex((suite) => {
    try {
      for (const failure of suite(broken, vendor)) if (!before.has(failure)) return true;
      return false;
    } catch {
      return true; // broken beyond reading
    }
  });
  if (at > 0) suites.unshift(...suites.splice(at, 1));
  return at >= 0;
}

function shard(index: number, of: number, only?: string): Score {
  const score: Score = { mutants: 0, survivors: [] };
  let turn = 0;
  for (const mutant of mutants(adapters)) {
    if ((only && mutant.vendor !== only) || turn++ % of !== index) continue;
    score.mutants++;
    if (!killed(mutant)) score.survivors.push(mutant.name);
  }
  return score;
}

const run = (index: number, of: number, only: string): Promise<Score> =>
  new Promise((done, fail) => {
    const child = fork(fileURLToPath(import.meta.url), [String(index), String(of), only], {
      execArgv: [...process.execArgv, largeYoungHeap],
    });
    child.once('message', (score) => done(score as Score));
    child.once('exit', (code) => code && fail(new Error(`a worker ended with exit code ${code}`)));
  });

async function main(only = ''): Promise<void> {
  const of = Math.min(availableParallelism(), 4);
  const scores = await Promise.all(Array.from({ length: of }, (_, index) => run(index, of, only)));
  const total = scores.reduce((sum, score) => sum + score.mutants, 0);
  const survivors = scores.flatMap((score) => score.survivors).sort();
  const rate = ((100 * (total - survivors.length)) / total).toFixed(1);
  console.log(`mutants: ${total}, killed: ${total - survivors.length} (${rate} %)`);
  for (const name of survivors) console.log(`survived: ${name}`);
  for (const failure of before) console.log(`fails unbroken: ${failure.split('\n')[0]}`);
  if (survivors.length || before.size) process.exitCode = 1;
}

const [first, of, only] = process.argv.slice(2);
if (of === undefined) await main(first);
else process.send?.(shard(Number(first), Number(of), only));
