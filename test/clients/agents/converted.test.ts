// What the packed converter writes for every real client, in a project of an odd name.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksFile, projectName } from '../converted.ts';
import { anyhook } from '../packed.ts';
import { readIfThere, type Workspace } from '../workspace.ts';
import type { Client, Run } from './client.ts';
import { clients, type Host, others, session, type Test } from './index.ts';

type CursorHooks = Parameters<typeof hooksFile>[0];

/** A session after `anyhook convert cursor`, which is told on to the client. */
const converted = (id: Host, cursor: CursorHooks, { prepare, files, ...more }: Test) =>
  session(id, {
    projectName,
    notes: true,
    ...more,
    files: { '.cursor/hooks.json': hooksFile(cursor), ...files },
    prepare(workspace) {
      anyhook(workspace, 'convert', 'cursor', id, '--write');
      prepare?.(workspace);
    },
  });

const turns =
  ({ calls }: Client) =>
  ({ project }: Workspace) =>
    [
      calls.shell('touch made.txt && rm -rf build'),
      calls.shell('echo fine > fine.txt'),
      calls.note('salaries: 1, 2, 3'),
      calls.note('lunch at noon'),
      calls.write(join(project, 'fresh.txt'), 'all of it\n'),
    ].map((call) => ({ calls: [call] }));

const killed = (run: Run): string[] =>
  readIfThere(`${run.seenFile}.killed`)?.trim().split('\n') ?? [];

/** What becomes of the runner before calls, and before a prompt: every client meets both. */
const fatesOf = (id: (typeof others)[number]) =>
  others.indexOf(id) % 2 ? (['killed', 'deleted'] as const) : (['deleted', 'killed'] as const);

// Gemini CLI has these in convert.test.ts and convert-faults.test.ts.
describe.each(others)('hooks converted from Cursor to %s', (id) => {
  const client = clients[id];

  test('refuse and let through what they do in Cursor, hear of an edit, and ask for a follow-up', async () => {
    const run = await converted(
      id,
      {
        beforeShellExecution: [
          { command: '.cursor/hooks/guard-shell.sh' },
          { command: `"$CURSOR_PROJECT_DIR"/.cursor/hooks/no-words.mjs 'literal $HOME' it\\'s` },
        ],
        beforeMCPExecution: [
          { command: '"$CURSOR_PROJECT_DIR/.cursor/hooks/guard-mcp.mjs"', failClosed: true },
        ],
        beforeSubmitPrompt: [{ command: '.cursor/hooks/guard-prompt.sh', failClosed: true }],
        afterFileEdit: [{ command: '.cursor/hooks/audit.sh' }],
        stop: [{ command: '.cursor/hooks/run-the-tests.mjs' }],
      },
      {
        files: { 'build/out.js': 'built' },
        turns: (workspace) => [
          ...turns(client)(workspace),
          { calls: [client.calls.shell("echo it's > its.txt")] },
        ],
      },
    );
    expect(run.result(0)).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('build/out.js')).toBe('built');
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.result(2)).toContain('Salaries are not written down.');
    expect(run.file('notes.txt')).toBe('lunch at noon\n');
    expect(run.file('fresh.txt')).toBe('all of it\n');
    expect(run.result(5)).toContain(`Not said here: ${JSON.stringify(['literal $HOME', "it's"])}`);
    expect(run.file('its.txt')).toBeUndefined();
    const told = (event: string) => run.seen().filter((one) => one.hook_event_name === event);
    expect(told('afterFileEdit')).toMatchObject([
      {
        file_path: join(run.project, 'fresh.txt'),
        edits: [{ old_string: '', new_string: 'all of it\n' }],
      },
    ]);
    expect(told('stop').length).toBeGreaterThan(0);
    expect(run.told).toContain('Now run the tests.');
    expect(run.exitCode).toBe(0);
  });

  const deleteRunner = ({ project }: Workspace) => rmSync(join(project, '.anyhook/run.cjs'));
  /** A killed runner is killed by the hook itself. */
  const preparedFor = (fate: 'deleted' | 'killed'): Test =>
    fate === 'deleted' ? { prepare: deleteRunner } : {};
  /** A hook whose answer nobody hears: it kills the runner first, if there is one. */
  const hook = (answer: object) =>
    `"$CURSOR_PROJECT_DIR"/.cursor/hooks/kill-runner.sh '${JSON.stringify(answer)}'`;
  const allows = hook({ permission: 'allow' });

  const [beforeCalls, beforePrompt] = fatesOf(id);
  test(`with the runner ${beforeCalls} refuse every guarded call, and give the model no context and no follow-up`, async () => {
    const dies = beforeCalls === 'killed';
    const run = await converted(
      id,
      {
        beforeShellExecution: [{ command: allows }],
        beforeMCPExecution: [{ command: allows, failClosed: true }],
        afterShellExecution: [{ command: hook({}) }],
        postToolUse: [{ command: hook({ additional_context: 'Nobody hears this.' }) }],
        stop: [{ command: hook({ followup_message: 'Once more.' }) }],
      },
      { ...preparedFor(beforeCalls), turns: turns(client) },
    );
    const reason = dies ? 'the runner was ended by signal 9' : 'run.cjs is missing';
    // Where only JSON refuses, the line has the words, and the loader's reason is on stderr.
    const hears = ['copilot', 'qwen'].includes(id) ? 'this hook gave no answer' : reason;
    for (const at of [0, 1, 2, 3]) expect(run.result(at)).toContain(hears);
    for (const name of ['made.txt', 'fine.txt', 'notes.txt'])
      expect(run.file(name)).toBeUndefined();
    // Where no matcher tells MCP's tools from others, what guards them is asked about all.
    if (dies) expect(run.file('fresh.txt')).toBe('all of it\n');
    expect(run.told).not.toContain('Nobody hears this.');
    expect(run.told).not.toContain('Once more.');
    expect(run.exitCode).toBe(0);
    expect(killed(run).length > 0).toBe(dies);
  });

  test(`with the runner ${beforePrompt} let no prompt reach the model`, async () => {
    const guard = { command: hook({ continue: true }) };
    const run = await converted(id, { beforeSubmitPrompt: [guard] }, preparedFor(beforePrompt));
    expect(run.asked).toBe(0);
    expect(killed(run).length > 0).toBe(beforePrompt === 'killed');
    expect(run.exitCode).toBe(clients[id].exitCodeOfRefusedPrompt);
  });
});
