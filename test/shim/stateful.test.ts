// A hook that remembers something between calls is started once for a call, under every host, as by
// its own agent: a second start for the same call takes a second approval, or opens a second dialog.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { runShim } from '../../src/shim/shim.ts';
import { isSameJson } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { once } from '../../src/util/once.ts';
import { answerOf, hostFlags, mayRefuse } from '../conformance/fixtures.ts';
import { listCasesOf } from '../matrix/cases.ts';
import { firstOfEachRun, matcherOf, startsIn } from '../matrix/starts.ts';
import { rank } from '../oracles/effect.ts';
import { effectOnPayload, oracles } from '../oracles/index.ts';
import { hasTable, isWide } from '../wide.ts';
import { lazyFor } from './in-process.ts';
import {
  type CallKind,
  callKinds,
  callOf,
  guards,
  hosts,
  isAmbiguous,
  logger,
  refusal,
  type Stateful,
  startsAtHome,
} from './stateful.ts';

const place = vi.hoisted(() => ({ path: '', start: (): Partial<Finished> => ({}) }));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<object>()),
  ownFolder: () => place.path,
}));
vi.mock('../../src/shim/command.ts', () => ({
  runCommand: async () => finished(place.start()),
}));
vi.mock('../../src/shim/detached-run.ts', () => ({ startDetachedRun: async () => false }));

const finished = (ran: Partial<Finished>) =>
  ({ code: 0, stdout: '', stderr: '', ...ran }) as Finished;

place.path = mkdtempSync(join(tmpdir(), 'anyhook-stateful-'));
afterAll(() => rmSync(place.path, { recursive: true, force: true }));

/** A hook of one event, under a host, for one call. */
interface Cell {
  host: (typeof hosts)[number];
  kind: CallKind;
  payload: Json;
  fired: string;
  dialect: Vendor;
  native: string;
  matcher: string | undefined;
}

/** Every event of every other dialect at which a hook hears of a call, with its matcher and without. */
function* cells(host: Cell['host'], kinds: readonly CallKind[] = callKinds): Generator<Cell> {
  for (const kind of kinds) {
    const payload = callOf(host, kind);
    if (!payload) continue;
    const places = listCasesOf({ host, fixture: kind, payload }, { links: {} });
    for (const { dialect, native, fired, event, run } of firstOfEachRun(places)) {
      if (event !== 'before-tool' || dialect === host) continue;
      const cell = { host, kind, payload, fired, dialect, native };
      yield { ...cell, matcher: undefined };
      const matcher = matcherOf(startsIn(run));
      if (matcher !== undefined) yield { ...cell, matcher };
    }
  }
}

/** Which calls are refused, and how often the hook is started for each. */
interface Behaviour {
  refused: boolean[];
  starts: number[];
}

async function played(
  { calls, begin }: Stateful,
  call: (start: () => Partial<Finished>) => Promise<boolean> | boolean,
): Promise<Behaviour> {
  const hook = begin();
  const behaviour: Behaviour = { refused: [], starts: [] };
  for (let nth = 0; nth < calls; nth++) {
    hook.before?.(nth);
    let starts = 0;
    const start = () => {
      starts++;
      return hook.start();
    };
    behaviour.refused.push(await call(start));
    behaviour.starts.push(starts);
  }
  return behaviour;
}

/** Returns how a hook ends, whose refusal is in words where its agent does not hear the exit code. */
function inWordsOf({ dialect, native }: Cell, ran: Partial<Finished>): Partial<Finished> {
  const words =
    ran === refusal && adapters[dialect].ignoresExitCodes
      ? answerOf(dialect, native, 'deny')
      : undefined;
  return words ? { stdout: JSON.stringify(words) } : ran;
}

/** What its own agent makes of a hook. */
function atHome(hook: Stateful, cell: Cell): Promise<Behaviour> {
  const { dialect, native, kind, matcher } = cell;
  return played(hook, (start) =>
    Array.from({ length: startsAtHome(dialect, native, kind, matcher) }, start)
      .map((ran) => oracles[dialect](native, finished(inWordsOf(cell, ran)), 'native'))
      .some(({ verdict }) => rank(verdict) >= rank('ask')),
  );
}

