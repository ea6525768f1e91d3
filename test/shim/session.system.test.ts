import { readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSession } from '../../src/shim/session.ts';
import { attempt } from '../../src/util/attempt.ts';
import { cursor, speaks, stop } from './payloads.ts';
import { folder, json, read, run, runExecutable, session } from './run.ts';
import { heard } from './verdict.ts';

const dir = folder();
const state = join(userInfo().homedir, '.anyhook', 'state');
/** State files that hold a text: other sessions come and go meanwhile. */
const holding = (text: string): string[] =>
  listed('').filter((name) => attempt(() => read(join(state, name)))?.includes(text));
/** Files below a folder; one that has gone since holds none. */
function listed(at: string): string[] {
  const all = attempt(() => readdirSync(join(state, at), { withFileTypes: true })) ?? [];
  return all.flatMap((one) =>
    one.isDirectory() ? listed(join(at, one.name)) : [join(at, one.name)],
  );
}
const go = ['--', `echo '{"followup_message":"go on"}'`];
const used: Record<string, unknown>[] = [];

type Family = 'gemini' | 'tabnine' | 'terminai';
/** One session of a host: its turns end, and a hook is asked. */
function talk(host: Family, args: string[] = go, runs = run) {
  const { session_id } = stop(host, dir);
  used.push({ host, session_id });
  let answer = 'Done.';
  return async (more: object = {}, flags: string[] = []) => {
    const payload = { ...stop(host, dir), session_id, prompt_response: answer, ...more };
    const said = await runs(['--host', host, ...speaks('cursor', 'stop'), ...flags, ...args], {
      stdin: payload,
    });
    expect(said.code).toBe(0);
    const { followUp } = heard(host, payload, said);
    if (followUp) answer += `\nAgain ${answer.length}.`; // a retry's response begins with the one before
    return { followUp, stderr: said.stderr };
  };
}

afterAll(() => {
  for (const { host, session_id } of used) {
    openSession(
      { id: String(host) },
      dir,
      { event: 'stop', session: String(session_id) },
      '',
    ).forget();
  }
});

describe('--loop-limit', () => {
  test.each([
    ['five times by default, as in Cursor', [], 5],
    ['twice if it is 2', ['--loop-limit', '2'], 2],
    ['never if it is 0', ['--loop-limit', '0'], 0],
  ])('lets a stop hook prompt the agent again %s', async (_, flags, limit) => {
    const turn = talk('gemini');
    for (let i = 0; i < limit; i++)
      expect((await turn({ stop_hook_active: i > 0 }, flags)).followUp, `${i}`).toBe('go on');
    const last = await turn({ stop_hook_active: limit > 0 }, flags);
    expect(last.followUp).toBeUndefined();
    expect(last.stderr).toMatch(/^anyhook: .*--loop-limit/);
  });

  test('lets a stop hook prompt the agent again without end if it is none', async () => {
    const turn = talk('gemini');
    for (let i = 0; i < 8; i++)
      expect((await turn({ stop_hook_active: i > 0 }, ['--loop-limit', 'none'])).followUp).toBe(
        'go on',
      );
  });

  test('counts a retry whose stop_hook_active was lost to a call of a tool', async () => {
    const turn = talk('gemini');
    const flags = ['--loop-limit', '2'];
    expect((await turn({}, flags)).followUp).toBe('go on');
    expect((await turn({ stop_hook_active: false }, flags)).followUp).toBe('go on');
    expect((await turn({ stop_hook_active: false }, flags)).followUp).toBeUndefined();
  });

  test('starts anew with a new prompt of a person', async () => {
    const turn = talk('gemini');
    const flags = ['--loop-limit', '1'];
    expect((await turn({}, flags)).followUp).toBe('go on');
    expect((await turn({ stop_hook_active: true }, flags)).followUp).toBeUndefined();
    const next = { prompt: 'Something else.', prompt_response: 'Other.', stop_hook_active: false };
    expect((await turn(next, flags)).followUp).toBe('go on');
  });

  test('counts two hooks apart, and two sessions as well', async () => {
    const one = talk('gemini');
    const flags = ['--loop-limit', '1'];
    expect((await one({}, [...flags, '--name', 'a'])).followUp).toBe('go on');
    expect((await one({}, [...flags, '--name', 'b'])).followUp).toBe('go on');
    expect((await talk('gemini')({}, flags)).followUp).toBe('go on');
  });

  test('ends a loop in TerminaI, which never sets stop_hook_active', async () => {
    const turn = talk('terminai');
    const outcomes = [];
    for (let i = 0; i < 7; i++) outcomes.push((await turn()).followUp);
    expect(outcomes).toEqual([...Array(5).fill('go on'), undefined, undefined]);
  });

  test('leaves the count to Cursor, which keeps its own', async () => {
    for (let i = 0; i < 7; i++) {
      const stdin = { ...stop('cursor', dir), loop_count: i };
      const args = [
        '--host',
        'cursor',
        ...speaks('anyhook', 'stop'),
        '--',
        `echo '{"followUp":"x"}'`,
      ];
      expect(json((await run(args, { stdin })).stdout)).toEqual({ followup_message: 'x' });
    }
  });

  test('lets three of five stops at once go on if it is 3', async () => {
    const turn = talk('gemini', go, runExecutable);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => turn({ prompt_response: 'Done.' }, ['--loop-limit', '3'])),
    );
    expect(all.filter(({ followUp }) => followUp === 'go on')).toHaveLength(3);
  });

  test('counts each of the hooks that run side by side', async () => {
    const turn = talk('gemini', go, runExecutable);
    const runs = Array.from({ length: 8 }, (_, i) =>
      turn({}, ['--name', `h${i}`, '--loop-limit', '1']),
    );
    for (const { followUp } of await Promise.all(runs)) expect(followUp).toBe('go on');
    for (let i = 0; i < 8; i++) {
      const again = await turn({ stop_hook_active: true }, [
        '--name',
        `h${i}`,
        '--loop-limit',
        '1',
      ]);
      expect(again.followUp, `h${i}`).toBeUndefined();
    }
  });
});

