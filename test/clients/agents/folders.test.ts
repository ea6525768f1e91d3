// Guards hold wherever the agent's shell has gone, and wherever in a project it was started.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { factOf } from '../../facts.ts';
import { hooksFile } from '../converted.ts';
import { anyhook } from '../packed.ts';
import { type Workspace, write } from '../workspace.ts';
import { clients, type Host, hosts, session } from './index.ts';

const refused = 'Recursive deletes are not allowed here.';
const files = { 'sub/deeper/notes.txt': 'kept' };
const hooks = (command: string) => hooksFile({ beforeShellExecution: [{ command }] });
const turns = (id: Host, ...commands: string[]) =>
  commands.map((command) => ({ calls: [clients[id].calls.shell(command)] }));

const convert = (workspace: Workspace, id: Host, ...flags: string[]) =>
  anyhook(workspace, 'convert', 'cursor', id, '--write', ...flags);

describe.each(hosts)('in %s', (id) => {
  test("a project's guard still refuses after the shell has changed its folder", async () => {
    const run = await session(id, {
      files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), ...files },
      prepare: (workspace) => convert(workspace, id),
      turns: turns(id, 'cd sub/deeper', 'rm -rf ../deeper', 'cd /', 'rm -rf /no/such/folder'),
    });
    for (const at of [1, 3]) expect(run.result(at), String(at)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
    expect(run.exitCode).toBe(0);
  });

  test('a hook with a folder of its own runs there, and its runner is found', async () => {
    const hook = '{ speaks: claude, event: PreToolUse, match: Bash, run: ./guard.sh, cwd: sub }';
    const run = await session(id, {
      files: {
        'anyhook.yaml': `version: 1\nhooks:\n  - ${hook}\n`,
        'sub/guard.sh': `#!/bin/sh
if grep -q forbidden; then pwd > place; echo 'Not from here.' >&2; exit 2; fi
`,
      },
      prepare(workspace) {
        chmodSync(join(workspace.project, 'sub/guard.sh'), 0o755);
        anyhook(workspace, 'sync', '--to', id, '--accept-loss');
      },
      turns: turns(id, 'echo forbidden > one', 'echo fine > two'),
    });
    expect(run.result(0)).toContain('Not from here.');
    expect(run.file('sub/place')).toMatch(/\/sub\n$/);
    expect([run.file('one'), run.file('two')]).toEqual([undefined, 'fine\n']);
  });

  test("a user's guard refuses where the client was started in a subfolder of the project", async () => {
    const run = await session(id, {
      files,
      folder: 'sub',
      prepare(workspace) {
        const { project, home } = workspace;
        cpSync(join(project, '.cursor/hooks'), join(home, '.cursor/hooks'), { recursive: true });
        write(join(home, '.cursor/hooks.json'), hooks('./hooks/guard-shell.sh'));
        convert(workspace, id, '--scope', 'user');
      },
      turns: turns(id, 'rm -rf deeper', 'echo fine > fine.txt'),
    });
    expect(run.result(0)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
    expect(run.file('sub/fine.txt')).toBe('fine\n');
    expect(run.exitCode).toBe(0);
  });
});

// Some load the hooks of the git root; the others look where they were started alone.
describe.each(hosts)('%s, started in a subfolder of the project', (id) => {
  const loads = !factOf(id, 'place').needsRoot;
  const title = `${loads ? 'runs' : 'does not run'} the project's guard, and fires the user's hooks`;
  test(title, async () => {
    const seen = `cat >>"$HOOK_SEEN"; echo >>"$HOOK_SEEN"; echo '{}'`;
    const run = await session(id, {
      files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), ...files },
      folder: 'sub',
      prepare(workspace) {
        write(join(workspace.home, '.cursor/hooks.json'), hooks(seen));
        convert(workspace, id, '--scope', 'user');
        convert(workspace, id);
      },
      turns: turns(id, 'rm -rf deeper', 'echo fine > fine.txt'),
    });
    expect(run.seen().map(({ command }) => command)).toContain('echo fine > fine.txt');
    expect(run.file('sub/fine.txt')).toBe('fine\n');
    expect(run.result(0)?.includes(refused) ?? false).toBe(loads);
    expect(run.file('sub/deeper/notes.txt')).toBe(loads ? 'kept' : undefined);
  });
});

