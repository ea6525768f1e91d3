import { join } from 'node:path';
import { adapterOf } from '../host.ts';
import { checkSettings, type Place } from './check.ts';
import { merge } from './merge.ts';
import { mergeYaml } from './neutral.ts';
import { type How, planHooks, type Row } from './plan.ts';
import { type Finding, type Placed, readHooks, type Settings } from './read.ts';
import type { Entries } from './record.ts';
import { firesTwice } from './twice.ts';
import { tableOf } from './wrap.ts';

/** Hooks in one vendor's file, to be in another's. */
export interface Conversion {
  /** The target file as it is to be. */
  text: string;
  changed: boolean;
  rows: Row[];
  /** About the source, and about the target. */
  findings: { source: Finding[]; target: Finding[] };
  /** All of ours in the target. */
  entries: Entries;
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
  launcher: string;
  force?: boolean | undefined;
  raw?: boolean | undefined;
  /** What an earlier run wrote into the target. */
  ours?: Entries;
  /** Absent: scripts are not looked for. */
  place?: Place | undefined;
}

/** Converts one text into another; touches nothing. Throws `settings`. */
export function convertText(options: ConvertOptions): Conversion {
  const { from, to, source, place, ours = {} } = options;
  const host = adapterOf(to);
  const read = readHooks(from, source.text, source.file);
  const sourceFindings = checkSettings(from, read, place);
  const hooks = read.hooks.map((one) => settled(one, from, to, place));
  if (tableOf(to).shape === 'yaml') {
    const rows = hooks.map(({ hook, at }) => kept(hook, at));
    const { text, entries } = mergeYaml(
      options.target,
      hooks.map(({ hook }) => hook),
      ours,
    );
    return finish(options, rows, text, entries, { source: sourceFindings, target: [] }, false);
  }
  const { rows, written } = planHooks(host, hooks, options);
  const target = readHooks(to, options.target.text, options.target.file);
  const { text, entries, edited } = merge(to, target, written, ours);
  const twice = place && firesTwice(to, rows, foreign(target, ours), place);
  const targetFindings: Finding[] = [
    ...target.findings,
    ...(twice?.target ?? []),
    ...edited.map((event) => ({
      kind: 'odd' as const,
      text: `${event}: an entry of ours was changed by hand; it stays as it is`,
    })),
  ];
  const launches = written.some(({ wrapped }) => wrapped);
  return finish(
    options,
    rows,
    text,
    entries,
    { source: [...sourceFindings, ...(twice?.source ?? [])], target: targetFindings },
    launches,
  );
}

function finish(
  { target }: ConvertOptions,
  rows: Row[],
  text: string,
  entries: Entries,
  findings: Conversion['findings'],
  launches: boolean,
): Conversion {
  const unsafe = rows.some(({ losses }) => losses.some(({ severity }) => severity === 'unsafe'));
  return { text, changed: text !== target.text, rows, findings, entries, unsafe, launches };
}

const kept = (hook: Row['hook'], at: Row['at']): Row => ({
  hook,
  at,
  how: 'native' satisfies How,
  events: [hook.event],
  losses: [],
});

/** A hook of a user's file runs where its own agent would run it, also elsewhere. */
function settled(one: Placed, from: string, to: string, place?: Place): Placed {
  const { hook } = one;
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
function foreign(target: Settings, ours: Entries): Settings {
  const mine = new Set(
    Object.values(ours)
      .flat()
      .map((value) => JSON.stringify(value)),
  );
  const theirs = target.elements.filter(({ value }) => !mine.has(JSON.stringify(value)));
  const at = new Set(theirs.map(({ event, index }) => `${event} ${index}`));
  return {
    ...target,
    hooks: target.hooks.filter(({ event, index }) => at.has(`${event} ${index}`)),
  };
}
