import { beforeAll, describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import type { Adapter, Finished } from '../../src/mapping/adapter.ts';
import { changeEvents, makeBindings } from '../../src/mapping/define.ts';
import { vendors } from '../conformance/fixtures.ts';
import type { FinishedCommand } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { answerHook, listCases, type MatrixCase } from './cases.ts';
import { Walk } from './matrix.ts';
import { reasons } from './reasons.ts';
import { playWalks, type Walked } from './walks.ts';

const outOfTime: FinishedCommand = {
  code: null,
  signal: 'SIGTERM',
  timedOut: true,
  stdout: '',
  stderr: '',
};

describe('the matrix of hosts and dialects', () => {
  let walks: ReadonlyMap<string, Walked>;
  beforeAll(async () => {
    walks = await playWalks(['several', 'parts', ...vendors, 'turns']);
  });
  const walked = (name: string): Walked => {
    const one = walks.get(name);
    if (!one) throw new Error(`nothing walked ${name}`);
    return one;
  };

  test.each(
    vendors,
  )('has no cell where %s as the host reads a weaker verdict than the agent of the hook', (host) => {
    expect(walked(host).weaker).toEqual([]);
    expect(walked(host).count).toBeGreaterThan(50_000);
  });

  test('has no cell where several hooks on one event are weaker together than with their own agent', () => {
    expect(walked('several').weaker).toEqual([]);
    expect(walked('several').count).toBeGreaterThan(100_000);
  });

  test('has no cell where a host’s order of several hooks is weaker than the order of their own agent', () => {
    expect(walked('turns').weaker).toEqual([]);
    expect(walked('turns').count).toBeGreaterThan(1000);
  });

  test('has no cell where a call that a hook is shown in several payloads is judged weaker', () => {
    expect(walked('parts').weaker).toEqual([]);
    expect(walked('parts').calls).toBeGreaterThan(20);
    expect(walked('parts').count).toBeGreaterThan(5000);
  });

  test('has a cell for every reason in the list of reasons', () => {
    const used = new Set([...walks.values()].flatMap((walk) => walk.used));
    expect(reasons.filter((_, i) => !used.has(i)).map(({ why }) => why)).toEqual([]);
  });

  test('has a cell of every host and of every dialect that a reason names', () => {
    const missing = reasons.flatMap(({ hosts = [], dialects = [], where }, i) => {
      const met = vendors.filter((host) => walked(host).used.includes(i));
      const heard = vendors.flatMap((host) => walked(host).dialects?.[i] ?? []);
      return [
        ...hosts.filter((host) => !met.includes(host)).map((host) => `${where}: host ${host}`),
        ...dialects.filter((id) => !heard.includes(id)).map((id) => `${where}: hooks of ${id}`),
      ];
    });
    expect(missing).toEqual([]);
  });
});

test.each(
  vendors,
)('a %s hook that runs out of time refuses, or does what its agent does if --timeout set the limit', (name) => {
  const dialect = name as Vendor;
  for (const host of ['gemini', 'cursor'].filter((one) => one !== dialect) as Vendor[]) {
    const at = [...listCases(host)].find(
      (one) => one.dialect === dialect && one.event === 'before-tool',
    );
    const { run, told, fired, native } = at as MatrixCase;
    const verdict = (timeout?: number) => {
      const flags = { ...run.flags, ...(timeout && { timeout }) };
      return oracles[host](
        fired,
        answerHook({ ...run, flags }, told, outOfTime as Finished),
        'host',
      ).verdict;
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

describe('a matrix with a broken adapter', () => {
  test.each([
    ['an exit code of 2 that the adapter does not read', 'cursor', { readFinished: () => ({}) }],
    [
      'a deny that the adapter does not read',
      'gemini',
      {
        bindings: makeBindings(
          changeEvents(adapters.gemini.bindings, (one) => {
            const { decision: _, ...outcome } = one.outcome;
            return { ...one, outcome };
          }),
        ),
      },
    ],
  ] as const)('has weaker cells because of %s', (_, id, change) => {
    expect(new Walk().run('terminai', broken(id, change), 97).weaker).not.toEqual([]);
  });
});
