import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursor, family, hosts, shell, speaks, stop } from './payloads.ts';
import { bytes, folder, json, read, run } from './run.ts';
import { heard, refused } from './verdict.ts';

const dir = folder();
const pwned = join(dir, 'pwned');
let count = 0;
const state = join(userInfo().homedir, '.anyhook', 'state');
const kept = () => (existsSync(state) ? readdirSync(state) : []);

const evil = [
  `$(touch ${pwned})`,
  `\`touch ${pwned}\``,
  `'; touch '${pwned}'; '`,
  `"; touch "${pwned}"; "`,
  `\n touch ${pwned}\n`,
  `\${IFS}; touch ${pwned} #`,
  `\\'; touch ${pwned}`,
  '--as anyhook -- true',
  '%s%n$0',
];

describe('text of a model reaches the hook on stdin alone', () => {
  test.each(evil)('%j', async (text) => {
    const path = join(dir, `in-${count++}`);
    for (const [host, stdin] of [
      [
        'gemini',
        family('gemini', 'BeforeTool', {
          tool_name: 'run_shell_command',
          tool_input: { command: text, description: text },
        }),
      ],
      ['cursor', cursor('beforeShellExecution', { command: text, cwd: text, sandbox: false })],
    ] as const) {
      const args = ['--host', host, ...speaks('anyhook'), '--', `cat >'${path}'; exit 2`];
      await run(args, { stdin, cwd: dir });
      expect(json(read(path))).toMatchObject({ input: { command: text } });
    }
    expect(existsSync(pwned)).toBe(false);
  });

  test.each(evil)('as an id, a folder or a version: %j', async (text) => {
    const stdin = cursor('beforeShellExecution', { command: 'x', cwd: '', sandbox: false });
    const odd = {
      ...stdin,
      conversation_id: text,
      session_id: text,
      cursor_version: text,
      user_email: text,
      workspace_roots: [`${dir}/${text}`],
    };
    for (const dialect of ['cursor', 'gemini', 'terminai']) {
      const line = 'echo $GEMINI_SESSION_ID $GEMINI_PROJECT_DIR $TERMINAI_PROJECT_DIR >&2; exit 2';
      const said = await run(['--host', 'cursor', ...speaks(dialect), '--cwd', dir, '--', line], {
        stdin: odd,
        cwd: dir,
      });
      expect(said.stderr).not.toMatch(/ {4}at /);
    }
    expect(existsSync(pwned)).toBe(false);
  });

  test('what a guard says in turn is data', async () => {
    for (const text of evil) {
      const hook = [
        '--',
        process.execPath,
        '-e',
        'console.log(JSON.stringify({permission:"deny",user_message:process.argv[1]}))',
        '--',
        text,
      ];
      const said = await run(['--host', 'gemini', ...speaks('cursor'), ...hook], {
        stdin: shell('gemini'),
      });
      expect(json(said.stdout)).toEqual({
        decision: 'deny',
        reason: text.trim() === text ? text : expect.stringContaining(text.trim()),
      });
    }
    expect(existsSync(pwned)).toBe(false);
  });
});

describe('a session id never becomes a path', () => {
  test.each([
    '../../../../tmp/anyhook-x',
    '/etc/cron.d/x',
    '..',
    '.',
    'a/b',
    'a\\b',
    'x'.repeat(5000),
    '\0',
    '\ud800',
    'é'.repeat(1024 * 1024),
  ])('%j', async (id) => {
    const before = kept();
    const payload = { ...stop('gemini', dir), session_id: id };
    const args = [
      '--host',
      'gemini',
      ...speaks('cursor', 'stop'),
      '--',
      `echo '{"followup_message":"go on"}'`,
    ];
    const said = await run(args, { stdin: payload });
    expect(said.stderr).toBe('');
    expect(heard('gemini', payload, said).followUp).toBe('go on');
    const made = kept().filter((name) => !before.includes(name));
    for (const name of made) expect(name).toMatch(/^(?:[0-9a-f]{64}\.jsonl[.0-9a-f]*|swept)$/);
    expect(existsSync('/tmp/anyhook-x')).toBe(false);
    await run(['--host', 'gemini', ...speaks('anyhook'), '--event', 'session-end', '--', 'true'], {
      stdin: { ...family('gemini', 'SessionEnd', { reason: 'exit' }, dir), session_id: id },
    });
  });
});