describe('What a session remembers', () => {
  test('gives a later stop hook the prompt and the response, and is gone after the end of the session', async () => {
    const id = session();
    const prompt = `Please ${session()}.`;
    const own = (event: string, more = {}) => ({
      ...cursor(event, { generation_id: 'g1', ...more }, dir),
      session_id: id,
      conversation_id: id,
    });
    const note = ['--host', 'cursor', '--as', 'gemini'];
    for (const payload of [
      own('beforeSubmitPrompt', { prompt, attachments: [] }),
      own('afterAgentResponse', { text: 'Here.' }),
    ])
      expect(['{"continue":true}\n', '{}\n']).toContain(
        (await run(note, { stdin: payload })).stdout,
      );
    const made = holding(prompt);
    expect(made).toHaveLength(1);
    const stat = statSync(join(state, made[0] as string));
    expect([stat.mode & 0o777, statSync(state).mode & 0o777]).toEqual([0o600, 0o700]);
    const hook = ['--', "grep -o '\"prompt[^,}]*' >&2"];
    const said = await run([...note, ...hook], {
      stdin: own('stop', { status: 'completed', loop_count: 0 }),
    });
    expect(said.stderr).toBe(`"prompt":"${prompt}"\n"prompt_response":"Here."\n`);
    await run([...note, '--', 'true'], { stdin: own('sessionEnd', { reason: 'completed' }) });
    expect(holding(prompt)).toEqual([]);
  });

  test.each([
    ['with no command', []],
    ['with a hook that is about something else', ['--event', 'BeforeTool', '--', 'true']],
    ['with a matcher that does not match', ['--matcher', 'clear', '--', 'true']],
    ['with a hook that fails', ['--', 'exit 3']],
  ])('is gone too when the session ends %s', async (_, rest) => {
    const id = session();
    const text = session();
    const own = (event: string, more = {}) => ({
      ...cursor(event, more, dir),
      session_id: id,
      conversation_id: id,
    });
    await run(['--host', 'cursor', '--as', 'gemini'], {
      stdin: own('afterAgentResponse', { text }),
    });
    expect(holding(id)).toEqual([]); // ids are hashed
    expect(holding(text)).toHaveLength(1);
    await run(['--host', 'cursor', '--as', 'gemini', ...rest], {
      stdin: own('sessionEnd', { reason: 'completed' }),
    });
    expect(holding(text)).toEqual([]);
  });
});
