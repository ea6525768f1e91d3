import { describe, expect, test } from 'vitest';
import { hasTable, isWide } from '../wide.ts';
import { type HostName, line, talk } from './hosts.ts';
import { fire, home } from './place.ts';

const mega = 1024 * 1024;
const variables = { env: { TICKET: 'A-17' } };
const begin = (host: HostName, session = 's') =>
  fire(talk(host, session).start(), line(host, 'cursor', 'start'), 'start', () => variables);
const gate = line('gemini', 'cursor', 'before');
/** What a guard of the session is given: its variable, or why it refuses. */
async function look(session = 's') {
  let given: string | undefined;
  const said = await fire(talk('gemini', session).before('ls'), gate, 'look', (_, env) => {
    given = env.TICKET;
    return {};
  });
  return given ?? (JSON.parse(said.stdout).reason as string | undefined);
}

describe('the state that sessions keep', () => {
  test.each(['gemini', 'cursor'] as const)(
    'stays below 2 MB in %s after many prompts and answers of 400 kB with follow-ups',
    hasTable,
    async (host) => {
      const one = talk(host, 's');
      const note = (payload: object) =>
        fire({ ...payload }, ['--host', host, '--as', host === 'cursor' ? 'gemini' : 'cursor']);
      for (let i = 0; i < (isWide ? 40 : 8); i++) {
        await note(one.person(`${i} ${'p'.repeat(400_000)}`));
        const response = one.response(`${i} ${'r'.repeat(400_000)}`);
        if (response) await note(response);
        const go = () => ({ followUp: `Again ${i} ${'f'.repeat(i % 20 ? 10 : 400_000)}` });
        await fire(
          one.stop(),
          [...line(host, 'anyhook', 'stop'), '--loop-limit', 'none'],
          'go',
          go,
        );
      }
      const { bytes, files } = home.size();
      expect(bytes).toBeLessThan(2 * mega);
      expect(files).toBeLessThan(10);
    },
  );

  test(
    'stays below 3 MB after many contexts of 40 kB that no later event delivered',
    hasTable,
    async () => {
      for (const turns of [false, true]) {
        const one = talk('gemini', `${turns}`);
        for (let i = 0; i < (isWide ? 80 : 45); i++) {
          const payload = one.person(`${i}`);
          if (turns) await fire(payload, ['--host', 'gemini', '--as', 'cursor']);
          const text = `${i} ${'c'.repeat(40_000)}`;
          const flags = line('gemini', 'anyhook', 'before');
          await fire(one.before('ls'), flags, 'says', () => ({ context: text }));
        }
      }
      const { bytes, files } = home.size();
      expect(bytes).toBeLessThan(3 * mega);
      expect(files).toBeLessThan(60);
    },
  );

  test(
    'stays below 256 kB after many follow-ups without a limit and many calls that only began',
    hasTable,
    async () => {
      const one = talk('gemini', 's');
      one.person('Go.');
      const flags = [...line('gemini', 'cursor', 'stop'), '--loop-limit', 'none'];
      for (let i = 0; i < (isWide ? 400 : 160); i++) {
        await fire(one.stop(), flags, 'go', () => ({ followup_message: 'Again.' }));
        one.followUp('Again.');
        const entry = line('gemini', 'cursor', 'after').slice(0, 4);
        await fire(one.before(`ls ${i}`), [...entry, '--event', 'postToolUse']);
      }
      const { bytes, files } = home.size();
      expect(bytes).toBeLessThan(mega / 4);
      expect(files).toBeLessThan(150);
    },
  );
});

describe('the variables that a hook of the session’s start sets', () => {
  test('survive 10 MB of prompts, the end of another window, and a month of weekly use', async () => {
    await begin('gemini');
    const one = talk('gemini', 's');
    for (let i = 0; i < 20; i++)
      await fire(one.person(`${i} ${'p'.repeat(500_000)}`), ['--host', 'gemini', '--as', 'cursor']);
    await fire(talk('gemini', 's').end(), line('gemini', 'cursor', 'end'), 'end');
    for (let week = 0; week < 5; week++) {
      expect(await look()).toBe('A-17');
      home.age(6.5);
      await begin('gemini', `other ${week}`); // sweeps
    }
    expect(await look()).toBe('A-17');
  });

  test('are lost after 31 days without use, and a guard then refuses and says why', async () => {
    await begin('gemini');
    home.age(31);
    await begin('gemini', 'other');
    expect(await look()).toMatch(
      /^anyhook: what hooks set for this session is lost from ~\/\.anyhook\/state/,
    );
    expect(await look('other')).toBe('A-17');
    home.age(370);
    await begin('gemini', 'third');
    expect(home.size().files).toBeLessThan(4);
  });

  test('are reported as lost at once if they are too large to keep, and a guard then refuses', async () => {
    const env = { TICKET: 'é'.repeat(70_000) };
    const flags = line('gemini', 'cursor', 'start');
    const said = await fire(talk('gemini', 's').start(), flags, 'start', () => ({ env }));
    expect(said.stdout + said.stderr).toMatch(/variables of this session are lost/);
    expect(await look()).toMatch(/lost from ~\/\.anyhook\/state/);
  });
});
