// A runner that is missing, one that dies in the middle, a hook that hangs: guards refuse, and nothing
// else says anything.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CursorHooks, converted } from './converted.ts';
import type { Run } from './gemini.ts';
import { blocked, call, functionResponses, newTexts, outOfTime, shell } from './model-view.ts';
import { withNotes } from './notes.ts';
import { readIfThere, type Workspace } from './workspace.ts';

const deleteRunner = ({ project }: Workspace) => rmSync(join(project, '.anyhook/run.cjs'));

const emptyRunner = ({ project }: Workspace) =>
  writeFileSync(join(project, '.anyhook/run.cjs'), '');

const killed = (run: Run): string[] =>
  readIfThere(`${run.seenFile}.killed`)?.trim().split('\n') ?? [];

/** A hook whose answer nobody hears: it kills the runner first, if there is one. */
const hook = (answer: object) =>
  `"$CURSOR_PROJECT_DIR"/.cursor/hooks/kill-runner.sh '${JSON.stringify(answer)}'`;

const allows = hook({ permission: 'allow' });

const loggers: CursorHooks = {
  afterShellExecution: [{ command: hook({}) }],
  afterMCPExecution: [{ command: hook({}), failClosed: true }],
  afterFileEdit: [{ command: hook({}) }],
  postToolUse: [{ command: hook({ additional_context: 'Nobody hears this.' }) }],
};

const turns = [
  shell('echo ran > made.txt'),
  call('mcp_my-notes_write_note', { text: 'lunch at noon' }),
  call('read_file', { file_path: 'readme.txt' }),
  call('write_file', { file_path: 'fresh.txt', content: 'all of it\n' }),
];

const files = { 'readme.txt': 'harmless words' };

const answers = (run: Run) => run.requests.slice(1).map((one) => functionResponses(one)[0]);

describe.each([
  ['deleted', { prepare: deleteRunner }, 0, 'run.cjs is missing'],
  ['emptied', { prepare: emptyRunner }, 0, 'run.cjs gave no answer'],
  ['killed', {}, 1, 'the runner was ended by signal 9'],
] as const)('with the runner %s', (_, how, kills, reason) => {
  test('guards refuse shell, MCP and read calls, whatever a failure means in Cursor', async () => {
    const run = await converted({
      ...how,
      cursor: {
        beforeShellExecution: [{ command: allows }],
        beforeMCPExecution: [{ command: allows, failClosed: true }],
        beforeReadFile: [{ command: allows }],
        ...loggers,
      },
      settings: withNotes,
      files,
      turns,
    });
    for (const at of [1, 2, 3]) expect(blocked(run.requests[at])).toContain(reason);
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('notes.txt')).toBeUndefined();
    // What a guard of reads would have to look at cannot be told without the runner.
    if (kills) expect(run.file('fresh.txt')).toBe('all of it\n');
    if (kills) expect(answers(run)[3]?.output).toContain('Successfully');
    expect(run.exitCode).toBe(0);
    // the three guards, and what logs a file that was written
    expect(killed(run)).toHaveLength(5 * kills);
  });

  test('hooks that are no guards refuse nothing, give the model no text and ask for no follow-up', async () => {
    const run = await converted({
      ...how,
      cursor: {
        stop: [{ command: hook({ followup_message: 'Once more.' }) }],
        ...loggers,
      },
      settings: withNotes,
      files,
      turns,
      prompt: 'Go.',
    });
    expect(newTexts(run.requests[0])).toContain('Go.');
    expect(run.file('made.txt')).toBe('ran\n');
    expect(run.file('notes.txt')).toBe('lunch at noon\n');
    expect(run.file('fresh.txt')).toBe('all of it\n');
    const outputs = answers(run).map((answer) => answer?.output);
    expect(outputs.join()).not.toMatch(/anyhook:|hook_context/);
    expect(outputs).toEqual([
      expect.any(String),
      expect.stringContaining('noted: lunch at noon'),
      'harmless words',
      expect.stringContaining('Successfully'),
    ]);
    expect(run.requests.slice(1).flatMap(newTexts)).toEqual([]);
    expect(run.requests).toHaveLength(5);
    expect(run.exitCode).toBe(0);
    expect(killed(run)).toHaveLength(8 * kills);
  });

  test('a guard of prompts lets no prompt reach the model, and says why', async () => {
    const guard = { command: hook({ continue: true }) };
    const run = await converted({ ...how, cursor: { beforeSubmitPrompt: [guard] } });
    expect(run.requests).toEqual([]);
    expect(run.stdout + run.stderr).toContain(reason);
    expect(run.exitCode).toBe(0);
    expect(killed(run)).toHaveLength(kills);
  });
});

test('a guard that runs out of time refuses before the time limit of the client ends', async () => {
  const run = await converted({
    cursor: {
      beforeShellExecution: [{ command: '.cursor/hooks/hang.sh', timeout: 1, failClosed: true }],
    },
    turns: [shell('echo ran > made.txt'), { text: 'That was all.' }],
  });
  const settings = JSON.parse(run.file('.gemini/settings.json') ?? '');
  const [entry] = settings.hooks.BeforeTool[0].hooks;
  expect(entry.command).toContain('--timeout 1s');
  expect(entry.timeout).toBeGreaterThan(1000);
  expect(blocked(run.requests[1])).toMatch(outOfTime);
  expect(run.file('made.txt')).toBeUndefined();
  expect(run.stdout).toContain('That was all.');
  expect(run.exitCode).toBe(0);
});
