// What a hook can do with its stdin in each real client, and what a converted one can.
import { expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, type Host, hosts, session } from './index.ts';

/** Where a hook of the client's own can open its stdin by name: elsewhere it is a socket. */
const opens: Record<Host, boolean> = {
  claude: false,
  cline: true,
  codex: true,
  copilot: true,
  gemini: false,
  opencode: true,
  pi: true,
  qwen: false,
};

test.each(
  hosts,
)('A guard that opens /dev/stdin refuses a command in %s, whatever a hook of its own is given', async (id) => {
  const { calls } = clients[id];
  const guard = `if grep -q forbidden /dev/stdin; then echo 'Not that.' >&2; exit 2; fi; echo '{}'`;
  const probe = `bash -c 'if cat /dev/stdin >/dev/null 2>&1; then echo yes; else echo no; fi >>opened'`;
  const run = await session(id, {
    hooks: { before: [{ line: probe }] },
    files: { '.cursor/hooks.json': { version: 1, hooks: { preToolUse: [{ command: guard }] } } },
    prepare: (workspace) => anyhook(workspace, 'convert', 'cursor', id, '--write', '--accept-loss'),
    turns: ['echo forbidden > a.txt', 'echo fine > b.txt'].map((command) => ({
      calls: [calls.shell(command)],
    })),
  });
  expect(run.result(0)).toContain('Not that.');
  expect(run.file('a.txt')).toBeUndefined();
  expect(run.file('b.txt')).toBe('fine\n');
  const opened = run.file('opened')?.trim().split('\n') ?? [];
  expect(opened.length).toBeGreaterThan(0);
  for (const one of opened) expect(one).toBe(opens[id] ? 'yes' : 'no');
});

/** It refuses by what it reads from a pipe, and lets pass whatever else it is given. */
const ofPipe =
  '[ -p /dev/stdin ] && grep -q forbidden /dev/stdin && [ -z "$(cat)" ] && echo no >&2 && exit 2; exit 0';
const line = { type: 'command', command: ofPipe };
const guards: Partial<Record<Host, Record<string, object>>> = {
  codex: { '.codex/hooks.json': { hooks: { PreToolUse: [{ hooks: [line] }] } } },
  copilot: { '.github/hooks/guard.json': { version: 1, hooks: { preToolUse: [line] } } },
};
const piped = hosts.filter((id) => opens[id]);

const sources = piped.filter((id) => guards[id]);

test.each(
  piped.flatMap((id) => sources.map((from) => [id, from] as const)),
)('In %s a guard written for %s refuses a command that it reads from a pipe', async (id, from) => {
  const { calls } = clients[id];
  const large = `echo fine > b.txt # ${'x'.repeat(70_000)}`;
  const turns = ['echo forbidden > a.txt', large].map((command) => ({
    calls: [calls.shell(command)],
  }));
  const run = await session(
    id,
    id === from
      ? { hooks: { before: [{ line: ofPipe }] }, turns }
      : {
          hooks: {},
          files: guards[from] ?? {},
          prepare: (workspace) =>
            anyhook(workspace, 'convert', from, id, '--write', '--accept-loss'),
          turns,
        },
  );
  expect(run.result(0)).toMatch(/[Hh]ook|^no$/);
  expect(run.file('a.txt')).toBeUndefined();
  expect(run.file('b.txt')).toBe('fine\n');
});
