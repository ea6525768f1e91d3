// A hook that asks for a halt ends the session: no later tool runs, and the model is asked no more.
import { describe, expect, test } from 'vitest';
import { gemini, type Hooks } from './gemini.ts';
import { cursor, direct, shim } from './hook.ts';
import { call, shell } from './model-view.ts';

const turns = [
  shell('echo one > one.txt'),
  shell('echo two > two.txt'),
  { text: 'All of it is done.' },
];

const enough = `echo '{"continue":false,"stopReason":"The budget is spent."}'`;
const canonical = (event: string, script: string, ...flags: string[]) =>
  shim(['--as anyhook', `--event ${event}`, ...flags], script);
const halts = `echo '{"halt":true,"haltReason":"The budget is spent."}'`;

describe('a halt', () => {
  test('of a Tabnine script before a tool ends the session before the tool runs', async () => {
    const run = await gemini({
      hooks: {
        BeforeTool: [shim(['--as tabnine'], enough)],
        AfterTool: [direct('echo x >> after.txt')],
        AfterAgent: [cursor('stop', '.cursor/hooks/keep-going.sh')],
      },
      turns,
    });
    expect(run.file('one.txt')).toBeUndefined();
    expect(run.file('after.txt')).toBeUndefined();
    expect(run.requests).toHaveLength(1);
    expect(run.stdout + run.stderr).toContain('The budget is spent.');
    expect(run.stdout).not.toContain('All of it is done.');
    expect(run.seen('stop')).toEqual([]);
    expect(run.exitCode).toBe(0);
  });

  test('of one guard ends the session although other guards allow the call', async () => {
    const run = await gemini({
      hooks: {
        BeforeTool: [
          cursor('preToolUse', `echo '{"permission":"allow"}'`),
          shim(['--as tabnine', '--matcher shell'], enough),
          cursor('beforeShellExecution', `echo '{"permission":"allow"}'`),
        ],
      },
      turns: [call('write_file', { file_path: 'zero.txt', content: 'zero' }), ...turns],
    });
    expect(run.file('zero.txt')).toBe('zero');
    expect(run.file('one.txt')).toBeUndefined();
    expect(run.requests).toHaveLength(2);
    expect(run.exitCode).toBe(0);
  });

  test('after a tool ends the session before the next tool runs', async () => {
    const run = await gemini({ hooks: { AfterTool: [canonical('after-tool', halts)] }, turns });
    expect(run.file('one.txt')).toBe('one\n');
    expect(run.file('two.txt')).toBeUndefined();
    expect(run.requests).toHaveLength(1);
    expect(run.stdout + run.stderr).toContain('The budget is spent.');
    expect(run.exitCode).toBe(0);
  });

  test('on a prompt ends the session before any request to the model', async () => {
    const run = await gemini({ hooks: { BeforeAgent: [canonical('prompt', halts)] }, turns });
    expect(run.requests).toEqual([]);
    expect(run.stdout + run.stderr).toContain('The budget is spent.');
    expect(run.exitCode).toBe(0);
  });
});

describe('a halt that Gemini CLI has no form for', () => {
  const note = cursor('beforeSubmitPrompt', `echo '{"continue":true}'`);
  const asked = `echo x >> asked.txt; echo '{"permission":"allow"}'`;
  const gate = (...flags: string[]) => cursor('beforeShellExecution', asked, ...flags);

  test('ends the session at the next gate whose line has --halt strict, and runs no hook there', async () => {
    const run = await gemini({
      hooks: {
        BeforeAgent: [note],
        PreCompress: [canonical('compact', halts)],
        BeforeTool: [gate('--halt strict')],
      },
      turns: [call('write_file', { file_path: 'zero.txt', content: 'zero' }), ...turns],
    });
    expect(run.file('zero.txt')).toBeUndefined(); // whatever the tool
    expect(run.file('asked.txt')).toBeUndefined();
    expect(run.requests).toHaveLength(1);
    expect(run.stdout + run.stderr).toContain('The budget is spent.');
    expect(run.exitCode).toBe(0);
  });

  test('has no effect at a gate whose line has no --halt strict', async () => {
    const hooks = { PreCompress: [canonical('compact', halts)], BeforeTool: [gate()] };
    const run = await gemini({ hooks, turns });
    expect(run.file('two.txt')).toBe('two\n');
    expect(run.stdout).toContain('All of it is done.');
  });

  test.each([
    ['still ends the session', 'if no hook notes prompts', {}, undefined, 1],
    [
      'has no effect any more',
      'after a noted prompt of a person',
      { BeforeAgent: [note] },
      'one\n',
      3,
    ],
  ] as const)('%s %s', async (_, __, noted, one, requests) => {
    const run = await gemini({
      hooks: {
        SessionStart: [canonical('session-start', halts)],
        ...(noted as Hooks),
        BeforeTool: [gate('--halt strict')],
      },
      turns,
    });
    expect(run.file('one.txt')).toBe(one);
    expect(run.requests).toHaveLength(requests);
    expect(run.exitCode).toBe(0);
  });
});

test('with --halt strict, a halt that Gemini CLI has a form for ends the session too', async () => {
  const gate = canonical('before-tool', halts, '--halt strict');
  const run = await gemini({ hooks: { BeforeTool: [gate] }, turns });
  expect(run.file('one.txt')).toBeUndefined();
  expect(run.requests).toHaveLength(1);
  expect(run.exitCode).toBe(0);
});
