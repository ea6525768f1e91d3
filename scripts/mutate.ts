/**
 * Breaks every row of every adapter, one at a time, and demands that the conformance suites notice each.
 * `npm run mutate -- VENDOR` does so for one vendor.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { adapters } from '../src/adapters/index.ts';
import { copies, type Mutant, mutants } from '../test/conformance/mutants.ts';
import { conform, suites } from '../test/conformance.ts';
import { largeYoungHeap } from '../test/runner/young-heap.ts';

/** How many mutants were tried, and the names of those that no suite noticed. */
interface Score {
  mutants: number;
  survivors: string[];
}

/** Failures that the adapters have without a mutation. They do not count as noticing a mutant. */
const usualFailures = new Set(conform(copies(adapters)));

/**
 * Tells whether any suite notices a mutant. The suite that noticed it is moved to the front, since it often notices
 * the next mutant as well.
 */
function isNoticed({ vendor, makeAdapter }: Mutant): boolean {
  const broken = { ...adapters, [vendor]: makeAdapter() };
  const index = suites.findIndex((suite) => {
    try {
      for (const failure of suite(broken, vendor)) if (!usualFailures.has(failure)) return true;
      return false;
    } catch {
      return true; // the adapter is so broken that the suite throws
    }
  });
  if (index > 0) suites.unshift(...suites.splice(index, 1));
  return index >= 0;
}

/** Tries every `count`-th mutant, from number `index` on, of one vendor or of all. */
function tryMutants(index: number, count: number, vendor?: string): Score {
  const score: Score = { mutants: 0, survivors: [] };
  let number = 0;
  for (const mutant of mutants(adapters)) {
    if ((vendor && mutant.vendor !== vendor) || number++ % count !== index) continue;
    score.mutants++;
    if (!isNoticed(mutant)) score.survivors.push(mutant.name);
  }
  return score;
}

/** Calls {@link tryMutants} in a process of its own. */
const tryMutantsInProcess = (index: number, count: number, vendor: string): Promise<Score> =>
  new Promise((done, fail) => {
    const child = fork(fileURLToPath(import.meta.url), [String(index), String(count), vendor], {
      execArgv: [...process.execArgv, largeYoungHeap],
    });
    child.once('message', (score) => done(score as Score));
    child.once('exit', (code) => code && fail(new Error(`a worker ended with exit code ${code}`)));
  });

async function main(vendor = ''): Promise<void> {
  const count = Math.min(availableParallelism(), 4);
  const scores = await Promise.all(
    Array.from({ length: count }, (_, index) => tryMutantsInProcess(index, count, vendor)),
  );
  const total = scores.reduce((sum, score) => sum + score.mutants, 0);
  const survivors = scores.flatMap((score) => score.survivors).sort();
  const rate = ((100 * (total - survivors.length)) / total).toFixed(1);
  console.log(`mutants: ${total}, killed: ${total - survivors.length} (${rate} %)`);
  for (const name of survivors) console.log(`survived: ${name}`);
  for (const failure of usualFailures) console.log(`fails unbroken: ${failure.split('\n')[0]}`);
  if (survivors.length || usualFailures.size) process.exitCode = 1;
}

// Started by a person: [VENDOR]. Started by this script: INDEX COUNT VENDOR.
const [first, count, vendor] = process.argv.slice(2);
if (count === undefined) await main(first);
else process.send?.(tryMutants(Number(first), Number(count), vendor));
