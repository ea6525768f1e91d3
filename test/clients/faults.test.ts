import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alive } from '../shim/run.ts';
import { converted } from './converted.ts';
import { gemini, type HookEntry, type Run } from './gemini.ts';
import { byCall, cursor, hostTimeout } from './hook.ts';
import { blocked, outOfTime, shell } from './model-view.ts';

function hungProcesses(run: Run): number[] {
  return readFileSync(`${run.seenFile}.pids`, 'utf8').trim().split('\n').map(Number);
}

const guard = (script: string, ...flags: string[]) =>
  cursor('beforeShellExecution', script, ...flags);

/** Scripts by the word of the call that they are asked about, and the reason of those that refuse. */
const scripts: Record<string, [entry: HookEntry, refuses?: RegExp]> = {
  'crash-block': [guard('.cursor/hooks/crash.sh', '--on-failure block'), /failed|exit/i],
  'gone-block': [guard('.cursor/hooks/gone.sh', '--on-failure block'), /\w/],
  'hang-block': [guard('.cursor/hooks/hang.sh', '--timeout 1s', '--on-failure block'), outOfTime],
  'crash-alone': [guard('.cursor/hooks/crash.sh')],
  'no-json': [guard('echo all is well'), /\w/],
  silent: [guard('.cursor/hooks/audit.sh')],
};

test('a script that crashes, hangs or is not there blocks the tool with --on-failure block, and without it does as in Cursor', async () => {
  const entries = Object.entries(scripts).map(([word, [entry]]) => [word, entry] as const);
  const words = Object.keys(scripts);
  const run = await gemini({
    hooks: { BeforeTool: [byCall(Object.fromEntries(entries))] },
    turns: words.map((word) => shell(`echo ran > ${word}.txt`)),
  });
  for (const [i, word] of words.entries()) {
    const refuses = scripts[word]?.[1];
    if (refuses) expect(blocked(run.requests[i + 1]), word).toMatch(refuses);
    expect(run.file(`${word}.txt`), word).toBe(refuses ? undefined : 'ran\n');
  }
  const told = run.seen('beforeShellExecution').map(({ command }) => command);
  const heard = ['crash-block', 'crash-alone', 'silent'].map((word) => `echo ran > ${word}.txt`);
  expect(told).toEqual(expect.arrayContaining(heard));
  expect(hungProcesses(run)).toHaveLength(2);
  expect(hungProcesses(run).filter(alive)).toEqual([]);
  expect(run.exitCode).toBe(0);
});

test('a script and its children end if the time limit of the host ends first', async () => {
  const hook = hostTimeout(1500, guard('.cursor/hooks/hang.sh'));
  const turns = [shell('echo ran > made.txt')];
  const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
  expect(hungProcesses(run)).toHaveLength(2);
  expect(hungProcesses(run).filter(alive)).toEqual([]);
  expect(run.exitCode).toBe(0);
});

test('a converted guard that runs out of time refuses before the time limit of the client ends', async () => {
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
