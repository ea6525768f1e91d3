/** The documented programs that guard: a payload that they cannot judge is refused, by exit code or in the agent's words. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installOnce, packedFolder } from '../packed.ts';

const repository = join(import.meta.dirname, '../..');
const folder = join(packedFolder(), 'hostile');

/** Returns the programs of a page. */
const programsOf = (page: string): string[] =>
  [...readFileSync(join(repository, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  );

const [headline = ''] = programsOf('docs/library.md');
const [ofReadme = ''] = programsOf('README.md');
/** The program of README.md with what it leaves to its reader. */
const withJudge = (judge: string) => `
import { readFileSync, writeSync } from 'node:fs';
const judge = ${judge};
${ofReadme}
const { stdout, stderr, exitCode } = answer(readFileSync(0, 'utf8'));
writeSync(1, stdout);
writeSync(2, stderr);
process.exitCode = exitCode;
`;
const programs = {
  'library.mjs': headline,
  'readme.mjs': withJudge('() => ({})'),
  'throws.mjs': withJudge('() => { throw new Error("the judge is broken"); }'),
  'promises.mjs': withJudge('async () => ({})'),
};

beforeAll(async () => {
  await installOnce();
  mkdirSync(folder);
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), transformSync(text, { loader: 'ts' }).code);
  copyFileSync(join(repository, 'examples/policy-server.mjs'), join(folder, 'server.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const claude = {
  ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', permission_mode: 'default' },
  ...{ tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' },
  transcript_path: '/home/ada/.claude/projects/-p/s.jsonl',
};
const codex = {
  ...{ hook_event_name: 'PreToolUse', session_id: 'x', turn_id: 't', transcript_path: '/t' },
  ...{ cwd: '/p', model: 'm', permission_mode: 'default', tool_use_id: 'c' },
  ...{ tool_name: 'apply_patch', tool_input: { command: '' } },
};
const codexPatch = (...lines: string[]) => ({
  ...codex,
  tool_input: { command: ['*** Begin Patch', ...lines].join('\n') },
});
const copilot = {
  ...{ hook_event_name: 'PreToolUse', session_id: 's', timestamp: '2026-11-21T10:00:00.000Z' },
  ...{ cwd: '/p', tool_name: 'apply_patch', tool_input: '*** Begin Patch\n*** Add File: a' },
};
const cursor = {
  ...{ hook_event_name: 'beforeShellExecution', conversation_id: 'c', generation_id: 'g' },
  ...{ workspace_roots: ['/p'], cursor_version: '2.0', command: 'ls', cwd: '/p' },
};
const gemini = {
  ...{ hook_event_name: 'BeforeTool', session_id: 'g', cwd: '/p' },
  ...{ transcript_path: '/home/ada/.gemini/tmp/p/chats/g.json' },
  ...{ timestamp: '2026-11-21T10:00:00.000Z', tool_name: 'run_shell_command' },
  tool_input: { command: 'ls' },
};
const qwen = { ...claude, transcript_path: '/home/ada/.qwen/projects/-p/chats/s.jsonl' };
const cut = (payload: object) => JSON.stringify(payload).slice(0, -9);

const hostile: Record<string, object | string> = {
  'a patch without an end, in Codex CLI': codexPatch('*** Update File: a'),
  'a patch that moves a file that nobody has read, in Codex CLI': codexPatch(
    ...['*** Update File: a', '*** Move to: b', '@@', '-x', '+y', '*** End Patch'],
  ),
  'a patch with a line that nobody knows, in Codex CLI': codexPatch('*** Nope', '*** End Patch'),
  'a patch that is a number, in Codex CLI': { ...codex, tool_input: { command: 5 } },
  'a request for permission with such a patch, in Codex CLI': {
    ...codexPatch('*** Update File: a'),
    hook_event_name: 'PermissionRequest',
  },
  'a patch without an end, in Copilot CLI': copilot,
  'a command that is a list, in Claude Code': { ...claude, tool_input: { command: ['rm', '/'] } },
  'arguments that are null, in Gemini CLI': { ...gemini, tool_input: null },
  'a command that is missing, in Cursor': { ...cursor, command: undefined },
  'an event that nobody knows, in Claude Code': { ...claude, hook_event_name: 'BeforeToolUse' },
  'an event that nobody knows, in Cursor': { ...cursor, hook_event_name: 'beforeNothing' },
  'an event that nobody knows, in Gemini CLI': { ...gemini, hook_event_name: 'BeforeNothing' },
  'a cut payload of Claude Code': cut(claude),
  'a cut payload of Codex CLI': cut(codex),
  'a cut payload of Cursor': cut(cursor),
  'a cut payload of Gemini CLI': cut(gemini),
  'a cut payload of Qwen Code': cut(qwen),
  'no text': '',
  'a list': '[]',
  'a payload of nobody': '{"some":"thing"}',
};
const rows = Object.entries(hostile).map(([what, payload]) => ({
  what,
  input: typeof payload === 'string' ? payload : JSON.stringify(payload),
}));

/** The words of all agents for a refusal. */
const refusal = /"(?:permissionDecision|decision|permission|behavior)":\s*"(?:deny|block)"/;

/** Runs a program with a payload, and returns whether an agent that started it would refuse. */
function isRefused(program: string, input: string): boolean {
  const ran = spawnSync(process.execPath, [program], { cwd: folder, input, encoding: 'utf8' });
  expect(/^ {4}at /m.test(ran.stderr)).toBe(false); // no stack trace
  return ran.status === 2 || (ran.status === 0 && refusal.test(ran.stdout));
}

test.each(rows)('the program of docs/library.md refuses $what', ({ input }) => {
  expect(isRefused('library.mjs', input)).toBe(true);
});

test.each(
  rows.filter(({ what }) => !what.includes(' in ') || what.includes('Cursor')),
)('the program of README.md, which is for Cursor, refuses $what', ({ input }) => {
  expect(isRefused('readme.mjs', input)).toBe(true);
});

test('the program of README.md refuses a call whose judge throws, or gives a promise', () => {
  const input = JSON.stringify(cursor);
  expect(isRefused('readme.mjs', input)).toBe(false);
  expect(isRefused('throws.mjs', input)).toBe(true);
  expect(isRefused('promises.mjs', input)).toBe(true);
});

test('the programs say nothing against what no hook can refuse', () => {
  const input = JSON.stringify({ ...cursor, hook_event_name: 'afterFileEdit', edits: 6 });
  expect(isRefused('library.mjs', input)).toBe(false);
  expect(isRefused('throws.mjs', input)).toBe(false);
  const start = { ...claude, hook_event_name: 'SubagentStart', agent_type: 5, agent_id: 5 };
  expect(isRefused('library.mjs', JSON.stringify(start))).toBe(false);
});

test('the policy server refuses each of them in words, or has no answer, and goes on after a client that leaves', async () => {
  const server = spawn(process.execPath, ['server.mjs', '0'], { cwd: folder });
  try {
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    const url = printed.toString().trim();
    const leaving = connect(Number(new URL(url).port), '127.0.0.1');
    leaving.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{');
    leaving.resetAndDestroy();
    for (const { what, input } of rows) {
      const reply = await fetch(url, { method: 'POST', body: input });
      const text = await reply.text();
      expect([what, reply.status === 422 || refusal.test(text)]).toEqual([what, true]);
    }
    const calm = await fetch(url, { method: 'POST', body: JSON.stringify(gemini) });
    expect([calm.status, await calm.text()]).toEqual([200, '{}\n']);
    expect(server.exitCode).toBe(null);
  } finally {
    server.kill();
  }
});
