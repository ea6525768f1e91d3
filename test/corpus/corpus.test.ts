import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { checkSettings } from '../../src/settings/findings/check.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { type Heard, rank } from '../oracles/heard.ts';
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
  settingsText,
  together,
} from './corpus.ts';

/** All of it in CI; else every host of a script in turn. */
const whole = Boolean(process.env.CI);
const has = (program: string) => spawnSync('which', [program]).status === 0;
const runnable = corpus.scripts.filter(({ needs = [] }) => needs.every(has));
const p = corpusProject();
const log = p.at('ran.log');
const texts = ['reason', 'context', 'followUp', 'replaced'] as const;

async function asked(
  vendor: Vendor,
  entries: Parameters<typeof hear>[1],
  one: Case,
  side: 'native' | 'host',
) {
  rmSync(log, { force: true });
  const all = await hear(vendor, entries, one, p, side);
  const effect = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return { all, heard: together(all), effect };
}

describe('under its own agent', () => {
  test.each(runnable)('$file: $shape', async (script) => {
    for (const one of script.cases) {
      const { heard, effect } = await asked(script.speaks, nativeEntries(script), one, 'native');
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
  });
});

/** What a host must make of a script, given what its own agent does. */
function expectCarried(script: Script, host: Vendor, one: Case, heard: Heard): void {
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

describe('under every other agent', () => {
  const pairs = runnable.flatMap((script, i) =>
    hosts
      .filter((host) => host !== script.speaks && !script.unless?.[host])
      .filter((_, at, all) => whole || at === i % all.length)
      .map((host) => ({ script, host, file: script.file })),
  );
  test.each(pairs)('$file under $host', async ({ script, host }) => {
    const entries = hostEntries(script, host);
    if (!entries.length) {
      const { rows } = conversionOf(script.settings, host);
      const row = rows.find(({ hook }) => hook.command.includes(script.file));
      expect(row?.how).toBe('lost');
      return;
    }
    for (const one of script.cases) {
      const { heard, effect } = await asked(host, entries, one, 'host');
      expectCarried(script, host, one, heard);
      if (one.effect !== undefined) expect(effect).toContain(one.effect);
    }
  });
});

describe('settings', () => {
  test.each(Object.entries(corpus.settings))('%s', (name, said) => {
    const file = readHooks(said.vendor, settingsText(name), name);
    expect(file.hooks).toHaveLength(said.hooks);
    const place = { root: p.dir, home: p.home, scope: 'project' as const };
    const found = checkSettings(said.vendor, file, place).map(({ code }) => code);
    expect(found.sort()).toEqual([...(said.findings ?? [])].sort());
    for (const host of hosts.filter((id) => id !== said.vendor)) {
      const there = conversionOf(name, host);
      // Every hook stands there, or is said to be lost.
      expect(there.rows).toHaveLength(said.hooks + file.unknown.length);
      for (const { how, events, losses } of there.rows)
        if (!events.length) expect([how, losses.length > 0]).toEqual(['lost', true]);
      expect({ host, unsafe: there.unsafe }).toEqual({
        host,
        unsafe: said.unsafe?.includes(host) ?? false,
      });
      const back = readHooks(host, there.text, 'there').hooks.map(({ hook }) => hook);
      const carried = there.rows.filter(({ events }) => events.length).map(({ hook }) => hook);
      expect(back).toHaveLength(carried.length);
      expect(back).toEqual(expect.arrayContaining(carried));
    }
  });

  test('every script stands in one, and every kind of agent is there', () => {
    expect(corpus.scripts.filter((script) => !nativeEntries(script).length)).toEqual([]);
    expect(new Set(corpus.scripts.map(({ speaks }) => speaks)).size).toBe(hosts.length + 1);
    expect(corpus.scripts.length).toBeGreaterThanOrEqual(30);
    expect(Object.keys(corpus.settings).length).toBeGreaterThanOrEqual(15);
  });
});
