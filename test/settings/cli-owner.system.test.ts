/** What an owner says and is told, where another process has its part in it. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { payload } from './fired.ts';
import { commands, geminiHooks, project, runProgram } from './project.ts';

const flat = (text: string) => text.replace(/\s+/g, ' ');
const logs = {
  '.gemini/settings.json': geminiHooks({ AfterTool: [{ command: 'hooks/log.sh' }] }),
  'hooks/log.sh': '#!/bin/sh\ncat > /dev/null\n',
};
const toCursor = ['convert', 'gemini', 'cursor', '--write'];

test('a hook that is declared to guard nothing still refuses a call at an event that has a form for it', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command: 'hooks/no.sh' }] }),
    'hooks/no.sh': '#!/bin/sh\necho \'{"decision":"deny","reason":"no"}\'\n',
  });
  expect((await p.anyhook(...toCursor, '--guards-nothing', 'no.sh')).code).toBe(0);
  const [line = ''] = commands(p.json('.cursor/hooks.json'));
  const said = await p.fires(line, payload(p, 'cursor', 'cli-preToolUse-Shell', 'ls'));
  expect(JSON.parse(said.stdout)).toMatchObject({ permission: 'deny' });
});

test('context that the response of an event cannot carry is delivered once, at the next event that can', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({ BeforeAgent: [{ command: './context.sh' }] }),
    'context.sh': '#!/bin/sh\necho \'{"hookSpecificOutput":{"additionalContext":"Use pnpm."}}\'\n',
  });
  expect((await p.anyhook(...toCursor)).code).toBe(0);
  const { hooks } = p.json('.cursor/hooks.json');
  const base = { conversation_id: 'c', generation_id: 'g', workspace_roots: [p.dir] };
  const common = { ...base, cursor_version: '3.0', session_id: 'c' };
  const prompt = {
    ...common,
    hook_event_name: 'beforeSubmitPrompt',
    prompt: 'hi',
    attachments: [],
  };
  expect((await p.fires(hooks.beforeSubmitPrompt.at(-1).command, prompt)).stdout).not.toContain(
    'pnpm',
  );
  const ended = {
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
    tool_output: '{}',
    duration: 1,
  };
  const after = { ...common, ...ended, hook_event_name: 'postToolUse' };
  const said = await p.fires(hooks.postToolUse[0].command, after);
  expect(JSON.parse(said.stdout)).toEqual({ additional_context: 'Use pnpm.' });
  expect((await p.fires(hooks.postToolUse[0].command, after)).stdout).not.toContain('pnpm');
});

test('convert reports what it wrote, what to commit, and which of these files git ignores', async () => {
  const files = { ...logs, '.cursor/hooks.json': '{ "version": 1, "hooks": {} }\n' };
  const p = project({ ...files, '.gitignore': '.anyhook\n' });
  const git = await runProgram(['git', 'init', '-q'], { cwd: p.dir, env: process.env });
  expect(git).toMatchObject({ code: 0 });
  const said = flat((await p.anyhook(...toCursor, '--guards-nothing=log.sh')).stdout);
  expect(said).toContain('Written: .cursor/hooks.json, .anyhook');
  expect(said).toContain('As it was before: .cursor/hooks.json.anyhook-backup');
  expect(said).toContain('Next: Commit these files, but not the backup.');
  expect(said).toContain('git ignores .anyhook/run.cjs (.gitignore:1): on another machine'); // no line of Cursor's starts the loader
});

test('convert names each file of .anyhook that git ignores and that its lines need', async () => {
  const env = { TOKEN: 'abc' };
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: './guard.sh', env }] }] };
  const p = project({ '.qwen/settings.json': { hooks } });
  await runProgram(['git', 'init', '-q'], { cwd: p.dir, env: process.env });
  const noted = async (rules: string) => {
    p.put('.gitignore', rules);
    p.put('.codex/hooks.json', '{}');
    const { stdout } = await p.anyhook('convert', 'qwen', 'codex', '--write', '--accept-loss');
    return /git ignores (.*) \(.*on another machine .* without (\w+)/.exec(flat(stdout))?.slice(1);
  };
  const all = ['.anyhook/run.cjs', '.anyhook/sh', '.anyhook/kept.json'];
  expect(await noted('.anyhook\n')).toEqual([all.join(', '), 'them']);
  for (const one of all)
    expect(
      await noted(`.anyhook/*\n${all.map((name) => (name === one ? '' : `!${name}\n`)).join('')}`),
    ).toEqual([one, 'it']);
  expect(await noted('.anyhook/written.json\n')).toBeUndefined();
});

test('a node that only shells have on their PATH is reported, with a launcher that names it by its path', async () => {
  const p = project(logs);
  const bin = join(p.home, '.nvm/versions/node/v0/bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, join(bin, 'node'));
  const said = await p.anyhookBy(join(bin, 'node'), 'convert', 'gemini', 'tabnine', '--write');
  expect(flat(said.stdout)).toContain(`may not see this one (${join(bin, 'node')})`);
  const [, launcher] = /--launcher '(.*)'$/m.exec(flat(said.stdout).split(' Next:')[0] ?? '') ?? [];
  expect(launcher).toContain(join(bin, 'node'));
  expect((await p.anyhook('convert', 'gemini', 'tabnine', '--write')).stdout).not.toContain(
    'may not see',
  );
});

test('a response in the dialect of another agent is reported on stderr, to the person, and in the log', async () => {
  const p = project({});
  const line = 'echo \'{"decision":"deny","reason":"no"}\'';
  const own = ['--as', 'cursor', '--event', 'beforeShellExecution', '--log', 'log.jsonl'];
  const event = { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' };
  const common = { session_id: 's', cwd: p.dir, transcript_path: '/t', timestamp: 't' };
  const payload = { ...common, ...event, tool_input: { command: 'ls' } };
  const said = await p.anyhookTold(payload, 'run', '--host', 'gemini', ...own, '--', line);
  const notice = /the hook's answer \(decision\) is not for Cursor, but for Gemini CLI/;
  expect(said.stderr).toMatch(notice);
  expect(JSON.parse(said.stdout).systemMessage).toMatch(notice);
  expect(p.get('log.jsonl')).toMatch(notice);
});

test('a stop in the words of TerminaI’s own page is not reported as the words of another agent', async () => {
  const p = project({});
  const line = 'echo \'{"continue":false,"stopReason":"S"}\'';
  const own = ['--as', 'terminai', '--event', 'SessionStart', '--log', 'log.jsonl'];
  const payload = {
    hook_event_name: 'sessionStart',
    conversation_id: 's',
    workspace_roots: [p.dir],
  };
  const said = await p.anyhookTold(payload, 'run', '--host', 'cursor', ...own, '--', line);
  for (const text of [said.stdout, said.stderr, p.get('log.jsonl')])
    expect(text).not.toContain('is none of');
  expect(p.get('log.jsonl')).toContain('stopReason');
});
