// Events that a host fires side by side: what the later one notes is waited for.
import { describe, expect, test } from 'vitest';
import { goOn, line, type Talk, talk } from './hosts.ts';
import { fire, type Json } from './place.ts';

let sessions = 0;
const begin = async (ids = true): Promise<Talk> => {
  const one = talk('cursor', `beside-${sessions++}`, '/p', ids);
  await note(one.person('Do it.'));
  return one;
};
const note = (event: Json | undefined) =>
  fire(event as Json, ['--host', 'cursor', '--as', 'gemini']);

/** What a hook of a dialect is told at a stop, and how often it was waited. */
async function stopOf(
  one: Talk,
  dialect: string,
  pause: (times: number) => void = () => {},
  answer: Json = {},
) {
  const told: Json[] = [];
  let pauses = 0;
  const args = line('cursor', dialect as 'gemini', 'stop');
  const hook = (given: Json) => {
    told.push(given);
    return answer;
  };
  const said = await fire(one.stop(), args, `stop-${dialect}`, hook, () => pause(++pauses));
  return { told, pauses, said };
}

describe.each([
  'gemini',
  'tabnine',
  'terminai',
  'claude',
  'codex',
  'qwen',
])('A stop of Cursor, under a hook of %s,', (dialect) => {
  test.each([
    1, 8, 16, 40,
  ])('is told with the response that is noted up to a second later: %i', async (times) => {
    const one = await begin();
    const { told, pauses } = await stopOf(one, dialect, (now) => {
      if (now === times) note(one.response('All done.'));
    });
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told[0])).toContain('All done.');
    expect(pauses).toBe(times);
  });

  test('is not held up where the response was noted before it', async () => {
    const one = await begin();
    await note(one.response('All done.'));
    const { told, pauses } = await stopOf(one, dialect);
    expect(JSON.stringify(told[0])).toContain('All done.');
    expect(pauses).toBe(0);
  });

  test('is told with the response of its own turn, never with one before it', async () => {
    for (const ids of [true, false]) {
      const one = await begin(ids);
      await note(one.response('First.'));
      await stopOf(one, dialect, undefined, goOn(dialect as 'gemini', 'Again.'));
      await note(one.followUp('Again.'));
      const { told } = await stopOf(one, dialect, (now) => {
        if (now === 3) note(one.response('Second.'));
      });
      const text = JSON.stringify(told[0]);
      expect(text).toContain('Second.');
      expect(text).not.toContain('First.');
    }
  });

  test('is waited for once and not for long where there is no response', async () => {
    const one = await begin();
    const { told, pauses } = await stopOf(one, dialect);
    expect(told).toHaveLength(1);
    expect(pauses).toBeGreaterThan(16);
    expect(pauses).toBeLessThan(100);
  });
});

test('Nothing is waited for where no entry notes anything, or the hook is not told a response', async () => {
  const fresh = talk('cursor', `beside-${sessions++}`);
  expect(await stopOf(fresh, 'gemini')).toMatchObject({ told: [{}], pauses: 0 });
  const one = await begin();
  for (const dialect of ['cursor', 'anyhook'])
    expect(await stopOf(one, dialect), dialect).toMatchObject({ told: [{}], pauses: 0 });
});
