// What Codex CLI fires no hook for: the calls that docs/impossible.md lists are still as they are there.
import { expect, test } from 'vitest';
import type { Hooks } from './client.ts';
import { clients, session } from './index.ts';

const { shell } = clients.codex.calls;
/** Keeps what it is told, at the event of its name. */
const keeps: Hooks = Object.fromEntries(
  (['before', 'after'] as const).map((moment) => [
    moment,
    [{ line: `cat >>"$HOOK_SEEN"; echo >>"$HOOK_SEEN"` }],
  ]),
);
type Run = Awaited<ReturnType<typeof session>>;
/** What hooks were told of commands: the event, and the command. */
const told = (run: Run): string[] =>
  run.seen().map((one) => {
    const { command } = one.tool_input as { command: string };
    return `${one.hook_event_name} ${command.split('\n')[0]}`;
  });

test('What is typed into an open shell of codex runs, and no hook is asked about it', async () => {
  const run = await session('codex', {
    hooks: keeps,
    turns: [
      {
        calls: [{ name: 'exec_command', args: { cmd: 'bash -i', tty: true, yield_time_ms: 500 } }],
      },
      ({ results }) => {
        const [id] = [...results.values()].join().match(/(?<=session ID )\d+/) ?? [];
        const typed = { session_id: Number(id), chars: 'echo typed > typed.txt; exit\n' };
        return { calls: [{ name: 'write_stdin', args: { ...typed, yield_time_ms: 2000 } }] };
      },
      { calls: [shell('echo after')] },
    ],
  });
  expect(run.file('typed.txt')).toBe('typed\n');
  // Of the shell's command alone: the event after it comes once the shell has ended.
  expect(told(run)).toEqual(
    ['bash -i', 'echo after'].flatMap((command) =>
      ['Pre', 'Post'].map((when) => `${when}ToolUse ${command}`),
    ),
  );
});

test('After a patch that a command of codex applies itself no hook is told of it', async () => {
  const patch = ['*** Begin Patch', '*** Add File: a.txt', '+a', '*** End Patch'].join('\n');
  const run = await session('codex', {
    hooks: keeps,
    turns: [`apply_patch <<'EOF'\n${patch}\nEOF`, 'echo after'].map((command) => ({
      calls: [shell(command)],
    })),
  });
  expect(run.file('a.txt')).toBe('a\n');
  expect(told(run)).toEqual([
    "PreToolUse apply_patch <<'EOF'",
    'PreToolUse echo after',
    'PostToolUse echo after',
  ]);
});
