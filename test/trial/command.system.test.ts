/** `anyhook test`: what a person types, and what is printed. */
import { expect, test } from 'vitest';
import { hosts } from '../settings/delivery.ts';
import { type Files, project as makeProject } from '../settings/project.ts';

const guard = `#!/bin/sh
case $(cat) in *'rm -rf'*) echo "no deleting" >&2; exit 2;; esac
`;
const yaml = (more = '') => `version: 1
hooks:
  - name: no-rm
    on: before-tool
    tools: [shell]
    run: ./guard.sh
${more}`;
const files: Files = { 'guard.sh': guard, 'anyhook.yaml': yaml() };

/** Makes a project, and runs `anyhook` there as a process of its own, so that hooks start the built runner. */
function project(given: Files) {
  const made = makeProject(given);
  return { ...made, run: (...args: string[]) => made.anyhookProcess('test', ...args) };
}

test('every agent is asked about a shell command that no agent runs, though nothing was synced', async () => {
  const { run, files: listFiles } = project(files);
  const { stdout, code } = await run('rm -rf /');
  const rows = stdout.split('\n').filter((line) => / deny +no deleting +\d+ ms$/.test(line));
  expect(rows.map((row) => row.trim().split(' ')[0])).toEqual(hosts);
  expect(stdout).toContain(
    'Every agent here: nothing stops the call yet. Once anyhook sync has written its',
  );
  expect(code).toBe(0);
  expect(listFiles()).toEqual(['anyhook.yaml', 'guard.sh']); // nothing was written
  const harmless = await run('ls', '--agent', 'claude,gemini');
  expect(harmless.stdout).toMatch(
    /claude +none +says nothing[\s\S]*Every agent here: nothing stops the call\./,
  );
});

test('hooks that were synced run through the runner of the project', async () => {
  const { run, anyhookProcess } = project(files);
  await anyhookProcess('sync', '--to', 'claude,cursor,gemini');
  const { stdout } = await run('rm -rf /', '-v');
  expect(stdout).toContain('.anyhook/');
  expect(stdout).toMatch(/claude +deny[\s\S]*cursor +deny[\s\S]*gemini +deny/);
  expect(stdout).not.toContain('copilot'); // it is no agent of the project
});

test('hooks that stand in the settings of an agent are asked as they are', async () => {
  const { run } = project({
    'guard.sh': guard,
    '.claude/settings.json': {
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] },
          { matcher: 'Write', hooks: [{ type: 'command', command: './other.sh' }] },
        ],
      },
    },
  });
  const { stdout, code } = await run('rm -rf /');
  expect(stdout).toMatch(/guard\.sh\n +claude +deny +no deleting/);
  expect(stdout).toMatch(/other\.sh\n +claude +– +not for this call: its matcher is "Write"/);
  expect(code).toBe(0);
});

test('a guard that cannot answer ends the command with 5, and says what its agent makes of that', async () => {
  const { run } = project({ 'anyhook.yaml': yaml() }); // without guard.sh
  const { stdout, code } = await run('ls', '--agent', 'claude');
  expect(stdout).toMatch(/claude +deny ! +the hook .*(?:not found|127).*so the call is refused/);
  expect(code).toBe(5);
});

test('the story tells the payload, what the script read and said, and what is made of it', async () => {
  const { run } = project(files);
  const { stdout } = await run('rm -rf /', '-v', '--agent', 'cursor');
  for (const text of [
    'the agent sends   {"conversation_id":',
    'the script reads  {"event":"before-tool"',
  ])
    expect(stdout).toContain(text);
  expect(stdout).toMatch(
    /it ends with +exit code 2\n +its stdout +\(nothing\)\n +its stderr +no deleting/,
  );
  expect(stdout).toMatch(/the model reads +no deleting/);
});

test('a command behind -- is tried without any settings, in the dialect that is named', async () => {
  const { run } = project({ 'guard.sh': guard });
  const neutral = await run('rm -rf /', '--', './guard.sh');
  expect(neutral.stdout.match(/ deny +no deleting/g)).toHaveLength(hosts.length);
  const answer = `echo '{"permission":"deny","user_message":"not here"}'`;
  const cursor = ['--as', 'cursor', '--on-event', 'beforeShellExecution', '--', answer];
  const { stdout, code } = await run('ls', '--agent', 'claude,cursor', ...cursor);
  expect(stdout).toMatch(/claude +deny +not here[\s\S]*cursor +deny +not here/);
  expect(code).toBe(0);
});

