import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Effect, FinishedCommand, Json } from './effect.ts';

/** What one hook did in a recorded run. */
export interface RecordedHook {
  event?: string;
  exit?: number;
  stdout?: unknown;
  stderr?: string;
  kill?: string;
  sleepMs?: number;
}

/** A recorded run of a real client with hooks, and its visible effect: a row of `fixtures/<vendor>/outcomes.json`. */
export interface Row {
  id: string;
  event: string;
  tool?: string;
  setting?: Json;
  mode?: string;
  style?: string;
  hooks?: RecordedHook[];
  /** How often the hooks answered before they said nothing. */
  times?: number;
  effect: string;
  toolRan?: boolean;
  /** The marked texts that the model and the person saw. */
  model?: string[];
  user?: string[];
  requests?: number;
  exit?: number;
}

function rowsOf(vendor: string): Row[] {
  const file = join(import.meta.dirname, `../../fixtures/${vendor}/outcomes.json`);
  return JSON.parse(readFileSync(file, 'utf8')).rows;
}

/**
 * Returns the rows of a vendor by id, without those that an oracle cannot predict.
 *
 * @param beyond The ids of those rows, each with the reason.
 */
export const casesOf = (
  vendor: string,
  beyond: readonly (readonly [why: string, which: RegExp])[],
): [id: string, row: Row][] =>
  rowsOf(vendor)
    .filter((row) => !beyond.some(([, which]) => which.test(row.id)))
    .map((row) => [row.id, row]);

/** Expands long texts, which rows abbreviate as `<x*15000>`. */
const whole = (text: string): string =>
  text.replace(/<(.)\*(\d+)>/g, (_, one: string, times: string) => one.repeat(Number(times)));

/** Returns the finished commands of a row's hooks. `limit` is their time limit in milliseconds. */
export function finishedHooksOf(
  { event, hooks = [] }: Row,
  limit = Number.POSITIVE_INFINITY,
): FinishedCommand[] {
  return hooks
    .filter((one) => one.event === undefined || one.event === event)
    .map(({ exit = 0, stdout = '', stderr = '', kill, sleepMs = 0 }) => ({
      code: kill ? null : exit,
      ...(kill && { signal: kill }),
      ...(sleepMs > limit && { timedOut: true }),
      stdout: whole(typeof stdout === 'string' ? stdout : JSON.stringify(stdout)),
      stderr,
    }));
}

/** What was seen to happen, as far as a row states it. */
export interface VisibleEffect {
  runs?: boolean;
  rewritten?: boolean;
  /** Whether the turn ended at once. */
  ended?: boolean;
  /** Whether another turn began. */
  again?: boolean;
  replaced?: boolean;
  model: string[];
  user: string[];
}

const marks = (texts: unknown): string[] =>
  [...new Set(JSON.stringify(texts ?? '').match(/MARK_[A-Z0-9_]+/g) ?? [])].sort();

const known = (list: readonly string[] = []) =>
  list.filter((one) => !/TOOLOUT|MODELTEXT|SUMMARY/.test(one)).sort();

/** The number of model requests in the scene of an event whose hooks say nothing. */
export type Baseline = Readonly<Record<string, number>>;

/** Returns what a row states to have happened. */
export function visibleEffectOf(
  { effect, event, requests = 0, model, user, ...row }: Row,
  base: Baseline,
): VisibleEffect {
  const texts = { model: known(model), user: known(user) };
  const before = /^(deny|proceed|rewritten|matched \(denied\)|not (?:matched|fired))/.exec(
    effect,
  )?.[1];
  if (row.toolRan !== undefined || /matched|fired/.test(before ?? ''))
    return {
      runs: !/^deny|denied/.test(effect),
      rewritten: effect.startsWith('rewritten'),
      ended: effect.includes('turn stops'),
      ...texts,
    };
  if (effect.startsWith('output') || effect === 'turn stops')
    return { replaced: effect === 'output replaced', ended: effect === 'turn stops', ...texts };
  if (effect.startsWith('continues') || effect === 'turn ends')
    return { again: effect !== 'turn ends', ...texts };
  const usual = base[event];
  if (effect.startsWith('model requests'))
    return usual === undefined
      ? texts
      : { again: requests > usual, runs: requests >= usual, ...texts };
  return { runs: /^(proceed|matched|fires)/.test(effect), ...texts };
}

/** Returns who reads the reason of a refusal. */
export type Readers = (event: string, verdict: Effect['verdict']) => readonly ('model' | 'user')[];

/**
 * Returns what should have happened by an oracle's effect, with the fields that {@link visibleEffectOf} has
 * for the row.
 *
 * @param held Whether nobody approved the call, which then runs only where a hook allows it.
 */
export function expectedEffectOf(
  was: VisibleEffect,
  heard: Effect,
  event: string,
  readers: Readers,
  held = false,
): VisibleEffect {
  const { verdict, reason, context, followUp, replaced, output, message } = heard;
  const { title, firstPrompt, prompt, input, display } = heard;
  const refused = verdict === 'deny' || verdict === 'halt' || verdict === 'ask'; // nobody to ask
  const stops = verdict === 'halt' || heard.ends === true;
  const runs = !refused && !(held && verdict !== 'allow');
  const to = refused ? readers(event, verdict) : [];
  const over = stops && was.ended !== undefined;
  const also = [context, followUp, replaced, output, firstPrompt, prompt];
  return {
    ...('runs' in was && { runs }),
    ...('rewritten' in was && { rewritten: runs && input !== undefined }),
    ...('ended' in was && { ended: stops }),
    ...('again' in was && { again: followUp !== undefined }),
    ...('replaced' in was && { replaced: replaced !== undefined || output !== undefined }),
    model: over ? [] : marks([...also, to.includes('model') && reason]),
    user: marks([message, title, display, to.includes('user') && reason]),
  };
}
