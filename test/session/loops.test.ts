import { describe, expect, test } from 'vitest';
import { planHooks } from '../../src/convert/plan-hooks.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { contracts } from '../conformance/fixtures.ts';
import { eventAt } from '../facts.ts';
import { hasTable, isWide } from '../wide.ts';
import {
  type Dialect,
  dialects,
  goesOn,
  goOn,
  type HostName,
  hosts,
  line,
  talk,
  toldOf,
} from './hosts.ts';
import { fire } from './place.ts';

interface Way {
  /** An entry notes prompts. */
  notes: boolean;
  /** A tool runs in every turn. */
  tools: boolean;
  /** Cursor tells its turns apart. */
  ids: boolean;
  flags: readonly string[];
}

/** One conversation, to its end or to `most` follow-ups. */
async function converse(
  host: HostName,
  dialect: Dialect,
  way: Way,
  hook: (told: unknown) => boolean,
  most: number,
) {
  const one = talk(host, 's', '/p', way.ids);
  const told: unknown[] = [];
  const note = async (payload: object) => {
    if (way.notes) await fire({ ...payload }, line(host, dialect, 'prompt').slice(0, 4));
  };
  let turns = 0;
  return {
    told,
    async prompt(text: string): Promise<number> {
      await note(one.person(text));
      for (let asked = 0; ; asked++) {
        if (way.tools) {
          one.after('ls');
          const again = one.again();
          if (again) await note(again);
        }
        const response = one.response(`Answer ${turns++}.`);
        if (response && way.notes) await fire(response, ['--host', host, '--as', dialect]);
        const said = await fire(
          one.stop(),
          [...line(host, dialect, 'stop'), ...way.flags],
          'asks',
          (payload) => {
            const count = toldOf(dialect, payload);
            told.push(count);
            return hook(count) ? goOn(dialect, 'Again.') : {};
          },
        );
        expect(said.code, said.stderr).toBe(0);
        const next = goesOn(host, said.stdout);
        if (next === undefined || asked >= most) return asked;
        await note(one.followUp(next));
      }
    },
  };
}

const yes = [false, true];
const ways = yes.flatMap((ids) =>
  yes.flatMap((notes) => yes.map((tools) => ({ notes, tools, ids, flags: [] }))),
);
/** Each way of every host, with every dialect in turn, or with all of them. */
const cells = hosts.flatMap((host) =>
  dialects.flatMap((dialect, turn) =>
    ways
      .filter(({ ids }) => host === 'cursor' || ids)
      .filter((_, i) => isWide || (i + turn) % 4 === 0)
      .map((way) => ({ host, dialect, way })),
  ),
);
const name = ({ host, dialect, way: { notes, tools, ids } }: (typeof cells)[number]) =>
  [`${host} <- ${dialect}`, notes && 'prompts noted', tools && 'tools', !ids && 'no turn ids']
    .filter(Boolean)
    .join(', ');
const named = cells.map((cell) => [name(cell), cell] as const);
/** Follow-ups that a dialect's own agent allows, as its fixtures say; null: it counts none. */
const limitOf = (dialect: Dialect): number | null => {
  const { loopLimit } = (contracts[dialect] as (typeof contracts)[string]).runtime;
  if (loopLimit === undefined) throw new Error(`fixtures/${dialect}/contract.json: no loopLimit`);
  return loopLimit as number | null;
};

describe('a stop hook that always asks to go on', () => {
  const always = () => true;
  // Cursor ends loops by itself; what a dialect passes through is its own.
  const limited = named.filter(([, { host }]) => host !== 'cursor');

  test.each(limited)(
    'is ended by the limit of its dialect, which starts anew with each prompt (%s)',
    hasTable,
    async (_, cell) => {
      const { host, dialect, way } = cell;
      const one = await converse(host, dialect, way, always, 8);
      const limit = limitOf(dialect) ?? 8;
      expect(await one.prompt('Go.')).toBe(limit);
      // Of a stop for each tool's result, nobody knows whose prompt it was.
      const anew = host === 'terminai' && way.tools && !way.notes ? 0 : limit;
      if (limitOf(dialect) !== null) expect(await one.prompt('Other.')).toBe(anew);
      if (way.notes) expect(await one.prompt('Other.')).toBe(limit); // the same words
    },
  );

  test.each(limited)(
    'is ended by the --loop-limit of its line (%s)',
    hasTable,
    async (_, { host, dialect, way }) => {
      for (const limit of [0, 1, 3]) {
        const flags = ['--loop-limit', `${limit}`, '--name', `${limit}`];
        const one = await converse(host, dialect, { ...way, flags }, always, 8);
        expect(await one.prompt(`Go ${limit}.`)).toBe(limit);
      }
    },
  );
});

describe('a stop hook in entries that conversion wrote', () => {
  const counted = hosts.filter((host) => host !== 'cursor');
  const cells = counted.flatMap((host) =>
    (['cursor', 'anyhook'] as const).map((one) => [host, one] as const),
  );
  test.each(
    cells,
  )('is granted its full limit for each prompt anew (%s <- %s)', async (host, dialect) => {
    const hook = { speaks: dialect, event: eventAt(dialect, 'stop'), command: 'x' };
    const placed = { hook, event: hook.event, index: 0, wrapped: false };
    const { entries: written } = planHooks(adapterOf(host), [placed], { launcher: 'x' });
    const prompt = eventAt(host, 'prompt');
    const notes = written.some(({ event, kind }) => kind === 'memory' && event === prompt);
    for (const tools of yes) {
      const flags = ['--name', `${tools}`];
      const way = { notes, tools, ids: true, flags };
      const one = await converse(host, dialect, way, () => true, 8);
      for (const words of ['Go.', 'Other.', 'Other.']) {
        expect(await one.prompt(words), `${words} ${tools}`).toBe(limitOf(dialect));
      }
    }
  });
});

describe('a stop hook that counts its follow-ups', () => {
  test.each(named)(
    'is given the count so far, or whether there was one, with the default limit and with none (%s)',
    hasTable,
    async (_, { host, dialect, way }) => {
      for (const flags of [[], ['--loop-limit', 'none']]) {
        const same = host === dialect;
        const counts = dialect === 'cursor' || dialect === 'anyhook';
        let asked = 0;
        const one = await converse(
          host,
          dialect,
          { ...way, flags: [...flags, '--name', `count ${flags}`] },
          (told) => (counts ? (told as number) < 3 : asked++ < 3),
          8,
        );
        expect(await one.prompt(`Go ${flags}.`)).toBe(3);
        const told = counts ? [0, 1, 2, 3] : [false, true, true, true];
        if (!same || counts) expect(one.told).toEqual(told);
      }
    },
  );
});

describe('stop hooks that run at the same time', () => {
  test.each([
    1, 3,
  ])('are together granted as many follow-ups as their limit of %s, and no more', async (limit) => {
    for (const host of ['gemini', 'terminai'] as const) {
      for (const dialect of dialects) {
        const one = talk(host, `${host} ${dialect}`);
        one.person('Go.');
        one.response('Done.');
        const asks = ['--loop-limit', `${limit}`];
        const run = () =>
          fire(one.stop(), [...line(host, dialect, 'stop'), ...asks], 'asks', () =>
            goOn(dialect, 'Again.'),
          );
        const all = await Promise.all(Array.from({ length: 5 }, run));
        const asked = all.filter(({ stdout }) => goesOn(host, stdout) !== undefined);
        expect(asked, `${host} <- ${dialect}`).toHaveLength(limit);
      }
    }
  });
});
