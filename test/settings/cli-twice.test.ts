import { describe, expect, test } from 'vitest';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { commands, cursorHooks, geminiHooks, guard, project } from './project.ts';

/** What is said, on one line. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
const claude = (line: string) =>
  `{\n  "hooks": {\n    "PreToolUse": [{ "matcher": "Bash", "hooks": [\n      { "type": "command", "command": "${line}" }\n    ] }]\n  }\n}\n`;

describe('a script that would run twice', () => {
  const from = geminiHooks({
    BeforeTool: [{ command: '$GEMINI_PROJECT_DIR/hooks/g.sh', matcher: 'run_shell_command' }],
  });
  const files = { '.gemini/settings.json': from, 'hooks/g.sh': guard };

  test('is reported where the target runs it already', async () => {
    const there = cursorHooks({ preToolUse: [{ command: 'true' }, { command: './hooks/g.sh' }] });
    const p = project({ ...files, '.cursor/hooks.json': there });
    const said = flat((await p.anyhook('convert', 'gemini', 'cursor')).stdout);
    expect(said).toContain(
      '! .cursor/hooks.json:8 (preToolUse): preToolUse already runs hooks/g.sh, so it would run twice',
    );
    await p.anyhook('convert', 'gemini', 'cursor', '--write');
    const again = flat((await p.anyhook('convert', 'gemini', 'cursor')).stdout);
    expect(again).toContain('already runs hooks/g.sh'); // ours, beside the person's
  });

  test.each([
    ['.claude/settings.json', '\\"$CLAUDE_PROJECT_DIR\\"/hooks/g.sh'],
    ['.claude/settings.local.json', 'hooks/g.sh --fast'],
  ])('is reported where %s runs it, which Cursor loads too', async (file, line) => {
    const p = project({ ...files, [file]: claude(line) });
    const said = flat((await p.anyhook('convert', 'gemini', 'cursor')).stdout);
    expect(said).toContain(`${file}:4 is loaded`);
    expect(said).toContain('hooks/g.sh, so it would run twice');
    // Nobody else loads it.
    const other = flat((await p.anyhook('convert', 'gemini', 'tabnine')).stdout);
    expect(other).not.toContain('twice');
  });

  test('is reported where it stands at an event for all tools and at one for the shell', async () => {
    const p = project({
      'hooks/g.sh': guard,
      '.cursor/hooks.json': cursorHooks({
        preToolUse: [{ command: 'hooks/g.sh' }],
        beforeShellExecution: [{ command: './hooks/g.sh' }],
      }),
    });
    const said = flat((await p.anyhook('convert', 'cursor', 'gemini')).stdout);
    expect(said).toContain(
      '! .cursor/hooks.json:10 (BeforeTool): hooks/g.sh is registered at preToolUse and beforeShellExecution, so BeforeTool runs it twice',
    );
  });

  test('is not seen in another script, at another event or in a converted entry', async () => {
    const p = project({
      ...files,
      '.claude/settings.json': claude('hooks/other.sh'),
      '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'hooks/g.sh' }] }),
    });
    for (const flags of [['--write'], []]) {
      const said = await p.anyhook('convert', 'gemini', 'cursor', ...flags);
      expect(said.stdout).not.toContain('twice');
    }
  });
});

describe('a hook for Claude Code in anyhook.yaml', () => {
  const file = '.claude/settings.json';
  const hook = '{ speaks: claude, event: PreToolUse, match: Bash, run: hooks/g.sh }';
  const files = { 'hooks/g.sh': guard, 'anyhook.yaml': `version: 1\nhooks:\n  - ${hook}\n` };
  /** Of each line, whether it starts the shim. */
  const lines = (said: Parameters<typeof commands>[0]) =>
    commands(said).map((line) => parseShimLines(line)[0] !== undefined);

  test.each([
    ['alone', 'claude', [false]],
    ['beside an agent that loads no file of its', 'claude,gemini', [false]],
    ['beside Copilot CLI', 'claude,copilot', [true]],
    ['beside Cursor', 'cursor,claude', [true]],
  ])('stands in its settings %s: sync --to %s', async (_, to, wrapped) => {
    const p = project(files);
    const said = await p.anyhook('sync', '--to', to, '--accept-loss');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).not.toContain('twice');
    expect(lines(p.json(file))).toEqual(wrapped);
    const check = await p.anyhook('sync', '--to', to, '--check', '--accept-loss');
    expect([check.code, check.stdout.includes('twice')]).toEqual([0, false]);
  });

  test.each([
    'copilot',
    'cursor',
  ])('that stands as it is when %s comes is one command away from running once', async (id) => {
    const p = project(files);
    await p.anyhook('sync', '--to', 'claude');
    const said = flat((await p.anyhook('sync', '--to', id, '--accept-loss')).stdout);
    const way = `anyhook sync --to claude,${id}`;
    expect(said).toContain('would run twice');
    expect(said).toContain(`to run it once: ${way}`);
    expect(said).not.toContain('--force');
    await p.anyhook(...way.split(' ').slice(1), '--accept-loss');
    expect(lines(p.json(file))).toEqual([true]);
    const again = await p.anyhook('sync', '--to', id, '--accept-loss');
    expect(again.stdout).not.toContain('twice');
  });

  test('that came back from another file is reported, without a command that would not change it', async () => {
    const p = project({ ...files, [file]: claude('hooks/g.sh') });
    await p.anyhook('convert', 'claude', 'cursor', '--write', '--accept-loss');
    p.drop(file);
    await p.anyhook('convert', 'cursor', 'claude', '--write');
    expect(lines(p.json(file))).toEqual([false]);
    const said = flat((await p.anyhook('convert', 'cursor', 'copilot', '--accept-loss')).stdout);
    expect(said).toContain('would run twice');
    expect(said).not.toContain('to run it once');
  });
});

