import { describe, expect, test } from 'vitest';
import { as, deny, gemini, mcp, sh } from './calls.ts';
import { shell, speaks } from './payloads.ts';
import { json, oneLine, run } from './run.ts';
import { heard, neutral, refused } from './verdict.ts';

const denies = (stdout: string) => /"(?:deny)"/.test(stdout);

describe('--event: what the hook is not about is answered without starting it', () => {
  const cells: [string, object, string, boolean][] = [
    ['a shell hook and a shell command', sh('ls'), 'beforeShellExecution', true],
    [
      'a shell hook and a write',
      gemini('write_file', { file_path: '/a', content: '' }),
      'beforeShellExecution',
      false,
    ],
    ['a shell hook and an MCP call', mcp, 'beforeShellExecution', false],
    ['an MCP hook and an MCP call', mcp, 'beforeMCPExecution', true],
    ['an MCP hook and a shell command', sh('ls'), 'beforeMCPExecution', false],
    [
      'a read hook and a read',
      gemini('read_file', { file_path: '/etc/hostname' }),
      'beforeReadFile',
      true,
    ],
    [
      'a read hook and no file',
      gemini('read_file', { file_path: '/no/such' }),
      'beforeReadFile',
      true,
    ],
    ['a tool hook and anything', gemini('glob', { pattern: '*' }), 'preToolUse', true],
    ['a hook for another moment', sh('ls'), 'postToolUse', false],
    ['a stop hook and a shell command', sh('ls'), 'stop', false],
  ];
  test.each(cells)('%s', async (_, stdin, event, starts) => {
    const said = await run(['--host', 'gemini', ...as(event), ...deny], { stdin });
    expect(denies(said.stdout), said.stdout + said.stderr).toBe(starts);
    if (!starts) expect(said).toMatchObject({ stdout: neutral, stderr: '' });
  });
});

describe('--timeout', () => {
  test.each([
    ['200ms', 200],
    ['0.3s', 300],
    ['0.005m', 300],
  ])('%s', async (value, ms) => {
    const args = ['--host', 'gemini', ...speaks('cursor'), '--on-failure', 'block'];
    const said = await run([...args, '--timeout', value, '--', 'sleep 99'], { stdin: sh('ls') });
    expect(said.ms).toBeGreaterThan(ms);
    expect(json(said.stdout).reason).toMatch(/time/);
  });

  test.each([
    '5',
    '5sec',
    '-1s',
    '',
    's',
    '1e3s',
    '5 s',
    'NaNs',
  ])('%j is refused', async (value) => {
    const args = ['--host', 'gemini', ...speaks('cursor'), '--on-failure', 'block'];
    const said = await run([...args, '--timeout', value, '--', 'true'], { stdin: sh('ls') });
    expect(said.stderr).toMatch(oneLine);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
  });
});

describe('--ask', () => {
  const ask = `echo '{"permission":"ask","user_message":"sure?"}'`;
  test.each(['auto', 'deny'])('%s: a deny that says a person must approve', async (how) => {
    for (const host of ['gemini', 'tabnine', 'terminai'] as const) {
      const args = ['--host', host, ...speaks('cursor'), '--ask', how, '--', ask];
      const said = await run(args, { stdin: shell(host) });
      expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
      expect(json(said.stdout).reason).toMatch(/person must approve.*sure\?/);
    }
  });

  test.each([
    ['gemini', 'ask'],
    ['tabnine', 'deny'],
    ['terminai', 'deny'],
  ] as const)('host: on %s it is said as %s', async (host, decision) => {
    const args = ['--host', host, ...speaks('cursor'), '--ask', 'host', '--', ask];
    expect(json((await run(args, { stdin: shell(host) })).stdout)).toMatchObject({ decision });
  });

  test('deny: Cursor on Cursor is not passed through', async () => {
    const args = ['--host', 'cursor', ...speaks('cursor'), '--ask', 'deny', '--', ask];
    const said = await run(args, { stdin: shell('cursor') });
    expect(json(said.stdout)).toMatchObject({ permission: 'deny' });
  });
});

describe('--on-failure', () => {
  const ends: [string, string, boolean, boolean][] = [
    // what ends how, then: blocks natively for Cursor, for Gemini
    ['exit 0', 'echo "{}"', false, false],
    ['exit 1', 'echo why >&2; exit 1', false, false],
    ['exit 3', 'echo why >&2; exit 3', false, true],
    ['exit 3 in silence', 'exit 3', false, false],
    ['exit 127', 'no-such-command', false, true],
    ['a signal', 'kill -9 $$', false, false],
    ['garbage', 'echo garbage', true, false],
    ['half JSON', `echo '{"permission":"allow"'`, true, true],
    ['nothing', 'true', false, false],
    ['time', 'sleep 9', false, false],
  ];
  test.each(ends)('%s', async (name, hook, cursorBlocks, geminiBlocks) => {
    for (const host of ['tabnine', 'cursor'] as const) {
      for (const [dialect, blocks] of [
        ['cursor', cursorBlocks],
        ['gemini', geminiBlocks],
      ] as const) {
        if (dialect === host) continue;
        const verdict = async (policy: string) => {
          const args = [
            '--host',
            host,
            ...speaks(dialect),
            '--timeout',
            name === 'time' ? '300ms' : '20s', // a busy machine is no failure
            '--on-failure',
            policy,
          ];
          const said = await run([...args, '--', hook], { stdin: shell(host) });
          expect(said.code).toBe(0);
          return refused(heard(host, shell(host), said));
        };
        const cell = `${dialect} on ${host}`;
        expect(await verdict('native'), `${cell}, native`).toBe(blocks);
        const failed = name !== 'exit 0' && !(name === 'nothing' && dialect === 'gemini');
        const text = name === 'garbage' && dialect === 'gemini'; // a message, as with its vendor
        expect(await verdict('block'), `${cell}, block`).toBe(failed && !text);
        expect(await verdict('allow'), `${cell}, allow`).toBe(name === 'half JSON');
      }
    }
  });
});
