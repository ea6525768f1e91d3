// A hook answers until its pipes are closed, not until it exits: real processes on both sides.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FinishedCommand, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { family, type Host, shell, speaks, stop } from '../shim/payloads.ts';
import { alive, folder, pids, until } from '../shim/run.ts';
import { heard, refused } from '../shim/verdict.ts';
import { hasTable, partOf } from '../wide.ts';
import { run } from './run.ts';

const dir = folder();
let count = 0;
const late = 0.5;
const deny = '{"permission":"deny","user_message":"no","decision":"deny","reason":"no"}';
const allow = '{"permission":"allow","decision":"allow"}';

/** What a vendor that waits for the pipes, or for so many milliseconds, has of a line. */
function natively(line: string, limit = 5000): Promise<FinishedCommand> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', line], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ran = { code: null as number | null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (ran.stdout += chunk));
    child.stderr.on('data', (chunk) => (ran.stderr += chunk));
    const clock = setTimeout(() => resolve({ ...ran, timedOut: true }), limit);
    child.on('close', (code) => {
      clearTimeout(clock);
      resolve({ ...ran, code });
    });
  });
}

/** Guards whose answer comes after their end. */
const guards: Record<string, string> = {
  'answers through a filter': `exec > >(sleep ${late}; cat); echo '${deny}'`,
  'answers through tee and a filter': `exec > >(tee /dev/null | (sleep ${late}; cat)); echo '${deny}'`,
  'leaves the answer to a child': `(sleep ${late}; echo '${deny}') & true`,
  'prints half of its response and leaves the rest to a child': `printf '${deny.slice(0, 30)}'; (sleep ${late}; echo '${deny.slice(30)}') & true`,
  'exits with 2 and leaves the reason to a child': `(sleep ${late}; echo no >&2) & exit 2`,
  'exits with 3 and leaves the reason to a child': `(sleep ${late}; echo no >&2) & exit 3`,
  'allows and has a child that spoils the JSON': `echo '${allow}'; (sleep ${late}; echo oops) & true`,
  'logs to stderr and has a child that refuses': `echo log >&2; (sleep ${late}; echo '${deny}') & true`,
  'waits and then says nothing': `(sleep ${late}) & true`,
};

const pairs: [Host, keyof typeof oracles][] = [
  ['cursor', 'gemini'],
  ['gemini', 'gemini'],
  ['gemini', 'cursor'],
  ['cursor', 'tabnine'],
  ['gemini', 'terminai'],
  ['terminai', 'anyhook'],
];

/** Each guard with all pairs, or by `npm run test:system` with two of them, in turn. */
const guardsInPairs = Object.entries(guards).map(
  ([name, line], i) => [name, line, partOf(pairs, 3, i)] as const,
);

describe.concurrent.each(guardsInPairs)('A guard that %s', (_, line, some) => {
  test.each(some)(
    'decides on %s at least as strictly as in its own dialect, %s',
    hasTable,
    async (host, dialect) => {
      const args = ['--host', host, ...speaks(dialect), '--', 'bash', '-c', line];
      const [said, ran] = await Promise.all([run(args, { stdin: shell(host) }), natively(line)]);
      const native = oracles[dialect](speaks(dialect).at(-1) as string, ran, 'native');
      const is = heard(host, shell(host), said, dialect);
      const about = `natively ${JSON.stringify(native)}, here ${JSON.stringify(said)}`;
      expect(refused(is), about).toBe(refused(native));
      if (native.reason) expect(is.reason, about).toContain('no');
      else expect(rank(is.verdict), about).toBeGreaterThanOrEqual(rank(native.verdict));
    },
  );
});

