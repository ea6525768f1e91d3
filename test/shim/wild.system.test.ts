// What scripts of the field, the vendors' pages and attackers found, through the executable.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from '../settings/project.ts';
import { cursor, family, type Host, shell, stop } from './payloads.ts';
import { folder, json, run, session } from './run.ts';
import { heard } from './verdict.ts';

type Json = Record<string, unknown>;

const dir = folder('wild');
for (const name of ['protected', 'sub']) mkdirSync(join(dir, name));
writeFileSync(join(dir, 'protected/secret.txt'), 'SECRET\n');
writeFileSync(join(dir, 'protected/a.txt'), 'keep me\n');

const about = (host: Host, tool_name: string, tool_input: object, more: Json = {}): Json =>
  host === 'cursor'
    ? cursor('preToolUse', { tool_name, tool_input, tool_use_id: 'u1', ...more }, dir)
    : family(host, 'BeforeTool', { tool_name, tool_input, ...more }, dir);
const gemini = (tool: string, input: object, more: Json = {}) => about('gemini', tool, input, more);
const mcp = (input: object, context: object = {}) =>
  gemini('mcp_db_query', input, {
    mcp_context: { server_name: 'db', tool_name: 'query', ...context },
  });

/** What a host prints for a hook's line. */
async function said(host: Host, [as, event]: readonly string[], payload: object, line: string) {
  const flags = ['--host', host, '--as', as as string, '--event', event as string];
  return run([...flags, '--', line], { stdin: payload, cwd: dir });
}
const answer = async (...of: Parameters<typeof said>) => json((await said(...of)).stdout);
const says = (response: object) => `cat >/dev/null; echo '${JSON.stringify(response)}'`;
/** A guard that refuses what holds a word. */
const no = (word: string) =>
  `if grep -qF '${word}'; then echo '{"permission":"deny","user_message":"No."}'; else echo '{}'; fi`;
/** What a hook is told: it asks for it as a reason of its refusal. */
async function told(host: Host, [as, event]: readonly string[], payload: object) {
  const key = as === 'cursor' ? 'user_message' : 'reason';
  const base64 = `printf '{"permission":"deny","decision":"deny","${key}":"%s"}' "$(base64 | tr -d '\\n')"`;
  const of = await said(host, [as as string, event as string], payload, base64);
  const { reason = '' } = heard(host, payload, of);
  return json(Buffer.from(reason.split('\n')[0] as string, 'base64').toString() || 'null');
}

const reads = ['cursor', 'beforeReadFile'];
const uses = ['cursor', 'preToolUse'];
const shells = ['cursor', 'beforeShellExecution'];
const tools = ['gemini', 'BeforeTool'];
const results = ['gemini', 'AfterTool'];

describe('A guard is asked about what a call really touches', () => {
  test.each<[string, string[], string, object, string]>([
    ['an escaped path', reads, 'read_file', { file_path: 'protected/%73ecret.txt' }, 'SECRET'],
    [
      'a path with the @ that a person types',
      reads,
      'read_file',
      { file_path: '@protected/secret.txt' },
      'SECRET',
    ],
    ['a file that is missing', reads, 'read_file', { file_path: 'none.env' }, 'none.env'],
    [
      'a bare name that is found elsewhere',
      uses,
      'replace',
      { file_path: 'a.txt', instruction: 'i', old_string: 'keep', new_string: 'x' },
      'protected/a.txt',
    ],
    ['an address in capitals', uses, 'web_fetch', { prompt: 'HTTPS://EVIL.test/x' }, '//evil.test'],
    [
      'an address in an argument of its own',
      uses,
      'web_fetch',
      { url: 'https://evil.test/' },
      '//evil.test',
    ],
  ])('with %s', async (_, hook, tool, input, word) => {
    const payload = gemini(tool, input);
    const of = await said('gemini', hook, payload, no(word));
    expect(heard('gemini', payload, of)).toMatchObject({ verdict: 'deny', reason: 'No.' });
  });
});