test('without a session id nothing is kept: it would be every session’s', async () => {
  const payload = { ...stop('gemini', dir), session_id: '' };
  const args = ['--host', 'gemini', ...speaks('cursor', 'stop'), '--'];
  const said = await run([...args, `echo '{"followup_message":"go on"}'`], { stdin: payload });
  expect(heard('gemini', payload, said).followUp).toBeUndefined();
  expect(said.stderr).toMatch(/^anyhook: follow-up dropped/);
});

describe('no environment variable moves a file or weakens a verdict', () => {
  const fake = join(dir, 'home');
  mkdirSync(join(fake, '.anyhook'), { recursive: true });
  writeFileSync(join(fake, '.anyhook', 'config.json'), JSON.stringify({ log: join(fake, 'log') }), {
    mode: 0o600,
  });
  const env = {
    HOME: fake,
    USERPROFILE: fake,
    XDG_CONFIG_HOME: fake,
    XDG_STATE_HOME: fake,
    XDG_DATA_HOME: fake,
    XDG_RUNTIME_DIR: fake,
    TMPDIR: fake,
    ANYHOOK_HOME: fake,
    ANYHOOK_LOG: join(fake, 'log'),
    ANYHOOK_STATE: fake,
    ANYHOOK_CONFIG: join(fake, '.anyhook', 'config.json'),
    ANYHOOK_ON_FAILURE: 'allow',
    ANYHOOK_DISABLE: '1',
    ANYHOOK_ASK: 'host',
    ANYHOOK_HOST: 'cursor',
    GEMINI_CLI_HOME: fake,
    GEMINI_PROJECT_DIR: fake,
    TABNINE_PROJECT_DIR: fake,
    CURSOR_PROJECT_DIR: fake,
    CURSOR_VERSION: '0',
    CI: '1',
    DEBUG: '*',
  };

  test.each(hosts)('%s', async (host) => {
    const gate = shell(host, 'x', dir);
    for (const hook of ['exit 1', `echo '{"decision":"ask"}'`, 'exit 2']) {
      const args = ['--host', host, ...speaks('anyhook'), '--', hook];
      const said = await run(args, { stdin: gate, env });
      expect(refused(heard(host, gate, said)), `${hook}: ${said.stdout}`).toBe(true);
    }
    const again = ['--host', host, ...speaks('anyhook', 'stop'), '--', `echo '{"followUp":"go"}'`];
    const payload = stop(host, dir);
    await run(again, { stdin: payload, env });
    expect(readdirSync(fake)).toEqual(['.anyhook']);
    expect(readdirSync(join(fake, '.anyhook'))).toEqual(['config.json']);
    await run(['--host', host, ...speaks('anyhook'), '--event', 'session-end', '--', 'true'], {
      stdin: {
        ...payload,
        hook_event_name: host === 'cursor' ? 'sessionEnd' : 'SessionEnd',
        reason: 'exit',
      },
    });
  });
});

test('a link in place of the file that is read is not followed into a pipe', async () => {
  const link = join(dir, 'link');
  symlinkSync('/dev/zero', link);
  const stdin = family('gemini', 'BeforeTool', {
    tool_name: 'read_file',
    tool_input: { file_path: link },
  });
  const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'beforeReadFile', '--', 'true'];
  const said = await run(args, { stdin });
  expect(said.ms).toBeLessThan(2000);
  expect(json(said.stdout), bytes(said.stderr).toString()).toMatchObject({ decision: 'deny' });
});