test('where a script without --as says nothing to any agent, its agent is asked for', async () => {
  const { run } = project({ 'guard.sh': guard });
  const written = ['--agent', 'claude,codex', '--', './guard.sh'];
  const silent = await run('ls', ...written);
  expect(silent.stdout).toMatch(/Every agent here: nothing stops the call\.[\s\S]*--as AGENT/);
  for (const { stdout } of [
    await run('rm -rf /', ...written),
    await run('ls', '--as', 'claude', ...written),
  ])
    expect(stdout).not.toContain('--as AGENT');
});

test('what a hook does at events that are no gate of every agent is told for each agent', async () => {
  const answer = (text: string) => `#!/bin/sh\necho '${text}'\n`;
  const { run } = project({
    'guard.sh': guard,
    'hide.sh': answer('{"replaced":"a secret"}'),
    'rewrite.sh': answer('{"output":{"content":[{"type":"text","text":"no secret"}]}}'),
    'again.sh': answer('{"followUp":"run the tests"}'),
    'refuse.sh': '#!/bin/sh\necho not now >&2\nexit 2\n',
  });
  const ask = async (...words: string[]) => (await run(...words)).stdout;
  const after = ['ls', '--event', 'after-tool'];
  expect(await ask(...after, '--agent', 'claude,gemini', '--', './hide.sh')).toMatch(
    /claude +none +replaces the result: a secret[\s\S]*Every agent here: the model reads a text in place of the result\./,
  );
  const rewritten = ['--event', 'after-tool', '--tool', 'mcp', '--server', 's', '--name', 'n'];
  expect(await ask(...rewritten, '--agent', 'claude', '--', './rewrite.sh')).toMatch(
    /claude +none +answers with a rewritten result/,
  );
  expect(await ask('--event', 'stop', '--agent', 'codex', '--', './again.sh')).toMatch(
    /asks the agent to go on: run the tests[\s\S]*codex: the agent has to go on\./,
  );
  const compact = ['--event', 'compact', '--as', 'claude', '--agent', 'claude,gemini', '--'];
  expect(await ask(...compact, './refuse.sh')).toMatch(
    /claude: it is refused\.\ngemini: the agent goes on\./,
  );
});

test('the tests of anyhook.yaml are run under every agent, and a test that fails ends the command with 1', async () => {
  const tests = `tests:
  - {call: rm -rf x, expect: deny, reason: deleting}
  - {call: ls, expect: pass}
  - {name: writes, call: {tool: write, path: a.txt}, expect: none}
`;
  const { run, put } = project({ 'guard.sh': guard, 'anyhook.yaml': yaml(tests) });
  const passed = await run('--agent', 'claude,gemini');
  expect(passed.stdout).toMatch(
    /✓ rm -rf x: deny[\s\S]*✓ ls: pass[\s\S]*✓ writes: none[\s\S]*3 tests, nothing failed\./,
  );
  expect(passed.code).toBe(0);
  put('guard.sh', '#!/bin/sh\nexit 0\n');
  const failed = await run('--agent', 'claude,gemini');
  expect(failed.stdout).toMatch(
    /✗ rm -rf x: deny +anyhook\.yaml:8\n +claude, gemini +expected deny, got none/,
  );
  expect(failed.stdout).toContain('3 tests, 1 failed. To see the whole story: anyhook test -v');
  expect(failed.code).toBe(1);
});

test('an edit of a file that exists needs no text to replace, nor one that the file holds', async () => {
  const tests = `tests:
  - {call: {tool: edit, path: a.txt}, expect: pass}
  - {call: {tool: edit, path: empty.txt}, expect: pass}
  - {call: {tool: edit, path: a.txt, old: elsewhere, new: b}, expect: pass}
`;
  const texts = { 'a.txt': 'one\none\ntwo\n', 'empty.txt': '' };
  const { run } = project({ 'guard.sh': guard, 'anyhook.yaml': yaml(tests), ...texts });
  const { stdout, stderr, code } = await run();
  expect(stderr).toBe('');
  expect(stdout).toContain('3 tests, nothing failed.');
  expect(code).toBe(0);
});

