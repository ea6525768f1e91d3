/** What scripts of the corpus do under their own agent, and under another. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { expect } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { type Effect, rank } from '../oracles/effect.ts';
import {
  type Case,
  conversionOf,
  corpus,
  corpusProject,
  hear,
  hostEntries,
  hosts,
  nativeEntries,
  type Script,
  together,
} from './corpus.ts';

/** Scripts that need nothing but a shell and Node. */
const plainScripts = corpus.scripts.filter(({ needs }) => !needs);

/** One plain script in so many is played by `npm run test:system`, the others by the matrix. */
const every = 3;
export const firstScripts = plainScripts.filter((_, i) => i % every === 0);
export const laterScripts = plainScripts.filter((_, i) => i % every !== 0);

/** Scripts that need a program which not every machine has. */
export const otherScripts = corpus.scripts.filter(({ needs }) => needs);

/** Throws where a program that the scripts need is not installed. */
export function expectPrograms(): void {
  const needed = new Set(otherScripts.flatMap(({ needs = [] }) => needs));
  const missing = [...needed].filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length)
    throw new Error(`hooks of fixtures/corpus need ${missing.join(' and ')}: install them`);
}

/**
 * Every script with every other agent that can carry it. Of each first script a shell runs the line
 * of one agent; all other lines are called in this process.
 */
export const pairsOf = (scripts: readonly Script[]) =>
  scripts.flatMap((script) => {
    const turn = firstScripts.indexOf(script);
    return hosts
      .filter((host) => host !== script.speaks && !script.unless?.[host])
      .map((host, at, all) => ({
        script,
        host,
        file: script.file,
        through: turn >= 0 && at === turn % all.length ? ('shell' as const) : ('call' as const),
      }));
  });
export type Pair = ReturnType<typeof pairsOf>[number];

const p = corpusProject();
const log = p.at('ran.log');
const texts = ['reason', 'context', 'followUp', 'replaced'] as const;

async function asked(
  vendor: Vendor,
  entries: Parameters<typeof hear>[1],
  one: Case,
  side: 'native' | 'host',
  through: 'shell' | 'call' = 'shell',
) {
  rmSync(log, { force: true });
  const all = await hear(vendor, entries, one, p, side, through);
  const effect = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return { all, heard: together(all), effect };
}

/** Fails unless a script does under its own agent what the corpus says of it. */
export async function expectNative(script: Script): Promise<void> {
  for (const one of script.cases) {
    const { all, heard, effect } = await asked(script.speaks, nativeEntries(script), one, 'native');
    expect(all.length, 'its agent starts it').toBeGreaterThan(0);
    expect({ about: one.happens, verdict: heard.verdict }).toEqual({
      about: one.happens,
      verdict: one.verdict,
    });
    for (const key of texts) {
      if (key === 'reason' && heard.reason === undefined) continue; // in words it does not hear
      if (one[key] !== undefined) expect(heard[key]).toContain(one[key]);
    }
    if (one.input) expect(heard.input).toMatchObject(one.input);
    if (one.effect !== undefined) expect(effect).toContain(one.effect);
  }
}

/** What a host must make of a script, given what its own agent does. */
function expectCarried(script: Script, host: Vendor, one: Case, heard: Effect): void {
  const { rows } = conversionOf(script.settings, host);
  const row = rows.find(
    ({ hook }) => hook.event === script.event && hook.command.includes(script.file),
  );
  const codes = (row?.losses ?? []).flatMap((loss): string[] =>
    loss.code === 'unheard' ? loss.answers : [loss.code],
  );
  const due = script.at?.[host] ?? one.verdict;
  const least = one.verdict === 'halt' ? due : one.verdict;
  if (rank(least) >= rank('ask')) {
    const strict = { about: one, host, rank: Math.min(rank(heard.verdict), rank(least)) };
    expect(strict).toEqual({ about: one, host, rank: rank(least) });
    if (one.reason) expect(heard.reason).toContain(one.reason);
  } else
    expect({ about: one, refused: rank(heard.verdict) > 1 && !one.input }).toMatchObject({
      refused: false,
    });
  if (one.input && rank(heard.verdict) < rank('deny')) expect(heard.input).toMatchObject(one.input);
  else if (one.input) expect(heard.reason).toContain(Object.values(one.input)[0]);
  if (one.context && !heard.context) expect(codes).toContain('context-later');
  else if (one.context) expect(heard.context).toContain(one.context);
  if (one.followUp) expect(heard.followUp).toContain(one.followUp);
  if (one.replaced && !heard.replaced) expect(codes).toContain('replaced');
  else if (one.replaced) expect(heard.replaced).toContain(one.replaced);
}

/** Fails unless a script does under another agent what it does at home, or its loss is named. */
export async function expectConverted({ script, host, through }: Pair): Promise<void> {
  const entries = hostEntries(script, host);
  if (!entries.length) {
    const { rows } = conversionOf(script.settings, host);
    const row = rows.find(({ hook }) => hook.command.includes(script.file));
    expect(row?.how).toBe('lost');
    return;
  }
  for (const one of script.cases) {
    const { all, heard, effect } = await asked(host, entries, one, 'host', through);
    expect(all.length, 'the host starts it').toBeGreaterThan(0);
    expectCarried(script, host, one, heard);
    if (one.effect !== undefined) expect(effect).toContain(one.effect);
  }
}