describe('a command that serves several agents itself', () => {
  const file = '.gemini/settings.json';
  const source = (event: string, command: string) => ({
    '.cursor/hooks.json': cursorHooks({ [event]: [{ command }] }),
    '.cursor/cursor-guard.sh': guard,
    'node_modules/.bin/cursor-guard': guard,
  });

  test.each([
    ['mytool hook --agent cursor', 'mytool hook --agent gemini'],
    ['mytool --host=cursor --strict', 'mytool --host=gemini --strict'],
    ['/usr/bin/guard --cursor -v', '/usr/bin/guard --gemini -v'],
    ['npx cursor-guard --client "cursor"', 'npx cursor-guard --client "gemini"'],
  ])('such as %s is wrapped with --force alone, and %s is proposed instead', async (command, instead) => {
    const p = project(source('beforeShellExecution', command));
    const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
    // What is not there guards nothing.
    expect(said).toMatchObject({ code: command.startsWith('/') ? 0 : 1, stderr: '' });
    expect(flat(said.stdout)).toContain(
      `register this instead: ${instead}. To write it as it is: --force`,
    );
    expect(p.has(file)).toBe(false);

    const forced = await p.anyhook('convert', 'cursor', 'gemini', '--write', '--force');
    expect(forced.code).toBe(0);
    expect(commands(p.json(file))).toEqual([expect.stringContaining(command)]);
  });

  test('is left out without a refusal at an event where nothing is guarded', async () => {
    const p = project(source('stop', 'mytool hook --agent cursor'));
    const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(flat(said.stdout)).toContain('mytool hook --agent gemini');
    expect(p.has(file)).toBe(false);
  });

  test.each([
    '.cursor/cursor-guard.sh',
    './bin/cursor-guard',
    '/usr/bin/cursor-guard',
    '/home/cursor/bin/guard',
    'node_modules/.bin/cursor-guard -v',
    'npx cursor-guard',
    "notify-send 'Cursor Agent'",
    'notify-send --app-name cursor done',
    'mytool cursor',
    'mytool --log cursor.log',
    'mytool --agent "$AGENT" cursor',
  ])('is not seen in %s, where no flag chooses an agent: it is wrapped', async (command) => {
    const p = project(source('beforeShellExecution', command));
    const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    const [line = '', ...others] = commands(p.json(file));
    expect([parseShimLines(line)[0]?.flags.command, others]).toEqual([[command], []]);
  });
});

test('an agent that has two names for an event remembers it once', async () => {
  const file = '.github/hooks/anyhook.json';
  const p = project({
    'stop.sh': guard,
    '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: './stop.sh' }] }),
  });
  await p.anyhook('convert', 'gemini', 'copilot', '--write', '--accept-loss');
  expect(Object.keys(p.json(file).hooks).sort()).toEqual(['agentStop', 'userPromptSubmitted']);
});

test.each([
  '.claude/settings.json',
  '.claude/settings.local.json',
])('a switch in %s, which Copilot loads too, is reported to switch off its own hooks', async (file) => {
  const p = project({
    'g.sh': guard,
    [file]: { disableAllHooks: true },
    '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command: './g.sh' }] }),
  });
  const said = flat((await p.anyhook('convert', 'gemini', 'copilot')).stdout);
  expect(said).toContain(`the hook does not run, because disableAllHooks is true in`);
  expect(said).toContain(file);
  const other = flat((await p.anyhook('convert', 'gemini', 'qwen')).stdout);
  expect(other).not.toContain('disableAllHooks');
});

test.each([
  ['an event that Cursor fires for it', 'BeforeTool', true],
  ['an event that Cursor does not fire for it', 'Notification', false],
])('Cursor is said to load a file of Claude Code only for %s', async (_, event, isSaid) => {
  const p = project({
    'g.sh': guard,
    '.cursor/hooks.json': { version: 1, hooks: {} },
    '.gemini/settings.json': geminiHooks({ [event]: [{ command: './g.sh' }] }),
  });
  const said = flat((await p.anyhook('convert', 'gemini', 'claude', '-v')).stdout);
  expect(said.includes('Cursor loads this file too')).toBe(isSaid);
});
