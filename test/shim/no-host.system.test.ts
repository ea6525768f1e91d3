import { describe, expect, test } from 'vitest';
import { family, hosts, shell, speaks, stop } from './payloads.ts';
import { json, oneLine, run } from './run.ts';
import { heard, refused } from './verdict.ts';

const deny = ['--', `echo '{"permission":"deny","user_message":"no"}'`];
const ask = ['--ask', 'host', '--', `echo '{"permission":"ask","user_message":"sure?"}'`];
const halt = ['--', `echo '{"halt":true,"haltReason":"enough"}'`];
const rewrite = ['--', `echo '{"permission":"allow","updated_input":{"command":"safe","cwd":""}}'`];
const unknown = (payload: object) => ({ ...payload, transcript_path: '' });
const pre = ['--as', 'cursor', '--event', 'preToolUse'];

describe('The agent of a payload', () => {
  test.each(hosts)('is recognised as %s without --host', async (host) => {
    const said = await run([...speaks('anyhook'), '--', 'echo no >&2; exit 2'], {
      stdin: shell(host),
    });
    const wanted =
      host === 'cursor'
        ? { permission: 'deny', user_message: 'no' }
        : { decision: 'deny', reason: 'no' };
    expect(json(said.stdout)).toMatchObject(wanted);
    expect('stopReason' in json(said.stdout)).toBe(false);
  });

  test('gets a refusal that every agent hears where it cannot be told from its family', async () => {
    const stdin = unknown(shell('gemini'));
    const say = async (args: string[], env = {}) => {
      const said = await run(args, { stdin, env });
      expect(said).toMatchObject({ stdout: '', code: 2 });
      for (const host of hosts)
        expect(refused(heard(host, shell(host), said)), `${host}: ${said.stderr}`).toBe(true);
      return said.stderr;
    };
    expect(await say([...speaks('cursor'), ...deny])).toBe('no\n');
    expect(await say([...speaks('cursor'), ...ask])).toContain('sure?');
    expect(await say([...speaks('anyhook'), ...halt])).toContain('enough');
    expect(await say([...pre, ...rewrite])).toContain('safe');
    // The environment, which a project's .env may set, makes nothing weaker.
    for (const name of ['GEMINI_PROJECT_DIR', 'TABNINE_PROJECT_DIR', 'CURSOR_PROJECT_DIR'])
      expect(await say([...pre, ...rewrite], { [name]: '/tmp' })).toContain('safe');
  });

  test('gets a rewrite where --host names it', async () => {
    const said = await run(['--host', 'gemini', ...pre, ...rewrite], {
      stdin: unknown(shell('gemini')),
    });
    expect(json(said.stdout)).toMatchObject({
      hookSpecificOutput: { tool_input: { command: 'safe' } },
    });
  });

  test('gets a follow-up as every candidate hears it where it is in doubt', async () => {
    const args = [
      ...speaks('cursor', 'stop'),
      '--loop-limit',
      'none',
      '--',
      `echo '{"followup_message":"go"}'`,
    ];
    const said = await run(args, { stdin: unknown(stop('gemini')) });
    expect(json(said.stdout)).toEqual({ decision: 'deny', reason: 'go' });
  });

  test.each([
    ['no agent has the event', family('gemini', 'BeforeLunch')],
    ['there is no event', { session_id: 'x' }],
    ['the event is of no text', { hook_event_name: ['BeforeTool'] }],
  ])('is refused by exit code 2 where no gate can be ruled out: %s', async (_, stdin) => {
    const said = await run(['--as', 'gemini', '--', 'exit 0'], { stdin });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toContain('--host');
    expect(said).toMatchObject({ stdout: '', code: 2 });
    const stop = await run(['--as', 'gemini', '--event', 'AfterAgent', '--', 'exit 0'], { stdin });
    expect(stop).toMatchObject({ stdout: '', code: 0 }); // what the line says counts
  });
});

describe('A line without a command', () => {
  test.each(hosts)('prints nothing but the neutral response on %s', async (host) => {
    for (const payload of [shell(host), stop(host)]) {
      const said = await run(['--host', host, '--as', 'anyhook'], { stdin: payload });
      expect(said).toMatchObject({ stdout: '{}\n', stderr: '', code: 0 });
    }
  });
});
