import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gemini } from './gemini.ts';
import { cursor } from './hook.ts';
import { blocked, call, functionResponses, shell } from './model-view.ts';
import { shellQuote } from './workspace.ts';

const guard = cursor('beforeShellExecution', '.cursor/hooks/guard-shell.sh');

describe('a beforeShellExecution hook', () => {
  test("is given Cursor's payload of commands alone; those that it denies do not run, and its reason reaches the model", async () => {
    const run = await gemini({
      hooks: { BeforeTool: [guard] },
      turns: [
        shell('touch made.txt && rm -rf build'),
        shell('echo hello > hello.txt'),
        call('write_file', { file_path: 'a.txt', content: 'rm -rf /' }),
        call('read_file', { file_path: 'a.txt' }),
      ],
      files: { 'build/out.js': 'built' },
    });
    expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('build/out.js')).toBe('built');
    expect(functionResponses(run.requests[2])).toMatchObject([{ output: expect.any(String) }]);
    expect(run.file('hello.txt')).toBe('hello\n');
    expect(run.file('a.txt')).toBe('rm -rf /');
    expect(functionResponses(run.requests[4])).toEqual([{ output: 'rm -rf /' }]);
    const payloads = run.seen('beforeShellExecution');
    expect(payloads).toMatchObject([
      { command: 'touch made.txt && rm -rf build' },
      {
        command: 'echo hello > hello.txt',
        workspace_roots: [run.project],
        conversation_id: expect.stringMatching(/./),
      },
    ]);
    expect(payloads[1]).not.toHaveProperty('tool_name');
    expect(run.exitCode).toBe(0);
  });

  test('denies by exit code 2 with its stderr as the reason', async () => {
    const run = await gemini({
      hooks: {
        BeforeTool: [cursor('beforeShellExecution', '.cursor/hooks/guard-shell-exit2.sh')],
      },
      turns: [shell('touch made.txt && git push')],
    });
    expect(blocked(run.requests[1])).toContain('Pushing is up to a person.');
    expect(run.file('made.txt')).toBeUndefined();
  });
});

describe("in a project folder named my 'odd' $(x) proj", () => {
  const projectName = "my 'odd' $(x) proj";
  const turns = [shell('touch made.txt && rm -rf build'), shell('echo fine > fine.txt')];

  test('a script named relative to the project still denies', async () => {
    const run = await gemini({ projectName, turns, hooks: { BeforeTool: [guard] } });
    expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('fine.txt')).toBe('fine\n');
  });

  test('a script named by its absolute path still denies', async () => {
    const run = await gemini({
      projectName,
      turns,
      hooks: ({ project }) => {
        const script = shellQuote(join(project, '.cursor/hooks/guard-shell.sh'));
        return { BeforeTool: [cursor('beforeShellExecution', script)] };
      },
    });
    expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.seen('beforeShellExecution')[0]).toMatchObject({ workspace_roots: [run.project] });
  });
});

describe('an afterShellExecution hook', () => {
  test('is given the command and what it printed', async () => {
    const run = await gemini({
      hooks: { AfterTool: [cursor('afterShellExecution', '.cursor/hooks/audit.sh')] },
      turns: [shell('echo one; echo two')],
    });
    expect(run.seen('afterShellExecution')).toMatchObject([
      { command: 'echo one; echo two', output: expect.stringContaining('one\ntwo') },
    ]);
    expect(functionResponses(run.requests[1])[0]?.output).toContain('one\ntwo');
  });
});