describe('A hook that leaves a child with its pipes', () => {
  const pid = () => join(dir, `pid-${count++}`);
  const leaves = (path: string, says: string) => `sleep 60 & echo $! >'${path}'; ${says}`;
  const ends = async (path: string, lives: boolean) => {
    const [left] = await pids(path, 1);
    if (!lives) await until(() => !alive(left as number));
    expect(alive(left as number)).toBe(lives);
    if (lives) process.kill(left as number, 'SIGKILL');
  };

  test.each([
    ['gemini', 'terminai', `echo '${allow}'`, false],
    ['cursor', 'gemini', `echo '${allow}'`, false],
    ['gemini', 'gemini', `echo '${allow}'`, false],
    ['cursor', 'gemini', `echo '${deny}'`, true],
    ['gemini', 'cursor', `echo '${deny}'`, true],
    ['gemini', 'cursor', 'echo no >&2; exit 2', true],
    ['cursor', 'gemini', 'echo no >&2; exit 3', true],
    // No more can come on stdout.
    ['gemini', 'cursor', `echo '${allow}'; exec >/dev/null`, false],
  ] as const)('is not waited for on %s once it has answered in the dialect %s: %s', async (host, dialect, says, no) => {
    const path = pid();
    const quiet = says.includes('/dev/null') ? '>/dev/null ' : '';
    const line = leaves(path, says).replace('sleep 60', `sleep 60 ${quiet}`);
    const args = ['--host', host, ...speaks(dialect), '--', line];
    const said = await run(args, { stdin: shell(host) });
    expect(refused(heard(host, shell(host), said, dialect)), said.stdout).toBe(no);
    await ends(path, true);
  });

  test.each([
    ['half a response', 'gemini', `printf '${deny.slice(0, 30)}'`],
    ['no response', 'gemini', 'true'],
    ['no response but exit code 7', 'anyhook', 'exit 7'],
  ] as const)('and gives %s is waited for until the timeout, and has then failed', async (_, dialect, says) => {
    const host = dialect === 'gemini' ? 'cursor' : 'gemini';
    for (const policy of ['native', 'block', 'allow']) {
      const path = pid();
      const flags = ['--timeout', '800ms', '--on-failure', policy];
      const args = ['--host', host, ...speaks(dialect), ...flags, '--', leaves(path, says)];
      const said = await run(args, { stdin: shell(host) });
      // `native`: as its vendor takes a hook that ran out of time
      const ran = { code: null, timedOut: true, stdout: '', stderr: '' };
      const native = oracles[dialect](speaks(dialect).at(-1) as string, ran, 'native');
      const due = policy === 'block' || (policy === 'native' && refused(native));
      expect(refused(heard(host, shell(host), said)), `${policy}: ${said.stdout}`).toBe(due);
      await ends(path, false);
    }
  });

  describe.each([
    'cursor',
    'anyhook',
  ])('and gives a response in %s that more text would spoil', (dialect) => {
    const asked = async (
      policy: string,
      payload: object,
      flags: readonly string[],
      says = allow,
    ) => {
      const path = pid();
      const line = `sleep 60 & echo $! >>'${path}'; echo '${says}'`;
      const own = ['--on-failure', policy, ...flags];
      const args = ['--host', 'gemini', ...own, '--', line];
      return { path, said: await run(args, { stdin: payload }) };
    };

    test.each([
      'native',
      'block',
      'allow',
    ])('has its response taken at the timeout, unless failures block, with --on-failure %s', async (policy) => {
      const flags = [...speaks(dialect), '--timeout', '800ms'];
      const { path, said } = await asked(policy, shell('gemini'), flags);
      const is = heard('gemini', shell('gemini'), said);
      expect(refused(is), said.stdout).toBe(policy === 'block');
      expect(said.stderr === '', said.stderr).toBe(policy !== 'block');
      await ends(path, policy !== 'block');
    });
  });

  test('has its response taken for each part of a call, as each part has its share of the timeout', async () => {
    writeFileSync(join(dir, 'a.txt'), 'one\n');
    const edit = family(
      'gemini',
      'BeforeTool',
      {
        tool_name: 'replace',
        tool_input: { file_path: 'a.txt', instruction: 'x', old_string: 'one', new_string: 'two' },
      },
      dir,
    );
    const path = pid();
    const line = `sleep 60 & echo $! >>'${path}'; echo '${allow}'`;
    const flags = ['--as', 'cursor', '--event', 'preToolUse', '--timeout', '4s'];
    const said = await run(['--host', 'gemini', ...flags, '--', line], { stdin: edit });
    expect([refused(heard('gemini', edit, said)), said.stderr]).toEqual([false, '']);
    const left = await pids(path, 2);
    expect(left.length).toBeGreaterThan(1);
    for (const one of left) process.kill(one, 'SIGKILL');
  });

  test('does not keep the host waiting at the end of a turn', async () => {
    const path = pid();
    const args = ['--host', 'gemini', ...speaks('cursor', 'stop'), '--', leaves(path, 'true')];
    const said = await run(args, { stdin: stop('gemini') });
    expect(heard('gemini', stop('gemini'), said).followUp).toBeUndefined();
    await ends(path, true);
  });

  test('has a late response counted at the end of a turn where its own agent waits for one', async () => {
    const answer = '{"decision":"block","reason":"go on"}';
    const line = `(sleep ${late}; echo '${answer}') & true`;
    const args = ['--host', 'cursor', ...speaks('gemini', 'stop'), '--', line];
    const said = await run(args, { stdin: stop('cursor') });
    expect(heard('cursor', stop('cursor'), said).followUp).toContain('go on');
  });
});
