import { join } from 'node:path';
import type { Entries } from '../files/manifest.ts';
import { adapterOf } from '../translate/host.ts';
import { athome, leftBehind } from './elsewhere.ts';
import { checkSettings, type Place } from './findings/check.ts';
import type { Finding } from './findings/finding.ts';
import { ofMerged, ofReturned, ofSwitched } from './findings/merged.ts';
import { firesTwice } from './findings/twice.ts';
import type { Placed, Settings } from './formats/format.ts';
import { readHooks, readPresent } from './formats/index.ts';
import { merge } from './ownership/merge.ts';
import { type Origins, returned } from './ownership/origins.ts';
import { planHooks, type Row } from './plan.ts';
import { tableOf } from './tables.ts';

/** Hooks in one vendor's file, to be in another's. */
export interface Conversion {
  /** The target file as it is to be. */
  text: string;
  changed: boolean;
  rows: Row[];
  /** About the source, and about the target. */
  findings: { source: Finding[]; target: Finding[] };
  /** All of ours in the target, from this source. */
  entries: Entries;
  /** What other sources have there. */
  theirs: Entries;
  /** What else of ours stands there: see the record. */
  kept: string[];
  /** Some of ours stood there although `ours` does not tell of it. */
  adopted: boolean;
  /** Some guard would be weaker, or gone. */
  unsafe: boolean;
  /** An entry runs through the shim. */
  launches: boolean;
}

export interface ConvertOptions {
  from: string;
  to: string;
  /** The source's text, and what errors call it. */
  source: { text: string; file: string };
  target: { text: string; file: string };
  /** What starts the shim; default: the copy a project keeps. */
  launcher?: string | undefined;
  force?: boolean | undefined;
  raw?: boolean | undefined;
  /** What earlier runs wrote into the target: from this source. */
  ours?: Entries | undefined;
  /** From others. */
  theirs?: Entries | undefined;
  /** What else: see the record. */
  set?: readonly string[] | undefined;
  /** What they wrote into the source. */
  origins?: Origins | undefined;
  /** Absent: scripts are not looked for. */
  place?: Place | undefined;
  /** Where the source's hooks run at home, where that is elsewhere. */
  home?: Place | undefined;
  /** Where the target's agent will run; default: here. */
  for?: 'windows' | undefined;
}

/** Starts the copy of the bundle that a project keeps. */
export const projectLauncher = 'node .anyhook/run.cjs';

/**
 * Converts the text of one vendor's settings into another's; touches nothing. Throws `settings`,
 * `vendor`.
 *
 * @example
 * const { text, rows } = convertText({
 *   from: 'cursor',
 *   to: 'gemini',
 *   source: { text: await readFile('.cursor/hooks.json', 'utf8'), file: '.cursor/hooks.json' },
 *   target: { text: '', file: '.gemini/settings.json' },
 * });
 */
export function convertText(options: ConvertOptions): Conversion {
  const {
    from,
    to,
    source,
    place,
    home = place,
    ours = {},
    theirs = {},
    set,
    origins = {},
  } = options;
  const host = adapterOf(to);
  const read = readHooks(from, source.text, source.file);
  const sourceFindings = checkSettings(from, read, home);
  const hooks = read.hooks.map((one) => settled(one, options));
  const target = readPresent(to, options.target.text, options.target.file);
  const back = returned({ from, to, hooks, source: read, target, ours, origins });
  const held = new Set(back.map(({ one }) => one));
  const unsent = back.map((one) => ofReturned(one, options));
  const { launcher = projectLauncher } = options;
  const { rows, written } = planHooks(host, hooks, { ...options, launcher, held });
  if (place && home && home !== place) {
    const own = new Map(hooks.map(({ hook }, i) => [hook, read.hooks[i]?.hook]));
    for (const row of rows) {
      const losses = leftBehind(own.get(row.hook) ?? row.hook, row.hook, home, place);
      if (row.events.length && losses.length) row.how = 'degraded';
      if (row.events.length) row.losses.push(...losses);
    }
  }
  const all = [...rows, ...read.unknown.map((one) => unknownRow(from, one))];
  const merged = merge(to, target, written, { ours, theirs, set });
  const twice = place && firesTwice(to, rows, foreign(target, [ours, theirs]), place);
  const noticed = [
    ...target.findings,
    ...unsent,
    ...(twice?.target ?? []),
    ...ofMerged({ to, launcher }, target, merged),
    ...ofSwitched(to, target, merged, written),
  ];
  const { text, entries, adopted, kept } = merged;
  return {
    text,
    changed: text !== target.text,
    rows: all,
    findings: { source: [...sourceFindings, ...(twice?.source ?? [])], target: noticed },
    entries,
    theirs: merged.theirs,
    kept,
    adopted,
    unsafe: all.some(({ losses }) => losses.some(({ severity }) => severity === 'unsafe')),
    launches: written.some(({ wrapped }) => wrapped),
  };
}

/** A hook of an event that no table of ours has stays where it is. */
function unknownRow(from: string, { hook, at }: Placed): Row {
  const { event } = hook;
  const { title: agent } = adapterOf(from);
  const loss = { severity: 'unsafe', code: 'unknown-event', agent, event } as const;
  return { hook, at, how: 'lost', events: [], losses: [loss] };
}

/** A hook runs where its own agent would run it, also elsewhere. */
function settled(one: Placed, { from, to, place, home, raw }: ConvertOptions): Placed {
  const { hook } = one;
  if (place && home && home !== place && home.scope === 'project') {
    return raw ? one : athome(one, home, place);
  }
  const { userCwd } = tableOf(hook.speaks);
  if (place?.scope !== 'user' || userCwd === undefined) return one;
  const cwd = join(place.home, userCwd);
  if (hook.speaks === to && hook.cwd === cwd) {
    const { cwd: _, ...rest } = hook;
    return { ...one, hook: rest };
  }
  const moves =
    hook.speaks === from && hook.speaks !== to && !one.wrapped && hook.cwd === undefined;
  return moves ? { ...one, hook: { ...hook, cwd } } : one;
}

/** The hooks of a file that somebody else wrote. */
function foreign(target: Settings, known: readonly Entries[]): Settings {
  const mine = new Set(
    known.flatMap((entries) => Object.values(entries).flat()).map((value) => JSON.stringify(value)),
  );
  const theirs = target.elements.filter(({ value }) => !mine.has(JSON.stringify(value)));
  const at = new Set(theirs.map(({ event, index }) => `${event} ${index}`));
  return {
    ...target,
    hooks: target.hooks.filter(({ event, index }) => at.has(`${event} ${index}`)),
  };
}
