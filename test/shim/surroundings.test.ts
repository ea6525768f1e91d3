import { realpathSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Host, hosts, shell, speaks } from './payloads.ts';
import { folder, json, oneLine, run } from './run.ts';

const dir = folder();
const refusing = (line: string) => `${line} >&2; exit 2`;

/** Runs a hook whose words on stderr are a refusal; what it said. */
async function says(args: string[], command: string[], stdin: object, env = {}): Promise<string> {
  const said = await run([...args, '--', ...command], { stdin, env });
  const { reason } = json(said.stdout) as { reason: string };
  return reason;
}

const variables: Record<string, (host: Host, payload: Record<string, unknown>) => object> = {
  cursor: (host) => ({
    CURSOR_PROJECT_DIR: dir,
    CLAUDE_PROJECT_DIR: dir,
    CURSOR_VERSION: host === 'cursor' ? '2026.09.28-64d2043' : '3.22.7',
  }),
  gemini: (_, { session_id }) => ({
    GEMINI_PROJECT_DIR: dir,
    GEMINI_CWD: dir,
    GEMINI_SESSION_ID: session_id,
    CLAUDE_PROJECT_DIR: dir,
  }),
  tabnine: () => ({ TABNINE_PROJECT_DIR: dir, CLAUDE_PROJECT_DIR: dir }),
  terminai: () => ({ TERMINAI_PROJECT_DIR: dir, GEMINI_PROJECT_DIR: dir, CLAUDE_PROJECT_DIR: dir }),
};

describe.each(Object.keys(variables))('variables of %s', (dialect) => {
  test.each(hosts)('on %s', async (host) => {
    const payload = shell(host, 'npm test', dir);
    const wanted = variables[dialect]?.(host, payload) ?? {};
    const names = Object.keys(wanted);
    const print = `process.stderr.write('env ' + JSON.stringify(process.env, ${JSON.stringify(names)})); process.exitCode = 2`;
    const args = ['--host', host, ...speaks(dialect)];
    // What a parent left behind is not believed.
    const decoys = Object.fromEntries(names.map((name) => [name, '/decoy']));
    const said = await run([...args, '--', process.execPath, '-e', print], {
      stdin: payload,
      env: decoys,
    });
    const told = dialect === host ? said.stderr : JSON.parse(said.stdout).reason;
    const text = told ?? json(said.stdout).user_message;
    expect(json(text.replace(/^.*?env /, ''))).toEqual(wanted);
  });
});

test.each([
  ['cursor', 'gemini', '$GEMINI_SESSION_ID'],
  ['gemini', 'cursor', '$CURSOR_CONVERSATION_ID$CURSOR_TRANSCRIPT_PATH'],
] as const)('what %s says and no process can be given is left out: the guard is asked in %s', async (host, dialect, names) => {
  const long = 'é'.repeat(2 * 1024 * 1024);
  const words = { session_id: long, conversation_id: long, transcript_path: long };
  const more = host === 'cursor' ? { cursor_version: long, user_email: long } : {};
  const stdin = { ...shell(host, 'npm test', dir), ...words, ...more };
  const args = ['--host', host, ...speaks(dialect)];
  expect(await says(args, [refusing(`printf "no %s" "${names}"`)], stdin)).toMatch(/^no ?$/m);
});

describe('--env and --cwd', () => {
  const args = ['--host', 'gemini', ...speaks('cursor')];
  test('--env is set last, with = in its value, and once for each', async () => {
    const more = ['--env', 'A=1=2 3', '--env=B=$(touch pwned)', '--env', 'CURSOR_VERSION=9'];
    const line = refusing('printf "%s|%s|%s" "$A" "$B" "$CURSOR_VERSION"');
    expect(await says([...args, ...more], [line], shell('gemini'))).toBe('1=2 3|$(touch pwned)|9');
  });

  test('a reference that only looks like a variable stays', async () => {
    const flags = ['--host', 'cursor', ...speaks('gemini'), '--env', 'A=$constructor'];
    const line = `echo '$toString' '"$A"' | tr -d '\\047' >&2; exit 2`;
    const said = await run([...flags, '--', line], { stdin: shell('cursor') });
    expect(said.stdout).toContain('$toString');
    const value = refusing('printf %s "$A"');
    expect((await run([...flags, '--', value], { stdin: shell('cursor') })).stdout).toContain(
      '"$constructor"',
    );
  });

  test('the rest of the environment is passed on', async () => {
    const line = refusing('printf %s "$SECRET_OF_HOST"');
    expect(await says(args, [line], shell('gemini'), { SECRET_OF_HOST: 's' })).toBe('s');
  });

  test.each(hosts)('the hook runs in the project of %s', async (host) => {
    const told = ['--host', host, ...speaks('anyhook')];
    const said = await run([...told, '--', refusing('pwd')], { stdin: shell(host, 'x', dir) });
    expect(said.stdout).toContain(JSON.stringify(realpathSync(dir)).slice(1, -1));
  });

  test('--cwd is where it runs, and not where the project is', async () => {
    const line = refusing('printf "%s|%s" "$(pwd)" "$CURSOR_PROJECT_DIR"');
    expect(await says([...args, '--cwd', '/'], [line], shell('gemini', 'x', dir))).toBe(`/|${dir}`);
  });

  test('--cwd that is not there is a command that cannot start', async () => {
    const flags = [...args, '--on-failure', 'block', '--cwd', '/no/such', '--', 'true'];
    const said = await run(flags, { stdin: shell('gemini') });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toContain('/no/such is not there');
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
  });
});

describe('the shell', () => {
  test.each([
    ['gemini', 'bash'],
    ['tabnine', 'bash'],
    ['terminai', 'bash'],
    ['cursor', 'sh'],
    ['anyhook', 'sh'],
  ])('of %s is %s', async (dialect, name) => {
    const line = refusing('readlink /proc/$$/exe');
    const args = ['--host', 'gemini', ...speaks(dialect)];
    const said = await run([...args, '--', line], { stdin: shell('gemini') });
    const exe = (dialect === 'gemini' ? said.stderr : (json(said.stdout).reason as string)).trim();
    expect(exe).toBe(realpathSync(`/bin/${name}`));
  });

  test('several words run without one', async () => {
    const args = ['--host', 'gemini', ...speaks('cursor')];
    const script = 'process.stderr.write(process.argv.slice(1).join("|")); process.exitCode = 2';
    const words = ['a b', '$HOME', '$(id)', '`id`', "it's", '"', '*', '', '\\', '; id'];
    expect(
      await says(args, [process.execPath, '-e', script, '--', ...words], shell('gemini')),
    ).toBe(words.join('|'));
  });
});
