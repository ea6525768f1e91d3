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

describe('without --host', () => {
  test.each(hosts)('%s is recognised by its payload', async (host) => {
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

  test('one that cannot be told from its family: a refusal that everybody hears', async () => {
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

  test('the same with --host: a rewrite lands', async () => {
    const said = await run(['--host', 'gemini', ...pre, ...rewrite], {
      stdin: unknown(shell('gemini')),
    });
    expect(json(said.stdout)).toMatchObject({
      hookSpecificOutput: { tool_input: { command: 'safe' } },
    });
  });

  test('a stop in doubt is said as all of them hear it', async () => {
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
  ])('%s: no gate is ruled out, so everybody is refused', async (_, stdin) => {
    const said = await run(['--as', 'gemini', '--', 'exit 0'], { stdin });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toContain('--host');
    expect(said).toMatchObject({ stdout: '', code: 2 });
    const stop = await run(['--as', 'gemini', '--event', 'AfterAgent', '--', 'exit 0'], { stdin });
    expect(stop).toMatchObject({ stdout: '', code: 0 }); // what the line says counts
  });
});

describe('without a command', () => {
  test.each(hosts)('%s hears nothing', async (host) => {
    for (const payload of [shell(host), stop(host)]) {
      const said = await run(['--host', host, '--as', 'anyhook'], { stdin: payload });
      expect(said).toMatchObject({ stdout: '{}\n', stderr: '', code: 0 });
    }
  });
});