describe('A payload with an odd value reaches its guard', () => {
  test.each<[string, string[], Json]>([
    [
      'a number among the words of a server',
      ['cursor', 'beforeMCPExecution'],
      mcp({ sql: 'drop' }, { command: 'node', args: ['a.mjs', 8080] }),
    ],
    [
      'a description that is a number',
      shells,
      gemini('run_shell_command', { command: 'drop', description: 7 }),
    ],
    ['a command that is a list', shells, gemini('run_shell_command', { command: ['drop', 'x'] })],
  ])('such as %s', async (_, hook, payload) => {
    const of = await said('gemini', hook, payload, no('drop'));
    expect(heard('gemini', payload, of)).toMatchObject({ verdict: 'deny', reason: 'No.' });
  });

  test('such as a subagent of a kind that the dialect does not have', async () => {
    const payload = gemini('invoke_agent', { agent_name: 'generalist', prompt: 'drop' });
    const flags = ['--host', 'gemini', '--as', 'cursor', '--event', 'subagentStart'];
    const line = [...flags, '--matcher', 'explore|shell', '--', no('drop')];
    const of = await run(line, { stdin: payload, cwd: dir });
    expect(heard('gemini', payload, of)).toMatchObject({ verdict: 'deny', reason: 'No.' });
  });

  test('such as arguments of a subagent in TerminaI’s spelling', async () => {
    const payload = about('terminai', 'delegate_to_agent', { agent_name: 'x', objective: 'drop' });
    const of = await said('terminai', ['cursor', 'subagentStart'], payload, no('drop'));
    expect(heard('terminai', payload, of)).toMatchObject({ verdict: 'deny', reason: 'No.' });
  });
});

describe('The result of a tool', () => {
  const ended = (tool_name: string) =>
    cursor('postToolUse', { tool_name, tool_input: {}, tool_output: '"secret"', tool_use_id: 'u' });

  test('of MCP is replaced in Cursor where a hook of Gemini CLI denies it', async () => {
    const hidden = { updated_mcp_tool_output: { content: [{ type: 'text', text: 'No.' }] } };
    for (const response of [
      { decision: 'deny', reason: 'No.' },
      { continue: false, stopReason: 'No.' },
    ])
      expect(await answer('cursor', results, ended('MCP:query'), says(response))).toEqual(hidden);
  });

  test('is not replaced by updated_mcp_tool_output where the tool is not one of MCP', async () => {
    const tool_response = { llmContent: 'x', returnDisplay: 'x' };
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'ls' }, tool_response };
    const payload = family('gemini', 'AfterTool', call, dir);
    const line = says({ updated_mcp_tool_output: { a: 1 } });
    expect(await answer('gemini', ['cursor', 'postToolUse'], payload, line)).toEqual({});
  });

  test('is told to a hook of Gemini CLI as output with an exit code where a command failed in Cursor', async () => {
    const failed = {
      ...{ tool_name: 'Shell', tool_input: { command: 'false' }, tool_use_id: 'u' },
      ...{ error_message: 'Command failed with exit code 1', failure_type: 'error', duration: 5 },
    };
    const payload = cursor('postToolUseFailure', { ...failed, is_interrupt: false });
    const line = `if grep -q 'Exit Code: 1'; then echo '{"hookSpecificOutput":{"additionalContext":"told"}}'; fi`;
    expect((await said('cursor', results, payload, line)).stdout).toContain('told');
  });
});

describe('A loop that a hook counts itself', () => {
  test.each<[Host, string[], string, string, unknown[]]>([
    ['gemini', ['cursor', 'stop'], 'loop_count', 'followup_message', [0, 1, 2]],
    ['terminai', ['gemini', 'AfterAgent'], 'stop_hook_active', 'reason', [false, true, true]],
  ])('is told under %s in the field of its own event: %s', async (host, [
    as,
    event,
  ], field, key, wanted) => {
    const { session_id } = stop(host, dir);
    const line = `printf '{"decision":"deny","${key}":"%s"}' "$(grep -o '"${field}":[a-z0-9]*' | cut -d: -f2)"`;
    const found: unknown[] = [];
    for (const _ of wanted) {
      const flags = ['--host', host, '--as', as as string, '--event', event as string];
      const stdin = { ...stop(host, dir), session_id };
      const of = await run([...flags, '--loop-limit', 'none', '--', line], { stdin });
      found.push(JSON.parse(String(json(of.stdout).reason)));
    }
    expect(found).toEqual(wanted);
  });
});

