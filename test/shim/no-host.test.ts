import { describe, expect, test } from 'vitest';
import { family, hosts, shell, speaks, stop } from './payloads.ts';
import { json, oneLine, run } from './run.ts';

const deny = ['--', `echo '{"permission":"deny","user_message":"no"}'`];
const ask = ['--ask', 'host', '--', `echo '{"permission":"ask","user_message":"sure?"}'`];
const halt = ['--', `echo '{"halt":true,"haltReason":"enough"}'`];
const rewrite = [
  '--',
  `echo '{"permission":"allow","updated_input":{"command":"safe","cwd":"","timeout":30000}}'`,
];
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

  test('one that cannot be told from its family: what all of them honour', async () => {
    const stdin = unknown(shell('gemini'));
    const say = async (args: string[], env = {}) => json((await run(args, { stdin, env })).stdout);
    expect(await say([...speaks('cursor'), ...deny])).toMatchObject({
      decision: 'deny',
      reason: 'no',
    });
    expect(await say([...speaks('cursor'), ...ask])).toMatchObject({ decision: 'deny' });
    expect(await say([...speaks('anyhook'), ...halt])).toMatchObject({ decision: 'deny' });
    expect(await say([...pre, ...rewrite])).toMatchObject({ decision: 'deny' });
    // The environment, which a project's .env may set, makes nothing weaker.
    for (const name of ['GEMINI_PROJECT_DIR', 'TABNINE_PROJECT_DIR', 'CURSOR_PROJECT_DIR'])
      expect(await say([...pre, ...rewrite], { [name]: '/tmp' })).toMatchObject({
        decision: 'deny',
      });
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
  ])('%s: one line, and no verdict', async (_, stdin) => {
    const said = await run(['--as', 'gemini', '--on-failure', 'block', '--', 'exit 2'], { stdin });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toContain('--host');
    expect(said).toMatchObject({ stdout: '', code: 0 });
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
