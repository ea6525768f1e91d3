import type { Vendor } from '../../src/adapters/index.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { hearHook } from '../../src/shim/hook-answer.ts';
import { type HookEnd, mergeEnds } from '../../src/shim/several-hooks.ts';
import { isRefused } from '../../src/translate/merged-outcome.ts';
import { type Effect, rank } from '../oracles/effect.ts';
import { mergingOracles, oracles } from '../oracles/index.ts';
import { listCases, type MatrixCase } from './cases.ts';
import { hooksOf, ranOf } from './several.ts';

/** A hook that is over, and what it comes to without any other. */
interface LoneHook {
  name: string;
  ran: Finished;
  end: HookEnd;
  /** What its own agent makes of it, and the host of its answer. */
  native: Effect;
  host: Effect;
}

/** What becomes of hooks that one run merges, compared with what becomes of them apart. */
export interface Together {
  cells: number;
  /** Cells in which every hook alone means the same to the host as to its own agent. `equal`: all of them do as well. */
  sayable: number;
  equal: number;
  /** Cells in which the hooks are weaker than with their own agent, and also weaker than with a line each. */
  weaker: string[];
  /** Cells in which one hook undoes a refusal of another. */
  undone: string[];
  /** Sayable cells whose verdict is another than with the hooks' own agent, which undoes no refusal. */
  different: string[];
}

const refusals = rank('ask');
const strictest = (effects: readonly Effect[]): number =>
  Math.max(...effects.map(({ verdict }) => rank(verdict)));
const textOf = (effect: Effect): string =>
  JSON.stringify(Object.fromEntries(Object.entries(effect).sort()));

/** Merges hooks as one run does. An agent that ends its list at a refusal or a question does not run the hooks after it. */
function merge(groups: readonly (readonly Pick<LoneHook, 'end'>[])[], { run }: MatrixCase) {
  const ends = groups.map((hooks) => {
    const stops = ({ said }: HookEnd) => isRefused(said) || said.outcome.decision === 'ask';
    const last = hooks[0]?.end.hook.dialect.merging?.inTurn
      ? hooks.findIndex(({ end }) => stops(end))
      : -1;
    const started = last < 0 ? hooks : hooks.slice(0, last + 1);
    return started.map(({ end }) => ({ ...end, said: structuredClone(end.said) }));
  });
  return mergeEnds(ends, run.flags, run.host, {} as never);
}

const sideOf = ({ host, dialect }: MatrixCase) => (host === dialect ? 'native' : 'host');

/** Lists what hooks of one dialect may print at an event, each with what it comes to alone. */
function listLoneHooks(place: MatrixCase, names?: readonly string[]): LoneHook[] {
  const { run, told, dialect, native, host, fired } = place;
  return Object.entries(hooksOf(dialect, native))
    .filter(([name]) => names?.includes(name) ?? true)
    .map(([name, some]) => {
      const ran = ranOf(some);
      const hookRuns = [{ input: told, finished: ran }];
      const hook = { flags: run.flags, dialect: run.dialect };
      const end = { hook, run, hookRuns, ...hearHook(run, hookRuns) };
      return {
        ...{ name, ran, end },
        native: oracles[dialect](native, ran, 'native'),
        host: oracles[host](fired, merge([[{ end }]], place), sideOf(place)),
      };
    });
}

/**
 * Compares hooks of one dialect that one run merges with what their own agent makes of them: every pair of answers, and
 * every three of the usual ones.
 *
 * @param only The only host. Absent: all.
 */
export function walkTogether(only?: Vendor): Together {
  const found: Together = {
    ...{ cells: 0, sayable: 0, equal: 0 },
    ...{ weaker: [], undone: [], different: [] },
  };
  for (const place of listCases(only)) {
    if (!place.firstOfEvent) continue;
    const all = listLoneHooks(place);
    for (const first of all)
      for (const second of all) {
        comparePlace(place, [first, second], found);
      }
    const few = listLoneHooks(place, ['nothing', 'allow', 'ask', 'deny', 'halt']);
    for (const first of few)
      for (const second of few)
        for (const third of few) comparePlace(place, [first, second, third], found);
  }
  return found;
}

function comparePlace(place: MatrixCase, hooks: readonly LoneHook[], found: Together): void {
  const { host, dialect, fired, native, run } = place;
  const side = sideOf(place);
  const due = mergingOracles[dialect](
    native,
    hooks.map(({ ran }) => ran),
    'native',
  );
  const is = oracles[host](fired, merge([hooks], place), side);
  const names = hooks.map(({ name }) => name).join(', ');
  const about = `${host} ${fired} ← ${dialect} ${native}; ${names}: natively ${textOf(due)}, here ${textOf(is)}`;
  found.cells++;
  if (rank(is.verdict) < rank(due.verdict)) {
    const apart = hooks.map((one) => merge([[one]], place));
    const { verdict } = mergingOracles[host](fired, apart, side);
    if (rank(verdict) > rank(is.verdict)) found.weaker.push(about);
  }
  const alone = strictest(hooks.map((one) => one.host));
  const endsList = run.dialect.merging?.inTurn === true;
  if (!endsList && alone >= refusals && rank(is.verdict) < alone) found.undone.push(about);
  if (!hooks.every((one) => textOf(one.host) === textOf(one.native))) return;
  found.sayable++;
  if (textOf(is) === textOf(due)) found.equal++;
  const isUndoneAtHome = rank(due.verdict) < strictest(hooks.map((one) => one.native));
  // A run passes the output of a single hook of the host's own dialect on, and must translate that of several.
  if (is.verdict !== due.verdict && host !== dialect && !isUndoneAtHome)
    found.different.push(about);
}

/** Compares hooks of two dialects that one run merges with what the host makes of each: none undoes a refusal of the other. */
export function walkMixed(only?: Vendor): Pick<Together, 'cells' | 'undone'> {
  const found: Pick<Together, 'cells' | 'undone'> = { cells: 0, undone: [] };
  const byFixture = new Map<string, MatrixCase[]>();
  for (const place of listCases(only)) {
    if (!place.firstOfEvent || place.run.dialect.merging?.inTurn) continue;
    const key = `${place.host} ${place.fixture}`;
    byFixture.set(key, [...(byFixture.get(key) ?? []), place]);
  }
  const names = ['nothing', 'allow', 'ask', 'deny', 'halt', 'exit 2', 'note'];
  for (const places of byFixture.values()) {
    for (const [i, one] of places.entries()) {
      const other = places.slice(i + 1).find(({ dialect }) => dialect !== one.dialect);
      if (!other) continue;
      // What a hook of the host's own dialect asks is read as its own agent reads it.
      const side = [one, other].some(({ dialect, host }) => dialect === host) ? 'native' : 'host';
      for (const first of listLoneHooks(one, names))
        for (const second of listLoneHooks(other, names)) {
          const is = oracles[one.host](one.fired, merge([[first], [second]], one), side);
          found.cells++;
          const alone = strictest([first.host, second.host]);
          if (alone >= refusals && rank(is.verdict) < alone)
            found.undone.push(
              `${one.host} ${one.fired} ← ${one.dialect} ${one.native} ${first.name}, ${other.dialect} ${other.native} ${second.name}: ${textOf(is)}`,
            );
        }
    }
  }
  return found;
}