describe('The folder that a model chooses for a command of codex', () => {
  /** A command in a folder of the model's choice. */
  const inFolder = (workdir: string, cmd: string) => ({
    calls: [{ name: 'exec_command', args: { cmd, workdir } }],
  });
  const says = (answer: object) => `echo '${JSON.stringify(answer)}'`;

  test('neither hides the guard nor lets another script answer for it', async () => {
    const own = 'e/.cursor/hooks/guard-shell.sh';
    const run = await session('codex', {
      files: {
        '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'),
        ...files,
        [own]: `#!/bin/sh\n${says({ permission: 'allow' })}\n`,
      },
      prepare(workspace) {
        chmodSync(join(workspace.project, own), 0o755);
        spawnSync('git', ['init', '-q', join(workspace.project, 'e')]);
        convert(workspace, 'codex');
      },
      turns: ({ project }) => [
        inFolder('/tmp', `rm -rf ${project}/sub`),
        inFolder('/', `rm -rf ${project}/sub`),
        inFolder(join(project, 'e'), 'rm -rf ../sub'),
        inFolder(join(project, 'e'), 'pwd > fine.txt'),
      ],
    });
    for (const at of [0, 1, 2]) expect(run.result(at), String(at)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
    expect(run.file('e/fine.txt')).toBe(`${join(run.project, 'e')}\n`);
    // The hook is told where the command runs.
    expect(run.seen().map(({ cwd }) => cwd)).toContain('/tmp');
    expect(run.exitCode).toBe(0);
  });

  test('loses neither variables of the session nor a halt', async () => {
    const told = { permission: 'deny', user_message: 'The token is $TOKEN.' };
    const guard = `if grep -q show; then cat <<X\n${JSON.stringify(told)}\nX\nelse ${says({})}; fi\n`;
    const halt = says({ continue: false, stopReason: 'The budget is spent.' });
    const run = await session('codex', {
      files: {
        'guard.sh': guard,
        'anyhook.yaml': [
          'version: 1',
          'hooks:',
          '  - { speaks: cursor, event: sessionStart, run: "sh start.sh" }',
          '  - { speaks: cursor, event: beforeShellExecution, run: "sh guard.sh" }',
          '  - { speaks: claude, event: PreToolUse, run: "sh halt.sh", halt: strict }',
        ].join('\n'),
        'start.sh': says({ env: { TOKEN: 'of the session' } }),
        'halt.sh': `grep -q spend || exit 0\n${halt}\n`,
      },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', 'codex'),
      turns: [
        inFolder('/tmp', 'echo show'),
        inFolder('/tmp', 'echo spend'),
        inFolder('/', 'echo after'),
      ],
    });
    expect(run.result(0)).toContain('The token is of the session.');
    expect(run.result(1)).toContain('The budget is spent.');
    expect(run.result(2)).toContain('The budget is spent.');
  });
});

