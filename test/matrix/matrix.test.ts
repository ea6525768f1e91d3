import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Adapter, Finished } from '../../src/mapping/adapter.ts';
import { bindingsOf, changed } from '../../src/mapping/define.ts';
import { equal } from '../../src/util/equal.ts';
import { vendors } from '../conformance/fixtures.ts';
import type { Ran } from '../oracles/heard.ts';
import { oracles } from '../oracles/index.ts';
import { pinned, realGemini } from '../oracles/real-gemini.ts';
import { type Asked, type Matrix, Walk } from './matrix.ts';
import { walkParts } from './parts.ts';
import { concluded, type Place, places } from './places.ts';
import { reasons } from './reasons.ts';
import { walkSeveral } from './several.ts';
import { walkTurns } from './turns.ts';

/** All of it in CI, and by `npm run matrix`; else every so many cells. */
const whole = Boolean(process.env.CI);
const every = whole ? 1 : 140;
const real = realGemini(pinned);
const walks: Matrix[] = [];
const asked: Asked = new Map();
const outOfTime: Ran = { code: null, signal: 'SIGTERM', timedOut: true, stdout: '', stderr: '' };

describe('never weaker', () => {
  test.each(vendors)('%s as the host of every dialect', (host) => {
    const walk = new Walk().run(host, undefined, every);
    walks.push(walk);
    for (const [key, one] of walk.asked) asked.set(key, one);
    expect(walk.weaker.slice(0, 20)).toEqual([]);
    expect(walk.cells * every).toBeGreaterThan(50_000);
  });

  test.runIf(whole)('several hooks on one event', () => {
    const several = walkSeveral();
    walks.push(several);
    for (const [key, one] of several.asked) asked.set(key, one);
    expect(several.weaker.slice(0, 20)).toEqual([]);
  });

  test('the order of several hooks', () => {
    const walk = walkTurns(whole ? 1 : 7);
    expect(walk.weaker.slice(0, 20)).toEqual([]);
    expect(walk.mattered * (whole ? 1 : 7)).toBeGreaterThan(1000);
  });

  test('calls that are told in several ways', () => {
    const parts = walkParts(every);
    walks.push(parts);
    expect(parts.weaker.slice(0, 20)).toEqual([]);
    expect(parts.calls).toBeGreaterThan(20);
    expect(parts.cells * every).toBeGreaterThan(5000);
  });

  test.runIf(whole)('every reason on the list is some cell’s', () => {
    const used = new Set(walks.flatMap((walk) => [...walk.used.keys()]));
    expect(reasons.filter((one) => !used.has(one)).map(({ why }) => why)).toEqual([]);
  });

  test.runIf(real.installed)('the real client agrees on all of it', async () => {
    expect(asked.size * every).toBeGreaterThan(10_000);
    const other: unknown[] = [];
    await real.playing(async () => {
      for (const { event, ran, heard } of asked.values()) {
        const said = await real.heard(event, ran);
        if (!equal(said, heard))
          other.push({ event, ran: JSON.stringify(ran).slice(0, 300), said, heard });
      }
    });
    expect(other.slice(0, 5)).toEqual([]);
  });
});

test.each(
  vendors,
)('a time limit that is not %s’s own refuses; one the person set does as its agent', (name) => {
  const dialect = name as Vendor;
  for (const host of ['gemini', 'cursor'].filter((one) => one !== dialect) as Vendor[]) {
    const at = [...places(host)].find(
      (one) => one.dialect === dialect && one.event === 'before-tool',
    );
    const { run, told, fired, native } = at as Place;
    const verdict = (timeout?: number) => {
      const flags = { ...run.flags, ...(timeout && { timeout }) };
      return oracles[host](fired, concluded({ ...run, flags }, told, outOfTime as Finished), 'host')
        .verdict;
    };
    expect(verdict()).toBe('deny');
    expect(verdict(5000)).toBe(oracles[dialect](native, outOfTime, 'native').verdict);
  }
});

/** Adapters of which one does something wrong. */
const broken = (id: keyof typeof adapters, change: Partial<Adapter>): Record<string, Adapter> => ({
  ...adapters,
  [id]: Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(adapters[id]),
      ...Object.getOwnPropertyDescriptors(change),
    },
  ) as Adapter,
});

describe('what is broken is found out', () => {
  test.each([
    ['an exit code of 2 that is not heard', 'cursor', { reads: () => ({}) }],
    [
      'a deny read as nothing',
      'gemini',
      {
        bindings: bindingsOf(
          changed(adapters.gemini.bindings, (one) => {
            const { decision: _, ...outcome } = one.outcome;
            return { ...one, outcome };
          }),
        ),
      },
    ],
  ] as const)('%s', (_, id, change) => {
    expect(new Walk().run('terminai', broken(id, change), whole ? 5 : 20).weaker).not.toEqual([]);
  });
});