describe('A line of the Gemini family under Cursor', () => {
  const refuses = `echo '{"decision":"deny","reason":"$GEMINI_PROJECT_DIR"}'`;
  test.each([
    ['a variable in a comment with an apostrophe', tools, `# it's $GEMINI_PROJECT_DIR\n${refuses}`],
    [
      'a variable within single quotes within a command',
      tools,
      `x="$(echo '$GEMINI_PROJECT_DIR')"; echo "{\\"decision\\":\\"deny\\",\\"reason\\":\\"$x\\"}"`,
    ],
    [
      'Tabnine’s alias of a variable',
      ['tabnine', 'BeforeTool'],
      `printf '{"decision":"deny","reason":"%s"}' $GEMINI_PROJECT_DIR`,
    ],
  ])('gets the value of %s', async (_, hook, line) => {
    const payload = shell('cursor', 'ls', dir);
    const of = await said('cursor', hook, payload, line);
    expect(heard('cursor', payload, of)).toMatchObject({ verdict: 'deny', reason: dir });
  });

  test('of Tabnine has the reason of stderr where it exits with 2', async () => {
    const line = `cat >/dev/null; echo '{"decision":"deny","reason":"stdout"}'; echo stderr >&2; exit 2`;
    const payload = shell('cursor', 'ls', dir);
    const of = await said('cursor', ['tabnine', 'BeforeTool'], payload, line);
    expect(heard('cursor', payload, of)).toMatchObject({ verdict: 'deny', reason: 'stderr' });
  });
});

describe('At an event of the model,', () => {
  const llm_request = { model: 'm', messages: [{ role: 'user', content: 'hi' }], config: {} };
  const llm_response = { text: 'x', candidates: [{ content: { role: 'model', parts: ['x'] } }] };

  test('a refusal of its response is a halt in TerminaI', async () => {
    const payload = family('terminai', 'AfterModel', { llm_request, llm_response }, dir);
    for (const line of [
      says({ decision: 'deny', reason: 'No.' }),
      'cat >/dev/null; echo No. >&2; exit 2',
    ]) {
      const found = await answer('terminai', ['gemini', 'AfterModel'], payload, line);
      expect(found).toMatchObject({ continue: false, reason: 'No.' });
    }
  });

  test('the tools that a hook allows get the names they have in the host', async () => {
    const toolConfig = { mode: 'ANY', allowedFunctionNames: ['run_shell_command', 'write_file'] };
    const payload = family('terminai', 'BeforeToolSelection', { llm_request }, dir);
    const line = says({ hookSpecificOutput: { toolConfig } });
    const found = await answer('terminai', ['gemini', 'BeforeToolSelection'], payload, line);
    const allowedFunctionNames = ['run_terminal_command', 'write_to_file'];
    expect(found).toEqual({
      hookSpecificOutput: { toolConfig: { mode: 'ANY', allowedFunctionNames } },
    });
  });

  test('a response of text alone becomes a whole one in Gemini CLI', async () => {
    const payload = family('gemini', 'AfterModel', { llm_request, llm_response }, dir);
    const line = says({ hookSpecificOutput: { llm_response: { text: 'hey' } } });
    const found = await answer('gemini', ['tabnine', 'AfterModel'], payload, line);
    expect(found).toMatchObject({
      hookSpecificOutput: { llm_response: { candidates: [{ content: { parts: ['hey'] } }] } },
    });
  });
});

describe('A rewrite', () => {
  test('keeps the arguments that the hook left out', async () => {
    const call = gemini('run_shell_command', { command: 'ls', dir_path: 'sub' });
    const line = says({ updated_input: { command: 'ls -l' } });
    expect(await answer('gemini', uses, call, line)).toEqual({
      hookSpecificOutput: { tool_input: { command: 'ls -l', dir_path: 'sub' } },
    });
    const query = mcp({ sql: '1', database: 'prod', dry_run: true });
    expect(await answer('gemini', uses, query, says({ updated_input: { sql: '2' } }))).toEqual({
      hookSpecificOutput: { tool_input: { sql: '2', database: 'prod', dry_run: true } },
    });
  });

  test('goes back to the spelling that the call came in', async () => {
    const file = join(dir, 'n.txt');
    const call = about('cursor', 'Write', { target_file: file, contents: 'a' });
    const tool_input = { file_path: file, content: 'b' };
    const found = await answer('cursor', tools, call, says({ hookSpecificOutput: { tool_input } }));
    expect(found).toMatchObject({ updated_input: { target_file: file, contents: 'b' } });
  });

  test('is shown whole in the reason where the host cannot make it', async () => {
    const command = `echo ${'x'.repeat(6000)}`;
    const line = says({ hookSpecificOutput: { tool_input: { command } } });
    const call = about('terminai', 'run_terminal_command', { command: 'ls' });
    const { reason } = await answer('terminai', tools, call, line);
    expect(reason).toContain(JSON.stringify({ command }));
  });
});

