// Every way to mistype a guard, on every event of every host: the oracles say what the host hears.
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { recognise } from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';
import { contracts, payloads } from '../conformance/fixtures.ts';
import { type Effect, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { said } from './ours.ts';
import { type Host, hosts } from './payloads.ts';
import { words } from './verdict.ts';

const hook = ['--', 'echo never'];
const own = ['--as', 'anyhook'];

/** Lines that were meant to guard something, and a word that says what is wrong with them. */
const lines: Record<string, [string[], RegExp]> = {
  'an unknown flag': [
    [...own, '--strict', ...hook],
    /unknown flag --strict.*then run anyhook sync/,
  ],
  'a flag with a slip': [[...own, '--mather', 'x', ...hook], /did you mean --matcher\?/],
  'an unknown dialect': [
    ['--as', 'nobody', ...hook],
    /nobody: no such vendor.*there are .*\bclaude,/,
  ],
  'a dialect with a slip': [['--as', 'cursr', ...hook], /did you mean cursor\?/],
  'no dialect': [hook, /--as is missing/],
  'an event of nobody': [['--as', 'cursor', '--event', 'beforeLunch', ...hook], /beforeLunch/],
  'an event with a slip': [
    ['--as', 'cursor', '--event', 'beforeShellExecutoin', ...hook],
    /did you mean beforeShellExecution\?/,
  ],
  'an event of another dialect': [['--as', 'gemini', '--event', 'beforeReadFile', ...hook], /has/],
  'a time without a unit': [[...own, '--timeout', '5', ...hook], /--timeout 5.*unit/],
  'a policy of nobody': [[...own, '--on-failure', 'deny', ...hook], /native, block, allow/],
  'a forgotten --': [[...own, './guard.sh'], /guard\.sh is no flag: the command comes after --/],
  'nothing after --': [[...own, '--'], /there is no command/],
  'an empty command, of a variable nobody set': [[...own, '--', ''], /there is no command/],
  'a command that was forgotten': [[...own, '--matcher', 'x'], /no command/],
  'a value that is missing': [[...own, '--matcher'], /needs a value/],
};

/** A blank transcript is of any agent of the family. */
const isSure = (host: Host, payload: Json) => {
  const claims = recognise(payload);
  return claims.length === 1 && claims[0]?.vendor === host;
};

/** One payload of every native event, its own agent's. */
const firings = hosts.flatMap((host) => {
  const key = adapters[host].eventKey;
  const seen = new Map<string, Json>();
  for (const { payload, older } of Object.values(payloads[host] ?? {})) {
    const native = payload[key] as string;
    if (!older && !seen.has(native) && isSure(host, payload)) seen.set(native, payload);
  }
  return [...seen].map(([native, payload]) => ({ host, native, payload }));
});

const heard = (host: Host, native: string, one: Awaited<ReturnType<typeof said>>): Effect =>
  oracles[host](native, one, 'host');

/** Nothing but a message: no verdict, no prompt, no other result. */
function silent(host: Host, native: string, one: Awaited<ReturnType<typeof said>>, about: string) {
  const { message, ...rest } = heard(host, native, one);
  expect(rest, about).toEqual({ verdict: 'pass' });
  return message;
}

describe.each(Object.entries(lines))('A line with %s', (_, [args, why]) => {
  test.each([
    ['its host is named', true],
    ['its host is not named', false],
  ])('refuses at every gate, and stops and prompts nothing elsewhere, where %s', async (__, named) => {
    let refusals = 0;
    for (const { host, native, payload } of firings) {
      const line = named ? ['--host', host, ...args] : args;
      const one = await said(line, payload);
      const about = `${host} ${native}: ${JSON.stringify(one)}`;
      if (contracts[host]?.gates.includes(native)) {
        const is = heard(host, native, one);
        expect(rank(is.verdict), about).toBeGreaterThanOrEqual(rank('deny'));
        expect(is.reason, about).toMatch(words);
        expect(is.reason, about).toMatch(why);
        expect(is.reason, about).toContain(adapters[host].hooksIn);
        refusals++;
      } else {
        const message = silent(host, native, one, about);
        if (message !== undefined) expect(message).toMatch(why);
        if (one.stderr) expect(one.stderr, about).toMatch(/^anyhook: [^\n]+\n$/);
        expect(Boolean(message ?? one.stderr) || native === 'BeforeToolSelection', about).toBe(
          true,
        );
      }
      if (line.includes('deny')) continue; // the policy itself is what is wrong
      const let_ = await said(['--on-failure', 'allow', ...line], payload);
      const { message: ___, ...rest } = heard(host, native, let_);
      expect(rest, about).toEqual({ verdict: 'pass' });
    }
    expect(refusals).toBeGreaterThan(10);
  });
});

describe('A line whose --host is not the payload’s agent', () => {
  test.each(
    hosts,
  )('refuses at every gate in terms of every agent, and is silent elsewhere: --host %s', async (host) => {
    for (const { host: real, native, payload } of firings) {
      if (real === host) continue;
      const one = await said(['--host', host, '--as', 'anyhook', ...hook], payload);
      const about = `--host ${host}, in truth ${real} ${native}: ${JSON.stringify(one)}`;
      if (contracts[real]?.gates.includes(native)) {
        const is = heard(real, native, one);
        expect(rank(is.verdict), about).toBeGreaterThanOrEqual(rank('deny'));
        expect(is.reason, about).toMatch(words);
        const whose = `the payload on stdin is of ${adapters[real].title}: --host ${host} is wrong`;
        expect(is.reason, about).toContain(whose);
        expect(one, about).toMatchObject({ stdout: '', code: 2 });
      } else {
        silent(real, native, one, about);
      }
    }
  });
});

test('A line without a command refuses at every gate but the prompt, which it may only remember', async () => {
  for (const { host, native, payload } of firings) {
    const one = await said(['--host', host, '--as', host, '--event', native], payload);
    const gate = contracts[host]?.gates.includes(native) && !/prompt|BeforeAgent/i.test(native);
    const { verdict } = heard(host, native, one);
    expect(rank(verdict) >= rank('deny'), `${host} ${native}`).toBe(gate);
  }
});

test('A misspelt --host refuses in the terms of the payload’s agent, and suggests the right name', async () => {
  for (const { host, native, payload } of firings) {
    if (!contracts[host]?.gates.includes(native)) continue;
    const one = await said(['--host', `${host}x`, '--as', 'anyhook', ...hook], payload);
    expect(one, native).toMatchObject({ code: 0 });
    const is = heard(host, native, one);
    expect(rank(is.verdict), native).toBeGreaterThanOrEqual(rank('deny'));
    expect(is.reason).toContain(`did you mean ${host}?`);
  }
});
