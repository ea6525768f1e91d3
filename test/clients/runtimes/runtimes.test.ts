// The executable under other runtimes, as a person has it who starts it with `bun` or `deno`.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../../settings/project.ts';
import { shell, speaks, stop } from '../../shim/payloads.ts';
import { bytes, folder } from '../../shim/run.ts';
import { heard, refused, words } from '../../shim/verdict.ts';
import { runtimes } from './install.ts';

const dist = join(import.meta.dirname, '../../../dist');
const cwd = folder();
const gate = ['run', '--host', 'gemini', ...speaks('cursor'), '--'];
const deny = `echo '{"permission":"deny","user_message":"no"}'`;

/** Lines, and what must come of them. */
const guards: Record<string, [line: string[], reason: RegExp | undefined]> = {
  'a refusal': [[...gate, deny], /^no$/],
  'a refusal by exit code from a command without a shell': [
    [...gate, 'sh', '-c', 'echo no >&2; exit 2'],
    /no/,
  ],
  'a refusal of what it reads from /dev/stdin': [
    [...gate, `grep -q '"command"' /dev/stdin && ${deny}`],
    /^no$/,
  ],
  'a guard without an opinion': [[...gate, 'cat >/dev/null; echo "{}"'], undefined],
  'a refusal longer than a pipe holds': [
    [...gate, 'head -c 300000 /dev/zero | tr "\\0" n >&2; exit 2'],
    /^n{300000}$/,
  ],
  'a refusal that comes late': [[...gate, `(sleep 0.5; ${deny}) & true`], /^no$/],
  'a guard that hangs': [
    ['run', '--timeout', '500ms', '--on-failure', 'block', ...gate.slice(1), 'sleep 60'],
    /ran out of time/,
  ],
  'a guard that does not exist': [
    ['run', '--on-failure', 'block', ...gate.slice(1), '/no/such', 'x'],
    /not/,
  ],
  'a mistyped guard': [['run', '--strict', ...gate.slice(1), 'true'], words],
};

describe.each(runtimes())('under %s', (_, [program, ...before]) => {
  const start = (script: string, args: string[], stdin: object | string) =>
    runProgram([program, ...before, join(dist, script), ...args], {
      cwd,
      env: process.env,
      stdin: bytes(stdin) as string,
    });

  test.each(Object.entries(guards))('the host reads the verdict that is due for %s', async (__, [
    line,
    reason,
  ]) => {
    for (const script of ['anyhook.cjs', 'run.cjs']) {
      const said = await start(script, line, shell('gemini'));
      const is = heard('gemini', shell('gemini'), said as never);
      expect(refused(is), JSON.stringify(said).slice(0, 500)).toBe(reason !== undefined);
      if (reason) expect(is.reason?.slice(0, 400_000)).toMatch(reason);
      expect(said.stderr).not.toMatch(/ {4}at /);
    }
  });

  test('the host reads a refusal of a payload of 5 MB', async () => {
    const payload = { ...shell('gemini'), more: 'x'.repeat(5e6) };
    const said = await start('anyhook.cjs', [...gate, deny], payload);
    expect(heard('gemini', payload, said as never)).toMatchObject({
      verdict: 'deny',
      reason: 'no',
    });
  });

  test('a payload that is no JSON is refused, and a mistyped stop hook stops nothing', async () => {
    const said = await start('anyhook.cjs', [...gate, 'true'], '{');
    expect(refused(heard('gemini', shell('gemini'), said as never))).toBe(true);
    const over = ['run', '--host', 'gemini', ...speaks('cursor', 'stop'), '--strict', '--', 'true'];
    const quiet = heard(
      'gemini',
      stop('gemini'),
      (await start('anyhook.cjs', over, stop('gemini'))) as never,
    );
    expect({ ...quiet, message: undefined }).toEqual({ verdict: 'pass' });
  });

  test('anyhook --version prints its version', async () => {
    const said = await start('anyhook.cjs', ['--version'], '');
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});
