import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { shell } from './payloads.ts';
import { json, run } from './run.ts';

// A line that is one program by its path starts without a shell, and nobody can tell.
const dir = mkdtempSync(join(tmpdir(), 'anyhook-plain-'));
afterAll(() => rmSync(dir, { recursive: true }));

const script = (name: string, text: string, mode = 0o755): string => {
  writeFileSync(join(dir, name), text);
  chmodSync(join(dir, name), mode);
  return join(dir, name);
};
const guard = (line: string) =>
  run(['--host', 'gemini', '--as', 'cursor', '--event', 'preToolUse', '--', line], {
    stdin: { ...shell('gemini'), cwd: dir },
    env: { PWD: '/elsewhere' },
  });
const reason = async (line: string) =>
  (json((await guard(line)).stdout) as { reason: string }).reason;

it('A program started without a shell gets the arguments and working directory a shell would give it', async () => {
  const path = script('say.sh', '#!/bin/sh\necho "$# $1 $2 $(pwd) $PWD" >&2\nexit 2\n');
  const here = await reason(`${path}  a.b  --c=d`);
  expect(here).toBe(await reason(`exec ${path}  a.b  --c=d`));
  expect(await reason(`${path} a --c`)).toBe(`2 a --c ${dir} ${dir}`);
  expect(await reason('./say.sh x y')).toBe(`2 x y ${dir} ${dir}`);
});

it('A script without a #! line is run as a shell would run it', async () => {
  expect(await reason(script('bare', 'echo bare >&2; exit 2\n'))).toBe('bare');
});

it.each([
  ['that does not exist', () => join(dir, 'none')],
  ['that is not executable', () => script('plain.txt', '#!/bin/sh\n', 0o644)],
  ['that is a folder', () => dir],
])('A program %s fails as it would in a shell', async (_, path) => {
  const line = path();
  const [plain, shelled] = [await guard(line), await guard(`exec ${line}`)];
  const end = /ended with exit code \d+/;
  expect(plain.stdout).toBe(shelled.stdout);
  expect(end.exec(plain.stderr)?.[0]).toBe(end.exec(shelled.stderr)?.[0]);
});

it('A line with quotes, variables or operators is left to the shell', async () => {
  const path = script('say2.sh', '#!/bin/sh\necho "$1 $V" >&2\nexit 2\n');
  expect(await reason(`V=1 ${path} "a b"`)).toBe('a b 1');
  expect(await reason(`${path} $PWD`)).toContain(dir);
  expect(await reason(`${path} 'x' && true`)).toBe('x');
});