/** What a host makes of it through the shim. */
const under = (hook: Stateful, cell: Cell, args: readonly string[] = []): Promise<Behaviour> =>
  played(hook, async (start) => {
    place.start = () => inWordsOf(cell, start());
    const { host, fired, dialect, native, matcher, payload } = cell;
    const given = parseFlags([
      ...hostFlags(host, fired),
      ...['--as', dialect, '--event', native],
      ...(matcher === undefined ? [] : ['--matcher', matcher]),
      ...args,
      ...['--', 'hook'],
    ]);
    const bytes = Buffer.from(JSON.stringify(payload));
    const said = await runShim(given, { bytes, isCut: false }, lazyFor(bytes));
    const heard = effectOnPayload(host, oracles[host](fired, said, 'host'), payload);
    return rank(heard.verdict) >= rank('ask');
  });

const worded = ({ host, kind, dialect, native, matcher }: Cell, hook: Stateful, is: Behaviour) =>
  `${host} ${kind} ← ${dialect} ${native} ${matcher ?? 'without a matcher'}: a hook that ${hook.is}: ` +
  JSON.stringify(is);

/** One cell in so many is tried by `npm test`. */
const every = isWide ? 1 : 9;

/** How lines say that nobody hears a hook. */
const unheard = [
  ['--answer', 'ignored'],
  ['--answer', 'later'],
  ['--guard', 'false'],
];

describe.each(hosts)('under %s, for a call of every kind,', (host) => {
  const all = once(() => [...cells(host)].filter((_, i) => i % every === 0));
  const clear = once(() => all().filter(({ kind }) => !isAmbiguous(host, kind)));

  /** Cells in which a hook does not behave as is due. */
  async function wrongIn(
    some: readonly Cell[],
    hook: Stateful,
    due: (cell: Cell) => Partial<Behaviour> | Promise<Partial<Behaviour>>,
    args: readonly string[] = [],
  ): Promise<string[]> {
    expect(some.length).toBeGreaterThan(isWide ? 60 : 5);
    const wrong: string[] = [];
    for (const cell of some) {
      const is = await under(hook, cell, args);
      if (!isSameJson({ ...is, ...(await due(cell)) }, is)) wrong.push(worded(cell, hook, is));
    }
    return wrong;
  }

  test.each(guards.map((hook) => [hook.is, hook] as const))(
    'a hook that %s does so as under its own agent',
    hasTable,
    async (_, hook) => {
      expect(await wrongIn(clear(), hook, (cell) => atHome(hook, cell))).toEqual([]);
    },
  );

  test.each(unheard)('a hook with %s %s is started once for a call', hasTable, async (...args) => {
    const once = { starts: Array.from({ length: logger.calls }, () => 1) };
    expect(await wrongIn(all(), logger, () => once, args)).toEqual([]);
  });
});

describe.each([
  'codex',
  'copilot',
] as const)('under %s, for a name that several servers may have,', (host) => {
  const kinds = callKinds.filter((kind) => isAmbiguous(host, kind));
  const all = once(() => [...cells(host, kinds)]);
  const gates = once(() => all().filter(({ dialect, native }) => mayRefuse(dialect, native)));

  test('a hook that refuses is not started again for the same call', async () => {
    const hook = { is: 'refuses', calls: 2, begin: () => ({ start: () => refusal }) };
    expect(gates().length).toBeGreaterThan(20);
    for (const cell of gates()) {
      const is = await under(hook, cell);
      expect(is, worded(cell, hook, is)).toEqual({ refused: [true, true], starts: [1, 1] });
    }
  });

  test('a hook that refuses at another start than the first refuses the call', async () => {
    let several = 0;
    for (const cell of gates()) {
      const [hook] = guards as [Stateful];
      const is = await under(hook, cell);
      const passed = is.starts[0] === 1;
      expect(is.refused, worded(cell, hook, is)).toEqual([!passed, true, !passed]);
      if (!passed) several++;
    }
    expect(several).toBeGreaterThan(10);
  });

  test.each(
    guards.map((hook) => [hook.is, hook] as const),
  )('a hook that %s does so as at home where its line names the server', async (_, hook) => {
    let count = 0;
    for (const cell of gates()) {
      // Where a name of a tool may have had dashes, the server alone does not tell it.
      const payload = JSON.parse(JSON.stringify(cell.payload).replace('say_hi', 'hi'));
      const server = cell.kind === 'a server with a dash' ? 'my-server' : 'my_server';
      const is = await under(hook, { ...cell, payload }, ['--servers', server]);
      expect(is, worded(cell, hook, is)).toEqual(await atHome(hook, cell));
      count++;
    }
    expect(count).toBeGreaterThan(20);
  });

  test('a hook at an event that hears no refusal is started once', async () => {
    const others = all().filter((cell) => !gates().includes(cell));
    expect(others).toHaveLength(host === 'codex' ? 2 : 0);
    for (const cell of others) expect((await under(logger, cell)).starts).toEqual([1, 1]);
  });
});
