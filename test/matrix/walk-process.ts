/** A process of its own for walks through the matrix; `walks.ts` starts it, and sends it one at a time. */
import { Shared, Walk } from './matrix.ts';
import { walkParts } from './parts.ts';
import { type Reason, reasons } from './reasons.ts';
import { walkSeveral } from './several.ts';
import { walkTurns } from './turns.ts';
import type { Walked } from './walks.ts';

const whys = (used: ReadonlyMap<Reason, number>): number[] =>
  [...used.keys()].map((one) => reasons.indexOf(one));

const shared = new Shared();

function walk(name: string): Walked {
  if (name === 'turns') {
    const { weaker, mattered } = walkTurns();
    return { weaker, count: mattered, used: [] };
  }
  if (name === 'parts') {
    const { weaker, cells, used, calls } = walkParts();
    return { weaker, count: cells, used: whys(used), calls };
  }
  if (name === 'several') {
    const { weaker, cells, used } = walkSeveral();
    return { weaker, count: cells, used: whys(used) };
  }
  const { weaker, cells, used, dialects } = new Walk(shared).run(name);
  const listed = [...dialects].map(([reason, ids]) => [reasons.indexOf(reason), [...ids]]);
  return { weaker, count: cells, used: whys(used), dialects: Object.fromEntries(listed) };
}

process.on('message', (name: string) => {
  try {
    const walked = walk(name);
    process.send?.({ ...walked, weaker: walked.weaker.slice(0, 20) });
  } catch (error) {
    process.send?.({ error: String(error instanceof Error ? error.stack : error) });
  }
});
