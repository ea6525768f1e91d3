/** What an owner says, is told, and follows. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands, cursorHooks, geminiHooks, guard, project } from './project.ts';

const flat = (text: string) => text.replace(/\s+/g, ' ');
const logger = '#!/bin/sh\ncat > /dev/null\n';
const logs = {
  '.gemini/settings.json': geminiHooks({ AfterTool: [{ command: 'hooks/log.sh' }] }),
  'hooks/log.sh': logger,
};
const toCursor = ['convert', 'gemini', 'cursor', '--write'];

describe('a hook that guards nothing', () => {
  test('is refused, and the way that is proposed works', async () => {
    const p = project(logs);
    const refused = await p.anyhook(...toCursor);
    expect(refused.code).toBe(1);
    const [flag] = /--guards-nothing=\S+/.exec(refused.stdout) ?? [];
    expect((await p.anyhook(...toCursor, flag as string)).code).toBe(0);
    // It is remembered, and found by whoever reads the line.
    const [first] = commands(p.json('.cursor/hooks.json'));
    expect(first).toContain(`--carry '{"guard":false}'`);
    expect(await p.anyhook(...toCursor)).toMatchObject({ code: 0 });
    expect((await p.anyhook('convert', 'cursor', 'anyhook', '--write')).code).toBe(0);
    expect(p.get('anyhook.yaml')).toContain('guard: false');
    expect((await p.anyhook('sync', '--to', 'cursor')).code).toBe(0);
  });

  test('is not proposed where its script shows a verdict, or stops at a failure', async () => {
    for (const text of ['echo \'{"decision":"deny"}\'', 'set -e\nfalse', 'exit 3'])
      expect(
        (await project({ ...logs, 'hooks/log.sh': `#!/bin/sh\n${text}\n` }).anyhook(...toCursor))
          .stdout,
      ).not.toContain('--guards-nothing');
  });

  test('may fail as it likes: that says nothing of what it guards', async () => {
    const p = project({
      'anyhook.yaml':
        'version: 1\nhooks:\n  - { on: after-tool, run: hooks/log.sh, on-failure: allow }\n',
      'hooks/log.sh': logger,
    });
    expect((await p.anyhook('sync', '--to', 'cursor')).code).toBe(1);
    p.put('anyhook.yaml', `${p.get('anyhook.yaml').replace(' }', ', guard: false }')}`);
    expect((await p.anyhook('sync', '--to', 'cursor')).code).toBe(0);
  });

  test('a refusal of it is heard all the same, where there is a form for it', async () => {
    const p = project({
      '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command: 'hooks/no.sh' }] }),
      'hooks/no.sh': '#!/bin/sh\necho \'{"decision":"deny","reason":"no"}\'\n',
    });
    expect((await p.anyhook(...toCursor, '--guards-nothing', 'no.sh')).code).toBe(0);
    const [line] = commands(p.json('.cursor/hooks.json'));
    const call = { tool_name: 'Shell', tool_input: { command: 'ls' }, conversation_id: 'c' };
    const said = await p.fires(line as string, {
      ...call,
      ...{ hook_event_name: 'preToolUse', workspace_roots: [p.dir], cursor_version: '3.0' },
    });
    expect(JSON.parse(said.stdout)).toMatchObject({ permission: 'deny' });
  });

  test('one that nobody has is named', async () => {
    const said = await project(logs).anyhook(...toCursor, '--guards-nothing=lgo.sh');
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('did you mean log.sh?');
  });
});

describe('losses are accepted hook by hook', () => {
  const two = {
    '.gemini/settings.json': geminiHooks({
      AfterTool: [{ command: 'hooks/one.sh' }, { command: 'hooks/two.sh' }],
    }),
    'hooks/one.sh': guard,
    'hooks/two.sh': guard,
  };

  test('one is not enough for two', async () => {
    const p = project(two);
    const said = await p.anyhook(...toCursor, '--accept-loss=one.sh');
    expect(said.code).toBe(1);
    expect(said.stdout).toContain('To accept the loss: --accept-loss=two.sh\n');
    expect(said.stdout).not.toContain('--accept-loss=one.sh');
    expect(p.has('.cursor/hooks.json')).toBe(false);
    const both = ['--accept-loss=one.sh', '--accept-loss=two.sh'];
    expect((await p.anyhook(...toCursor, ...both)).code).toBe(0);
  });

  test('what is kept out needs --force, and is told so', async () => {
    const p = project({
      '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command: 'tool --agent gemini' }] }),
    });
    const said = await p.anyhook(...toCursor);
    expect(said.code).toBe(1);
    const [, ending] = said.stdout.split('Nothing was written') as [string, string];
    expect(ending).toContain('--force');
    expect(ending).not.toContain('--accept-loss');
    expect((await p.anyhook(...toCursor, '--force')).code).toBe(0);
  });
});

describe('a line that serves another agent', () => {
  const line = '"$HOME/bin/tool" hook --agent gemini --text \'a  b\' | tee /tmp/x';
  const instead = line.replace('gemini', 'cursor');

  test('is proposed with its quotes and variables, and then nothing is refused', async () => {
    const p = project({
      '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command: line }] }),
    });
    const said = await p.anyhook(...toCursor, '--json');
    expect(JSON.parse(said.stdout).hooks[0].hint).toContain(`register this instead: ${instead}; `);
    const byHand = cursorHooks({ preToolUse: [{ command: instead }] });
    p.put('.cursor/hooks.json', byHand);
    expect(await p.anyhook(...toCursor)).toMatchObject({ code: 0, stderr: '' });
    expect(p.json('.cursor/hooks.json')).toEqual(byHand);
  });
});

describe('the target is looked at before anything is written', () => {
  const source = { '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) };
  test.each([
    ['~/.gemini/settings.json', 'gemini', { hooksConfig: { enabled: false } }],
    ['.gemini/settings.json', 'gemini', { hooksConfig: { enabled: false } }],
    ['~/.qwen/settings.json', 'qwen', { disableAllHooks: true }],
    ['~/.claude/settings.json', 'claude', { disableAllHooks: true }],
    ['.terminai/settings.json', 'terminai', { tools: { enableHooks: false } }],
  ])('%s switches the hooks of %s off', async (file, to, settings) => {
    const p = project({ ...source, [file]: settings });
    const said = await p.anyhook('convert', 'cursor', to, '--write');
    expect(said.code).toBe(0);
    const [before] = said.stdout.split('Written');
    expect(flat(before as string)).toMatch(
      /dead \S+: \w+: .*(enabled|disableAllHooks|enableHooks)/,
    );
    if (file[0] === '~') expect(flat(before as string)).toContain(` in ${file}`);
    const check = await p.anyhook('sync', '--from', 'cursor', '--to', to, '--check');
    expect(check.code).toBe(5);
  });

  test('the nearer file counts', async () => {
    const p = project({
      ...source,
      '~/.gemini/settings.json': { hooksConfig: { enabled: false } },
      '.gemini/settings.json': { hooksConfig: { enabled: true } },
    });
    await p.anyhook('convert', 'cursor', 'gemini', '--write');
    const check = await p.anyhook('sync', '--from', 'cursor', '--to', 'gemini', '--check');
    expect(check).toMatchObject({ code: 0, stderr: '' });
  });
});

test('what is dead is no reason to refuse, and ends with 5 where that is asked', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({
      AfterTool: [{ command: 'hooks/log.sh', matcher: 'Bash' }],
      BeforeTool: [{ command: './gone.sh' }],
    }),
    'hooks/log.sh': guard,
  });
  expect((await p.anyhook(...toCursor)).code).toBe(0);
  expect((await p.anyhook(...toCursor, '--strict')).code).toBe(5);
  const check = ['sync', '--from', 'gemini', '--to', 'cursor', '--check'];
  expect((await p.anyhook(...check)).code).toBe(0);
  const said = await p.anyhook(...check, '--strict');
  expect(said.code).toBe(5);
  expect(flat(said.stdout)).toMatch(
    /refuses \S+ BeforeTool: its script gone.sh does not exist, and/,
  );
});

describe('twice', () => {
  const own = (matcher: string) => cursorHooks({ preToolUse: [{ command: './g.sh', matcher }] });
  test('is said only of calls that start both', async () => {
    const p = project({
      'g.sh': guard,
      '.gemini/settings.json': geminiHooks({
        BeforeTool: [{ command: './g.sh', matcher: 'run_shell_command' }],
      }),
    });
    p.put('.cursor/hooks.json', own('Write'));
    expect((await p.anyhook('convert', 'gemini', 'cursor')).stdout).not.toContain('twice');
    p.put('.cursor/hooks.json', own('Shell'));
    expect((await p.anyhook('convert', 'gemini', 'cursor')).stdout).toContain('run twice');
  });

  test('two events of the source for different tools are none', async () => {
    const hooks = { beforeShellExecution: [{ command: './g.sh' }] };
    const both = (matcher: string) =>
      project({
        'g.sh': guard,
        '.cursor/hooks.json': cursorHooks({
          ...hooks,
          preToolUse: [{ command: './g.sh', matcher }],
        }),
      }).anyhook('convert', 'cursor', 'gemini');
    expect((await both('Write')).stdout).not.toContain('twice');
    expect((await both('Shell')).stdout).toContain('twice');
  });
});

test('nothing of ours goes without a word, and no empty file stays', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'tool --agent gemini' }] }),
  });
  expect((await p.anyhook(...toCursor, '--force')).code).toBe(0);
  const said = await p.anyhook(...toCursor);
  expect(flat(said.stdout)).toContain('stop: what was written for tool --agent gemini goes');
  expect(p.has('.cursor/hooks.json')).toBe(false);
  const again = await p.anyhook(...toCursor);
  expect(again.stdout).not.toContain('Up to date');
  expect(flat(again.stdout)).toContain('Nothing to write: .cursor/hooks.json is not there');
});

test('context that comes later is delivered', async () => {
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

describe('where things are, and what to do with them', () => {
  test('what was written, what to commit, and what git ignores', async () => {
    const files = { ...logs, '.cursor/hooks.json': '{ "version": 1, "hooks": {} }\n' };
    const p = project({ ...files, '.gitignore': '.anyhook\n' });
    execFileSync('git', ['init', '-q'], { cwd: p.dir });
    const said = flat((await p.anyhook(...toCursor, '--guards-nothing=log.sh')).stdout);
    expect(said).toContain(
      'Written: .cursor/hooks.json, .anyhook/run.cjs, .anyhook/written.json, .anyhook/.gitattributes',
    );
    expect(said).toContain('As it was before: .cursor/hooks.json.anyhook-backup');
    expect(said).toContain('To commit: .cursor/hooks.json, .anyhook, not the backup');
    expect(said).toContain('git ignores .anyhook/run.cjs');
  });

  test('the project is found from a folder in it', async () => {
    const p = project({ ...logs, 'a/b/.keep': '' });
    const there = { cwd: join(p.dir, 'a/b') };
    const said = await p.anyhookIn(there.cwd, 'convert', 'gemini', 'tabnine', '--write');
    expect(said.stdout).toContain(`In ${p.dir}\n`);
    expect(p.has('.tabnine/agent/settings.json')).toBe(true);
    expect((await p.anyhookIn(there.cwd, 'remove', 'tabnine')).code).toBe(0);
    expect(p.has('.tabnine/agent/settings.json')).toBe(false);
  });

  test('sync --dry-run and --check show the change and the next step, and write nothing', async () => {
    const p = project({ ...logs, '.tabnine/agent/settings.json': '{}' });
    const before = p.state();
    const dry = await p.anyhook('sync', '--from', 'gemini', '--dry-run');
    expect(dry.code).toBe(0);
    const check = await p.anyhook('sync', '--from', 'gemini', '--check');
    expect(check.code).toBe(3);
    for (const { stdout } of [dry, check]) expect(stdout).toMatch(/^@@ .*@@$/m);
    expect(check.stdout).toContain('Next: anyhook sync --from gemini, and commit what it writes.');
    expect(p.state()).toEqual(before);
  });

  test.each([
    ['vendor', ['convert', 'gemni', 'cursor', '--json'], 'did you mean gemini?'],
    ['usage', ['convert', 'gemini', 'cursor', '--jsn', '--json'], 'Did you mean --json?'],
    ['settings', ['convert', 'qwen', 'cursor', '--json'], 'no such file'],
  ])('an error of kind %s is JSON where that is asked', async (code, args, text) => {
    const said = await project(logs).anyhook(...args);
    expect(said).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(said.stdout)).toEqual({
      error: { code, message: expect.stringContaining(text) },
    });
  });

  test('a node that only shells see is told of, with a line that works without it', async () => {
    const p = project(logs);
    const bin = join(p.home, '.nvm/versions/node/v0/bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(process.execPath, join(bin, 'node'));
    const said = await p.anyhookBy(join(bin, 'node'), 'convert', 'gemini', 'tabnine');
    expect(flat(said.stdout)).toContain(`may not see this one (${join(bin, 'node')})`);
    const [, launcher] =
      /--launcher '(.*)'$/m.exec(flat(said.stdout).split(' shim:')[0] ?? '') ?? [];
    expect(launcher).toContain(join(bin, 'node'));
    expect((await p.anyhook('convert', 'gemini', 'tabnine')).stdout).not.toContain('may not see');
  });
});

test('an answer in the words of another agent is told of: on stderr, to the person, in the log', async () => {
  const p = project({});
  const line = 'echo \'{"decision":"deny","reason":"no"}\'';
  const own = ['--as', 'cursor', '--event', 'beforeShellExecution', '--log', 'log.jsonl'];
  const event = { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' };
  const common = { session_id: 's', cwd: p.dir, transcript_path: '/t', timestamp: 't' };
  const payload = { ...common, ...event, tool_input: { command: 'ls' } };
  const said = await p.anyhookTold(payload, 'run', '--host', 'gemini', ...own, '--', line);
  const notice = /the hook's answer \(decision\) is none of Cursor: Gemini CLI/;
  expect(said.stderr).toMatch(notice);
  expect(JSON.parse(said.stdout).systemMessage).toMatch(notice);
  expect(p.get('log.jsonl')).toMatch(notice);
});