describe('The reason of a refusal is heard', () => {
  test.each([
    ['userMessage', 'gemini', shells, gemini('run_shell_command', { command: 'ls' })],
    ['agentMessage', 'gemini', shells, gemini('run_shell_command', { command: 'ls' })],
    ['user_message', 'cursor', tools, shell('cursor', 'ls', dir)],
  ] as const)('under the key %s in %s', async (key, host, hook, payload) => {
    const line = says({ permission: 'deny', decision: 'deny', [key]: 'No.' });
    const of = await said(host, hook, payload, line);
    expect(heard(host, payload, of)).toMatchObject({ verdict: 'deny', reason: 'No.' });
  });
});

describe('A hook is told', () => {
  test('how an MCP server is launched, as one line or as words', async () => {
    const words = mcp({}, { command: 'npx', args: ['-y', 'a b'] });
    const hook = ['cursor', 'beforeMCPExecution'];
    expect(await told('gemini', hook, words)).toMatchObject({ command: "npx -y 'a b'" });
    const call = { tool_name: 'query', tool_input: '{}', mcp_server_name: 'db' };
    const line = cursor('beforeMCPExecution', { ...call, command: "npx -y 'a b'" }, dir);
    expect(await told('cursor', tools, line)).toMatchObject({
      mcp_context: { command: 'npx', args: ['-y', 'a b'] },
    });
  });

  test('of an MCP call by a bare name, and of the folder that a command runs in', async () => {
    const bare = about('cursor', 'MCP', { sql: '1' });
    expect((await told('cursor', tools, bare))?.tool_name).toMatch(/^mcp_/);
    const cwd = join(dir, 'sub');
    const call = about('cursor', 'Shell', { command: 'ls' }, { cwd });
    expect(await told('cursor', tools, call)).toMatchObject({ tool_input: { dir_path: cwd } });
  });

  test('the arguments of a subagent in their older spellings as well', async () => {
    const call = gemini('invoke_agent', { agent_name: 'x', prompt: 'T' });
    expect(await told('gemini', ['cursor', 'subagentStart'], call)).toMatchObject({ prompt: 'T' });
  });

  test.each([
    'gemini',
    'cursor',
  ] as const)('the absolute path for a relative one of %s', async (host) => {
    const file_path = '../etc/x';
    const payload =
      host === 'gemini'
        ? gemini('read_file', { file_path })
        : cursor('beforeReadFile', { file_path, content: '', attachments: [] }, dir);
    const found = await told(host, ['anyhook', 'before-tool'], payload);
    expect(found).toMatchObject({ input: { path: join(dir, file_path) } });
  });

  test('of every end of a session by a reason that its matcher can name', async () => {
    for (const reason of ['user_close', 'window_close', 'aborted', 'completed']) {
      const seen = join(dir, `end-${session()}`);
      const end = { reason, duration_ms: 1, is_background_agent: false };
      const flags = ['--host', 'cursor', '--as', 'gemini', '--event', 'SessionEnd'];
      await run([...flags, '--matcher', 'exit', '--', `cat >'${seen}'`], {
        stdin: cursor('sessionEnd', end, dir),
      });
      expect(json(readFileSync(seen, 'utf8'))).toMatchObject({ reason: 'exit' });
    }
  });
});

test('A deny at the end of a turn makes the agent go on with its reason', async () => {
  const line = says({ decision: 'deny', reason: 'Not yet.' });
  expect(await answer('cursor', ['anyhook', 'stop'], stop('cursor', dir), line)).toEqual({
    followup_message: 'Not yet.',
  });
});

test('A rewriting hook is converted ahead of a guard, so that the guard judges the rewritten call', async () => {
  const hooks = {
    beforeShellExecution: [{ command: './guard.sh', failClosed: true }],
    preToolUse: [{ command: './rewrite.sh', matcher: 'Shell' }],
  };
  const p = project({
    '.cursor/hooks.json': { version: 1, hooks },
    'guard.sh': '#!/bin/sh\necho {}\n',
    'rewrite.sh': '#!/bin/sh\necho \'{"updated_input":{"command":"ls"}}\'\n',
  });
  const convert = async (lines: string) => {
    const words = ['convert', 'cursor', 'gemini', '--output', '-', '--lines', lines];
    const { stdout } = await p.anyhook(...words);
    return JSON.parse(stdout.slice(0, stdout.lastIndexOf('}') + 1)).hooks.BeforeTool;
  };
  const together = await convert('together');
  expect(together).toHaveLength(1);
  expect(JSON.stringify(together)).toMatch(/--hook \.\/rewrite\.sh.*--hook \.\/guard\.sh/);
  const [first, second] = await convert('apart');
  expect(first).toMatchObject({ sequential: true });
  expect(JSON.stringify([first.hooks, second.hooks])).toMatch(/rewrite\.sh.*guard\.sh/);
});
