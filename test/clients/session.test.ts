import { describe, expect, test } from 'vitest';
import { gemini, type Run } from './gemini.ts';
import { cursor, shim } from './hook.ts';
import { newTexts, shell } from './model-view.ts';

const loopCounts = (run: Run) => run.seen('stop').map(({ loop_count }) => loop_count);

describe('a sessionStart hook', () => {
  test('gives the model its context with the first prompt', async () => {
    const run = await gemini({
      hooks: { SessionStart: [cursor('sessionStart', '.cursor/hooks/project-notes.sh')] },
      turns: [{ text: 'Noted.' }],
      prompt: 'What should I know?',
    });
    const texts = newTexts(run.requests[0]).join('\n');
    expect(texts).toContain('The staging database is read-only on Fridays.');
    expect(texts).toContain('What should I know?');
    expect(run.seen('sessionStart')).toMatchObject([{ workspace_roots: [run.project] }]);
  });
});

describe('a beforeSubmitPrompt hook', () => {
  const hooks = {
    BeforeAgent: [cursor('beforeSubmitPrompt', '.cursor/hooks/guard-prompt.sh')],
  };

  test('keeps a prompt that it refuses from the model', async () => {
    const run = await gemini({ hooks, prompt: 'Use sk-live-123 to log in.' });
    expect(run.requests).toEqual([]);
    expect(run.stdout + run.stderr).toContain('Take the key out of your prompt.');
    expect(run.exitCode).toBe(0);
  });

  test('lets another prompt reach the model', async () => {
    const run = await gemini({ hooks, prompt: 'Log in.', turns: [{ text: 'I logged in.' }] });
    expect(newTexts(run.requests[0])).toContain('Log in.');
    expect(run.requests).toHaveLength(1);
    expect(run.stdout).toContain('I logged in.');
    expect(run.seen('beforeSubmitPrompt')).toMatchObject([{ prompt: 'Log in.' }]);
  });
});

describe('a stop hook', () => {
  test('makes its follow-up the next user message', async () => {
    const run = await gemini({
      hooks: { AfterAgent: [cursor('stop', '.cursor/hooks/run-the-tests.mjs')] },
      turns: [{ text: 'Built.' }, shell('echo passed > tests.txt'), { text: 'They pass.' }],
      prompt: 'Build it.',
    });
    expect(newTexts(run.requests[1])).toEqual(['Now run the tests.']);
    expect(run.requests).toHaveLength(3);
    expect(run.file('tests.txt')).toBe('passed\n');
    expect(loopCounts(run)).toEqual([0, 1]);
    expect(run.seen('stop')[0]).toMatchObject({ status: 'completed' });
    expect(run.exitCode).toBe(0);
  });

  test('is granted five follow-ups at most', async () => {
    const run = await gemini({
      hooks: { AfterAgent: [cursor('stop', '.cursor/hooks/keep-going.sh')] },
      prompt: 'Start.',
    });
    const prompts = run.requests.map((request) => newTexts(request).at(-1));
    expect(prompts).toEqual(['Start.', ...Array(5).fill('Keep going.')]);
    expect(loopCounts(run).slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(run.exitCode).toBe(0);
  });

  test('is granted as many follow-ups as --loop-limit says', async () => {
    const run = await gemini({
      hooks: { AfterAgent: [cursor('stop', '.cursor/hooks/keep-going.sh', '--loop-limit 2')] },
      prompt: 'Start.',
    });
    const prompts = run.requests.map((request) => newTexts(request).at(-1));
    expect(prompts).toEqual(['Start.', 'Keep going.', 'Keep going.']);
    expect(loopCounts(run).slice(0, 2)).toEqual([0, 1]);
    expect(run.exitCode).toBe(0);
  });

  test('is held to its limit although every follow-up makes the model call a tool', async () => {
    const turn = [shell('echo again >> log.txt'), { text: 'Again.' }];
    const run = await gemini({
      hooks: { AfterAgent: [cursor('stop', '.cursor/hooks/keep-going.sh', '--loop-limit 2')] },
      turns: Array(10).fill(turn).flat(),
    });
    expect(run.file('log.txt')).toBe('again\n'.repeat(3));
    expect(loopCounts(run).slice(0, 2)).toEqual([0, 1]);
    expect(run.exitCode).toBe(0);
  });

  test('in the dialect of Tabnine is held to its --loop-limit as well', async () => {
    const never = `cat >> stops.txt; echo '{"decision":"deny","reason":"Again."}'`;
    const run = await gemini({
      hooks: { AfterAgent: [shim(['--as tabnine', '--loop-limit 3'], never)] },
      turns: [{ text: 'One.' }, shell('echo two > two.txt'), { text: 'Two.' }],
      prompt: 'Start.',
    });
    const texts = run.requests.map((request) => newTexts(request).at(-1));
    // The second turn takes two requests, of which the later brings a tool's result.
    expect(texts).toEqual(['Start.', 'Again.', undefined, 'Again.', 'Again.']);
    expect(run.file('stops.txt')?.trim().split('\n')).toHaveLength(4);
    expect(run.stderr).not.toContain('RangeError');
    expect(run.exitCode).toBe(0);
  });
});