test('hooks that fail in the same way are named in one line, by the error alone', async () => {
  const tests = 'tests:\n  - {call: ls, expect: pass}\n';
  const run = 'node -e "missing.word"';
  const file = yaml(tests).replace(/run: .*/, `run: '${run}'`);
  const { stdout } = await project({ 'anyhook.yaml': file }).run('--agent', 'claude,gemini');
  expect(stdout).toMatch(
    /\n {4}claude, gemini {2}the hook no-rm failed: ended with exit code 1: *\n +ReferenceError: missing is not defined\n/,
  );
});

test('a refusal that comes of a broken script passes no test', async () => {
  const tests = 'tests:\n  - {call: rm -rf x, expect: deny}\n';
  const { run } = project({ 'anyhook.yaml': yaml(tests) }); // without guard.sh
  const { stdout, code } = await run('--agent', 'claude');
  expect([code, /the hook no-rm failed: /.test(stdout)]).toEqual([1, true]);
});

test('a recorded payload is recognised, and the hooks of its agent are asked with it', async () => {
  const payload = {
    ...{ conversation_id: 'c', generation_id: 'g', hook_event_name: 'beforeShellExecution' },
    ...{ command: 'rm -rf /', cwd: '', workspace_roots: ['/w'], cursor_version: '3' },
  };
  const { run } = project({
    ...{ 'guard.sh': guard, 'payload.json': payload, 'list.json': [1] },
    '.cursor/hooks.json': {
      version: 1,
      hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
    },
  });
  const { stdout, code } = await run('--payload', 'payload.json');
  expect([code, /cursor +deny +no deleting/.test(stdout)]).toEqual([0, true]);
  const wrong = await run('--payload', 'list.json');
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'anyhook: --payload list.json: it holds no JSON object\n',
  ]);
  const missing = await run('--payload', 'no.json');
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/--payload no\.json: there is no such file/),
  ]);
});

test('what hooks print never reaches the terminal as control characters', async () => {
  const evil = `#!/bin/sh\nprintf '\\033[2Jgone\\007 \\302\\233x' >&2; exit 2\n`;
  const { run } = project({ 'guard.sh': evil, 'anyhook.yaml': yaml() });
  for (const flags of [[], ['-v'], ['--json']]) {
    const { stdout } = await run('ls', '--agent', 'claude,gemini', ...flags);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(stdout).toContain('gone');
  }
});

test.each([
  [['--tool', 'bsh'], /unknown tool "bsh"; did you mean "shell"\?/],
  [['--tool', 'Bahs'], /unknown tool "Bahs"; did you mean "shell"\?/],
  [['--tool', 'write'], /--path is missing: say which file, such as --path/],
  [
    ['--event', 'before-tol', 'ls'],
    /--event before-tol: no such event; did you mean before-tool\?/,
  ],
  [['ls', '--agent', 'claud'], /--agent claud: no such agent; did you mean claude\?/],
  [['ls', '--hook', 'no-mr'], /--hook no-mr: no hook has this name; did you mean no-rm\?/],
  [['ls', '--as', 'cursor'], /--as and --on-event need a command: it comes after --/],
  [['ls', '--timeout', '5'], /--timeout 5: say a number with its unit/],
  [['--payload', 'x', 'ls'], /--payload states the whole call/],
  [[], /there are no tests in anyhook\.yaml/],
])('%j is answered with what to type', async (args, message) => {
  const { run } = project(files);
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('a folder without hooks is answered with how to begin', async () => {
  const { code, stderr } = await project({}).run('rm -rf /');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/there are no hooks here[\s\S]*anyhook init[\s\S]*-- \.\/guard\.sh/),
  ]);
});

test('a home folder without hooks is answered with commands that exist', async () => {
  const { code, stderr } = await project({}).run('--scope', 'user', 'rm -rf /');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/write hooks into ~\/\.anyhook\/anyhook\.yaml[\s\S]*sync --scope user/),
  ]);
  expect(stderr).not.toContain('init');
});

test('native names of tools and events are understood', async () => {
  const { run } = project(files);
  const flags = ['--tool', 'run_shell_command', '--event', 'PreToolUse', '--agent', 'claude'];
  const { stdout } = await run(...flags, '--input', '{"command": "rm -rf /"}', '--json');
  const { agents } = JSON.parse(stdout);
  expect(agents[0].hooks[0]).toMatchObject({
    ...{
      agent: 'claude',
      native: 'PreToolUse',
      hook: 'no-rm',
      verdict: 'deny',
      reason: 'no deleting',
    },
    payload: { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
  });
});