describe('What a model makes in the folder that codex was started in', () => {
  const makes = (...commands: string[]) => [
    ...turns('codex', 'rm -rf deeper', ...commands, 'rm -rf ./deeper', 'echo fine > fine.txt'),
  ];
  const allows = `echo '{"permission":"allow"}'`;

  test('is no runner of the guard of the project around it, with a repository and settings or without', async () => {
    const run = await session('codex', {
      files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), ...files },
      folder: 'sub',
      prepare: (workspace) => convert(workspace, 'codex'),
      turns: makes(
        'mkdir .anyhook && printf "process.exit(0)" > .anyhook/run.cjs',
        'git init -q . && cp -r ../.codex .',
      ),
    });
    for (const at of [0, 3]) expect(run.result(at), String(at)).toContain(refused);
    expect(run.file('sub/.codex/hooks.json')).toBe(run.file('.codex/hooks.json'));
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
    expect(run.file('sub/fine.txt')).toBe('fine\n');
  });

  test("moves no script of a user's guard", async () => {
    const halt = `{"continue":false,"stopReason":"The budget is spent."}`;
    const run = await session('codex', {
      files: { ...files, 'sub/guard.sh': `grep -q spend || exit 0\necho '${halt}'\n` },
      folder: 'sub',
      prepare(workspace) {
        const line = 'sh guard.sh';
        const before = { matcher: 'Bash', hooks: [{ type: 'command', command: line }] };
        write(join(workspace.home, '.claude/settings.json'), { hooks: { PreToolUse: [before] } });
        anyhook(workspace, 'convert', 'claude', 'codex', '--write', '--scope', 'user');
      },
      turns: turns('codex', 'echo spend > zero.txt', 'git init -q .', 'echo spend > two.txt'),
    });
    for (const at of [0, 2]) expect(run.result(at)).toContain('The budget is spent.');
    for (const name of ['zero', 'two']) expect(run.file(`sub/${name}.txt`)).toBeUndefined();
  });

  test('leaves the guard of a repository inside another to that one, with both converted', async () => {
    const run = await session('codex', {
      files: { '.cursor/hooks.json': hooks('sh outer.sh'), 'outer.sh': `${allows}\n` },
      projectName: 'outer',
      folder: 'inner/sub',
      prepare(workspace) {
        const inner = { ...workspace, project: join(workspace.project, 'inner') };
        convert(workspace, 'codex');
        cpSync(join(workspace.project, '.cursor/hooks'), join(inner.project, '.cursor/hooks'), {
          recursive: true,
        });
        write(join(inner.project, '.cursor/hooks.json'), hooks('.cursor/hooks/guard-shell.sh'));
        write(join(inner.project, 'sub/deeper/notes.txt'), 'kept');
        spawnSync('git', ['init', '-q', inner.project]);
        convert(inner, 'codex');
        const config = join(workspace.home, '.codex/config.toml');
        const trusted = `[projects.${JSON.stringify(inner.project)}]\ntrust_level = "trusted"\n`;
        appendFileSync(config, trusted);
      },
      turns: turns('codex', 'rm -rf deeper', 'echo fine > fine.txt'),
    });
    expect(run.result(0)).toContain(refused);
    expect(run.file('inner/sub/deeper/notes.txt')).toBe('kept');
    expect(run.file('inner/sub/fine.txt')).toBe('fine\n');
  });

  test('leaves its own guard to a worktree inside the repository, whose line both hold', async () => {
    const commit = 'git -c user.name=x -c user.email=x@x commit -qm x';
    const run = await session('codex', {
      files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), '.gitignore': 'tree' },
      folder: 'tree',
      prepare(workspace) {
        convert(workspace, 'codex');
        const make = `rm -rf tree; git init -q . && git add -A && ${commit} && git worktree add -q tree`;
        spawnSync('sh', ['-c', make], { cwd: workspace.project });
        write(join(workspace.project, '.cursor/hooks/guard-shell.sh'), `#!/bin/sh\n${allows}\n`);
        write(join(workspace.project, 'tree/deeper/notes.txt'), 'kept');
      },
      turns: turns('codex', 'rm -rf deeper', 'echo fine > fine.txt'),
    });
    expect(run.result(0)).toContain(refused);
    expect(run.file('tree/deeper/notes.txt')).toBe('kept');
    expect(run.file('tree/fine.txt')).toBe('fine\n');
  });

  test.each([
    'hooks.json',
    'config.toml',
  ])('guards with the %s of each folder around it', async (file) => {
    const guard = 'grep -q "$0" && { echo "not $0" >&2; exit 2; }; exit 0';
    const claude = (word: string) => {
      const hook = { type: 'command', command: `sh guard.sh ${word}` };
      return { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } };
    };
    const folders = { '.': 'outer', sub: 'inner' };
    const run = await session('codex', {
      files: Object.fromEntries(
        Object.entries(folders).flatMap(([folder, word]) => [
          [join(folder, 'guard.sh'), `set -- "$1"; exec sh -c '${guard}' "$1"\n`],
          [join(folder, '.claude/settings.json'), claude(word)],
        ]),
      ),
      folder: 'sub/deeper',
      prepare(workspace) {
        spawnSync('git', ['init', '-q', workspace.project]);
        for (const folder of Object.keys(folders)) {
          const place = { ...workspace, project: join(workspace.project, folder) };
          const toml = '[[hooks.Stop]]\nhooks = [{ type = "command", command = "true" }]\n';
          if (file === 'config.toml') write(join(place.project, '.codex', file), toml);
          anyhook(place, 'convert', 'claude', 'codex', '--write');
        }
      },
      turns: turns('codex', 'echo outer > one', 'echo inner > two', 'echo fine > fine.txt'),
    });
    expect(run.file(`.codex/${file}`)).toContain('guard.sh outer');
    expect(run.result(0)).toContain('not outer');
    expect(run.result(1)).toContain('not inner');
    expect(run.file('sub/deeper/fine.txt')).toBe('fine\n');
  });
});

describe('A guard of a project refuses in claude', () => {
  const guarded = (more: Omit<Parameters<typeof session>[1], 'files' | 'prepare'>) =>
    session('claude', {
      files: { '.cursor/hooks.json': hooks('.cursor/hooks/guard-shell.sh'), ...files },
      prepare(workspace) {
        mkdirSync(join(workspace.root, 'other'));
        anyhook(workspace, 'convert', 'cursor', 'claude', '--write');
      },
      ...more,
    });

  test('where the shell stands in a folder that was added beside the project', async () => {
    const run = await guarded({
      flags: ({ root }) => ['--add-dir', join(root, 'other')],
      turns: ({ root, project }) =>
        turns('claude', `cd ${root}/other`, 'pwd > here.txt', `rm -rf ${project}/sub`),
    });
    expect(run.file('../other/here.txt')).toBe(`${run.root}/other\n`);
    expect(run.result(2)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
  });

  test('in a worktree that the model has entered', async () => {
    const commit = 'git add -A && git -c user.name=a -c user.email=a@b.test commit -qm all';
    const enter = { calls: [{ name: 'EnterWorktree', args: { name: 'tree' } }] };
    const run = await guarded({
      turns: ({ project }) => [
        ...turns('claude', commit),
        enter,
        ...turns('claude', `pwd > ${project}/here.txt`, 'rm .cursor/hooks/*', 'rm -rf sub'),
      ],
    });
    expect(run.file('here.txt')).toMatch(/\/worktrees\/tree\n$/);
    expect(run.result(4)).toContain(refused);
  });

  test('behind a cd, in a project whose path is longer than its name among transcripts', async () => {
    const run = await guarded({
      projectName: `${'p'.repeat(100)}/${'q'.repeat(100)}/project`,
      turns: turns('claude', 'cd sub/deeper', 'rm -rf ../deeper'),
    });
    expect(run.result(1)).toContain(refused);
    expect(run.file('sub/deeper/notes.txt')).toBe('kept');
  });
});
