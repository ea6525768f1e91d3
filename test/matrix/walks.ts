/** The walks through the whole matrix, in two processes beside this one. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { largeYoungHeap } from '../runner/young-heap.ts';

/** The results of a walk. */
export interface Walked {
  /** Descriptions of the first weaker cells. */
  weaker: string[];
  /** How many cells there are; of turns, how many in which the order mattered. */
  count: number;
  /** The reasons of cells, as indexes into the list of reasons. */
  used: number[];
  /** The dialects of the cells of each reason, by its index, in the walk through the cells of one host. */
  dialects?: Record<number, string[]>;
  /** The number of calls, in the walk through calls for which a hook is started several times. */
  calls?: number;
}

const script = join(import.meta.dirname, 'walk-process.ts');
const processes = 2;

/** Plays walks in one process, one after the other, until none is left. */
async function walkAll(child: ChildProcess, left: string[], found: Map<string, Walked>) {
  const ended = once(child, 'exit').then(([code]) => [{ error: `its process ended: ${code}` }]);
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    child.send(name);
    const [said] = (await Promise.race([once(child, 'message'), ended])) as [
      Walked & { error?: string },
    ];
    if (said.error !== undefined) throw new Error(`the walk ${name} failed: ${said.error}`);
    found.set(name, said);
  }
}

/** Plays walks: `several`, `turns`, `parts`, or all cells of a host, by its name. */
export async function playWalks(names: readonly string[]): Promise<Map<string, Walked>> {
  const found = new Map<string, Walked>();
  const left = [...names];
  const children = Array.from({ length: processes }, () =>
    fork(script, { execArgv: ['--import', 'tsx', largeYoungHeap] }),
  );
  try {
    await Promise.all(children.map((child) => walkAll(child, left, found)));
  } finally {
    for (const child of children) child.kill();
  }
  return found;
}
