/** What an owner says, is told, and follows. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands, cursorHooks, geminiHooks, guard, project } from './project.ts';

const flat = (text: string) => text.replace(/\s+/g, ' ');
const logger = '#!/bin/sh\nour-logger\n';
const logs = {
  '.gemini/settings.json': geminiHooks({
    BeforeTool: [{ command: 'hooks/log.sh', matcher: 'read_file' }],
  }),
  'hooks/log.sh': logger,
};
const toCodex = ['convert', 'gemini', 'codex', '--write']; // its hooks are told of few reads
const toCursor = ['convert', 'gemini', 'cursor', '--write'];

describe('the flag --guards-nothing', () => {
  test('is proposed for a logger that is refused, is accepted, and is remembered', async () => {
    const p = project(logs);
    const refused = await p.anyhook(...toCodex);
    expect(refused.code).toBe(1);
    const [flag] = /--guards-nothing=\S+/.exec(refused.stdout) ?? [];
    expect((await p.anyhook(...toCodex, flag as string)).code).toBe(0);
    // It is remembered, and found by whoever reads the line.
    const [first] = commands(p.json('.codex/hooks.json'));
    expect(first).toContain('--guard false');
    expect(await p.anyhook(...toCodex)).toMatchObject({ code: 0 });
    expect((await p.anyhook('convert', 'codex', 'anyhook', '--write')).code).toBe(0);
    expect(p.get('anyhook.yaml')).toContain('guard: false');
    expect((await p.anyhook('sync', '--to', 'codex')).code).toBe(0);
  });

  test('is not proposed where the script prints a verdict, exits with 3 or stops at a failure', async () => {
    for (const text of ['echo \'{"decision":"deny"}\'', 'set -e\nfalse', 'exit 3'])
      expect(
        (await project({ ...logs, 'hooks/log.sh': `#!/bin/sh\n${text}\n` }).anyhook(...toCodex))
          .stdout,
      ).not.toContain('--guards-nothing');
  });

  test('is not implied by "on-failure: allow", while "guard: false" stands for it', async () => {
    const p = project({
      'anyhook.yaml':
        'version: 1\nhooks:\n  - { on: before-tool, tools: [read], run: hooks/log.sh, on-failure: allow }\n',
      'hooks/log.sh': logger,
    });
    expect((await p.anyhook('sync', '--to', 'codex')).code).toBe(1);
    p.put('anyhook.yaml', `${p.get('anyhook.yaml').replace(' }', ', guard: false }')}`);
    expect((await p.anyhook('sync', '--to', 'codex')).code).toBe(0);
  });

  test('is refused with a suggestion where no hook has the name that it is given', async () => {
    const said = await project(logs).anyhook(...toCodex, '--guards-nothing=lgo.sh');
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('did you mean log.sh?');
  });
});

describe('the flag --accept-loss', () => {
  const hides = `#!/bin/sh\nif grep -q KEY; then echo '{"decision":"deny","reason":"a key"}'; fi\n`;
  const two = {
    '.gemini/settings.json': geminiHooks({
      AfterTool: [{ command: 'hooks/one.sh' }, { command: 'hooks/two.sh' }],
    }),
    'hooks/one.sh': hides,
    'hooks/two.sh': hides,
  };

  test('accepts the losses of the hook that it names, and of no other', async () => {
    const p = project(two);
    const said = await p.anyhook(...toCursor, '--accept-loss=one.sh');
    expect(said.code).toBe(1);
    expect(said.stdout).toContain(' --accept-loss=two.sh\n');
    expect(said.stdout).toContain('--accept-loss=one.sh');
    expect(p.has('.cursor/hooks.json')).toBe(false);
    const both = ['--accept-loss=one.sh', '--accept-loss=two.sh'];
    expect((await p.anyhook(...toCursor, ...both)).code).toBe(0);
  });

  test('is not proposed for a command that is kept out, which needs --force', async () => {
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

describe('a command that names its agent', () => {
  const line = '"$HOME/bin/tool" hook --agent gemini --text \'a  b\' | tee /tmp/x';
  const instead = line.replace('gemini', 'cursor');

  test('is proposed for the host with its quotes and variables, and is not refused once that is registered', async () => {
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

describe('a switch that turns hooks off', () => {
  const source = { '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) };
  test.each([
    ['~/.gemini/settings.json', 'gemini', { hooksConfig: { enabled: false } }],
    ['.gemini/settings.json', 'gemini', { hooksConfig: { enabled: false } }],
    ['~/.qwen/settings.json', 'qwen', { disableAllHooks: true }],
    ['~/.claude/settings.json', 'claude', { disableAllHooks: true }],
    ['.terminai/settings.json', 'terminai', { tools: { enableHooks: false } }],
  ])('in %s is reported for %s ahead of what was written, and makes sync --check end with 5', async (file, to, settings) => {
    const p = project({ ...source, [file]: settings });
    const said = await p.anyhook('convert', 'cursor', to, '--write');
    expect(said.code).toBe(0);
    const [before] = said.stdout.split('Written');
    expect(flat(before as string)).toMatch(
      /✗ \S+ \([\w, ]+\): the hook does not run, because .*(enabled|disableAllHooks|enableHooks)/,
    );
    if (file[0] === '~') expect(flat(before as string)).toContain(` in ${file}`);
    const check = await p.anyhook('sync', '--from', 'cursor', '--to', to, '--check');
    expect(check.code).toBe(5);
  });

  test('in the home is overridden by the settings of the project', async () => {
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

test('a dead hook does not make convert fail without --strict; sync --check ends with 5', async () => {
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
  const said = await p.anyhook(...check);
  expect(said.code).toBe(5);
  expect(flat(said.stdout)).toMatch(/✗ \S+ \(BeforeTool\): the script gone.sh does not exist, so/);
});

describe('a script that is registered twice', () => {
  const own = (matcher: string) => cursorHooks({ preToolUse: [{ command: './g.sh', matcher }] });
  test('is reported only where one call starts both entries', async () => {
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

  test('is not reported where its two events are for different tools', async () => {
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

test('an entry that is no longer converted is removed with a report, and a file left empty is deleted', async () => {
  const p = project({
    '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'tool --agent gemini' }] }),
  });
  expect((await p.anyhook(...toCursor, '--force')).code).toBe(0);
  const said = await p.anyhook(...toCursor);
  expect(flat(said.stdout)).toContain(
    '(stop): the entry for tool --agent gemini is removed, because',
  );
  expect(p.has('.cursor/hooks.json')).toBe(false);
  const again = await p.anyhook(...toCursor);
  expect(again.stdout).not.toContain('Up to date');
  expect(flat(again.stdout)).toContain('Nothing to write into .cursor/hooks.json');
});

describe('the command line', () => {
  test('finds the project from a folder in it', async () => {
    const p = project({ ...logs, 'a/b/.keep': '' });
    const there = { cwd: join(p.dir, 'a/b') };
    const said = await p.anyhookIn(there.cwd, 'convert', 'gemini', 'tabnine', '--write');
    expect(said.stdout).toContain(`In ${p.dir}\n`);
    expect(p.has('.tabnine/agent/settings.json')).toBe(true);
    expect((await p.anyhookIn(there.cwd, 'remove', 'tabnine')).code).toBe(0);
    expect(p.has('.tabnine/agent/settings.json')).toBe(false);
  });

  test('shows the change and writes nothing with sync --dry-run and with sync --check -v', async () => {
    const p = project({ ...logs, '.tabnine/agent/settings.json': '{}' });
    const before = p.state();
    const dry = await p.anyhook('sync', '--from', 'gemini', '--dry-run');
    expect(dry.code).toBe(0);
    const check = await p.anyhook('sync', '--from', 'gemini', '--check', '-v');
    expect(check.code).toBe(3);
    for (const { stdout } of [dry, check]) expect(stdout).toMatch(/^@@ .*@@$/m);
    expect(check.stdout).toContain('commit what it writes:\n  anyhook sync --from gemini\n');
    expect(p.state()).toEqual(before);
  });

  test.each([
    ['vendor', ['convert', 'gemni', 'cursor', '--json'], 'did you mean gemini?'],
    ['usage', ['convert', 'gemini', 'cursor', '--jsn', '--json'], 'no flag --jsn'],
    ['settings', ['convert', 'qwen', 'cursor', '--json'], 'no such file'],
  ])('reports an error of the kind "%s" as JSON with --json', async (code, args, text) => {
    const said = await project(logs).anyhook(...args);
    expect(said).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({
      error: { code, message: expect.stringContaining(text) },
    });
  });
});
