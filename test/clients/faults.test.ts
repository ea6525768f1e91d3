import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alive } from '../shim/run.ts';
import { gemini, type Run } from './gemini.ts';
import { cursor, hostTimeout } from './hook.ts';
import { blocked, shell } from './model-view.ts';

const turns = [shell('echo ran > made.txt')];

function hungProcesses(run: Run): number[] {
  return readFileSync(`${run.seenFile}.pids`, 'utf8').trim().split('\n').map(Number);
}

describe('with --on-failure block', () => {
  test('a script that crashes blocks the tool', async () => {
    const hook = cursor('beforeShellExecution', '.cursor/hooks/crash.sh', '--on-failure block');
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
    expect(blocked(run.requests[1])).toMatch(/failed|exit/i);
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.seen('beforeShellExecution')).toHaveLength(1);
    expect(run.exitCode).toBe(0);
  });

  test('a script that does not exist blocks the tool', async () => {
    const hook = cursor('beforeShellExecution', '.cursor/hooks/gone.sh', '--on-failure block');
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
    expect(blocked(run.requests[1])).toMatch(/\w/);
    expect(run.file('made.txt')).toBeUndefined();
  });

  test('a script that hangs blocks the tool and leaves no process', async () => {
    const flags = ['--timeout 1s', '--on-failure block'];
    const hook = cursor('beforeShellExecution', '.cursor/hooks/hang.sh', ...flags);
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
    expect(hungProcesses(run)).toHaveLength(2);
    expect(hungProcesses(run).filter(alive)).toEqual([]);
    expect(blocked(run.requests[1])).toMatch(/out of time|timed? ?out|too long/i);
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.exitCode).toBe(0);
  });
});

describe('without --on-failure, as in Cursor', () => {
  test('a script that crashes lets the tool run', async () => {
    const hook = cursor('beforeShellExecution', '.cursor/hooks/crash.sh');
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
    expect(run.seen('beforeShellExecution')).toHaveLength(1);
    expect(run.file('made.txt')).toBe('ran\n');
  });

  test('a script that prints no JSON blocks the tool', async () => {
    const hook = cursor('beforeShellExecution', 'echo all is well');
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
    expect(blocked(run.requests[1])).toMatch(/\w/);
    expect(run.file('made.txt')).toBeUndefined();
  });

  test('a script that prints nothing lets the tool run', async () => {
    const hook = cursor('beforeShellExecution', '.cursor/hooks/audit.sh');
    const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
    expect(run.seen('beforeShellExecution')).toHaveLength(1);
    expect(run.file('made.txt')).toBe('ran\n');
  });
});

test('a script and its children end if the time limit of the host ends first', async () => {
  const hook = hostTimeout(1500, cursor('beforeShellExecution', '.cursor/hooks/hang.sh'));
  const run = await gemini({ hooks: { BeforeTool: [hook] }, turns });
  expect(hungProcesses(run)).toHaveLength(2);
  expect(hungProcesses(run).filter(alive)).toEqual([]);
  expect(run.exitCode).toBe(0);
});
