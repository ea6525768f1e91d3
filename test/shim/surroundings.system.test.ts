import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contracts } from '../conformance/fixtures.ts';
import { factOf, type Value, vendorsStating } from '../facts.ts';
import { hasTable, partOf } from '../wide.ts';
import { hosts, shell, speaks } from './payloads.ts';
import { folder, json, oneLine, read, run } from './run.ts';

const dir = folder();
const refusing = (line: string) => `${line} >&2; exit 2`;

/** Runs a hook whose words on stderr are a refusal; what it said. */
async function says(args: string[], command: string[], stdin: object, env = {}): Promise<string> {
  const said = await run([...args, '--', ...command], { stdin, env });
  const { reason } = json(said.stdout) as { reason: string };
  return reason;
}

/** What is in a variable of a hook that is told a payload. */
const valueIn = (value: Value, told: Record<string, unknown>): unknown =>
  value === 'project' ? dir : (told[value.field ?? ''] ?? value.text);

/** Those with variables of their own. */
const setting = vendorsStating('variables').filter(
  (vendor) => Object.keys(factOf(vendor, 'variables')).length,
);

/** Each of them with all hosts, or by `npm run test:system` with half of the hosts, in turn. */
const settingOnHosts = setting.flatMap((dialect, i) =>
  partOf(hosts, 2, i).map((host) => [dialect, host] as const),
);

describe('The variables of a hook', () => {
  test.each(settingOnHosts)(
    'of %s have the values that its own agent would set, on %s',
    hasTable,
    async (dialect, host) => {
      const all = Object.entries(factOf(dialect, 'variables'));
      const names = all.map(([name]) => name);
      const path = join(dir, `${dialect} on ${host}`);
      const [file, picked] = [path, names].map((one) => JSON.stringify(one));
      const hook = `const { readFileSync, writeFileSync } = require('node:fs');
      const [told, env] = [readFileSync(0, 'utf8'), JSON.stringify(process.env, ${picked})];
      writeFileSync(${file}, '{"told":' + told + ',"env":' + env + '}')`;
      // What a parent left behind is not believed.
      const decoys = Object.fromEntries(names.map((name) => [name, '/decoy']));
      await run(['--host', host, ...speaks(dialect), '--', process.execPath, '-e', hook], {
        stdin: shell(host, 'npm test', dir),
        env: decoys,
      });
      const { told, env } = json(read(path)) as Record<string, Record<string, unknown>>;
      const wanted = all.map(([name, value]) => [name, valueIn(value, told ?? {})]);
      expect(env).toEqual(Object.fromEntries(wanted));
    },
  );
});

test.each([
  ['cursor', 'gemini', '$GEMINI_SESSION_ID'],
  ['gemini', 'cursor', '$CURSOR_CONVERSATION_ID$CURSOR_TRANSCRIPT_PATH'],
] as const)('A value of %s that is too long for a process is left out, and a guard in %s is asked', async (host, dialect, names) => {
  const long = 'é'.repeat(2 * 1024 * 1024);
  const words = { session_id: long, conversation_id: long, transcript_path: long };
  const more = host === 'cursor' ? { cursor_version: long, user_email: long } : {};
  const stdin = { ...shell(host, 'npm test', dir), ...words, ...more };
  const args = ['--host', host, ...speaks(dialect)];
  expect(await says(args, [refusing(`printf "no %s" "${names}"`)], stdin)).toMatch(/^no ?$/m);
});

describe('A hook', () => {
  const args = ['--host', 'gemini', ...speaks('cursor')];
  test('gets the variables of --env last, with = in their values', async () => {
    const more = ['--env', 'A=1=2 3', '--env=B=$(touch pwned)', '--env', 'CURSOR_VERSION=9'];
    const line = refusing('printf "%s|%s|%s" "$A" "$B" "$CURSOR_VERSION"');
    expect(await says([...args, ...more], [line], shell('gemini'))).toBe('1=2 3|$(touch pwned)|9');
  });

  test('gets a $name that only looks like a variable as it is written', async () => {
    const flags = ['--host', 'cursor', ...speaks('gemini'), '--env', 'A=$constructor'];
    const line = `echo '$toString' '"$A"' | tr -d '\\047' >&2; exit 2`;
    const said = await run([...flags, '--', line], { stdin: shell('cursor') });
    expect(said.stdout).toContain('$toString');
    const value = refusing('printf %s "$A"');
    expect((await run([...flags, '--', value], { stdin: shell('cursor') })).stdout).toContain(
      '"$constructor"',
    );
  });

  test('gets the rest of the environment as well', async () => {
    const line = refusing('printf %s "$SECRET_OF_HOST"');
    expect(await says(args, [line], shell('gemini'), { SECRET_OF_HOST: 's' })).toBe('s');
  });

  test.each(hosts)('runs in the project of %s', async (host) => {
    const told = ['--host', host, ...speaks('anyhook')];
    const said = await run([...told, '--', refusing('pwd')], { stdin: shell(host, 'x', dir) });
    expect(said.stdout).toContain(JSON.stringify(realpathSync(dir)).slice(1, -1));
  });

  test('runs where --cwd says, while its project stays the same', async () => {
    const line = refusing('printf "%s|%s" "$(pwd)" "$CURSOR_PROJECT_DIR"');
    expect(await says([...args, '--cwd', '/'], [line], shell('gemini', 'x', dir))).toBe(`/|${dir}`);
  });

  test('whose --cwd does not exist is refused in one line', async () => {
    const flags = [...args, '--on-failure', 'block', '--cwd', '/no/such', '--', 'true'];
    const said = await run(flags, { stdin: shell('gemini') });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toContain('/no/such is not there');
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
  });
});

describe('The shell of a hook’s line', () => {
  const shells = Object.entries(contracts).map(([id, { runtime }]) => [id, runtime.shell] as const);
  test.each(shells)('in the dialect %s is %s', async (dialect, name) => {
    const path = join(dir, `shell of ${dialect}`);
    const args = ['--host', 'gemini', ...speaks(dialect)];
    await run([...args, '--', `readlink /proc/$$/exe >'${path}'`], { stdin: shell('gemini') });
    expect(read(path).trim()).toBe(realpathSync(`/bin/${name}`));
  });

  test('is not used for a command of several words', async () => {
    const args = ['--host', 'gemini', ...speaks('cursor')];
    const script = 'process.stderr.write(process.argv.slice(1).join("|")); process.exitCode = 2';
    const words = ['a b', '$HOME', '$(id)', '`id`', "it's", '"', '*', '', '\\', '; id'];
    expect(
      await says(args, [process.execPath, '-e', script, '--', ...words], shell('gemini')),
    ).toBe(words.join('|'));
  });
});
