import { describe, expect, test } from 'vitest';
import { as, deny, gemini, mcp, sh } from './calls.ts';
import { shell, speaks } from './payloads.ts';
import { json, oneLine, run } from './run.ts';
import { heard, neutral, refused } from './verdict.ts';

const denies = (stdout: string) => /"(?:deny)"/.test(stdout);

describe('With --event,', () => {
  const cells: [string, object, string, boolean][] = [
    ['a shell hook is started for a shell command', sh('ls'), 'beforeShellExecution', true],
    [
      'a shell hook is not started for a write',
      gemini('write_file', { file_path: '/a', content: '' }),
      'beforeShellExecution',
      false,
    ],
    ['a shell hook is not started for an MCP call', mcp, 'beforeShellExecution', false],
    ['an MCP hook is started for an MCP call', mcp, 'beforeMCPExecution', true],
    ['an MCP hook is not started for a shell command', sh('ls'), 'beforeMCPExecution', false],
    [
      'a read hook is started for a read',
      gemini('read_file', { file_path: '/etc/hostname' }),
      'beforeReadFile',
      true,
    ],
    [
      'a read hook is started for a read of a file that does not exist',
      gemini('read_file', { file_path: '/no/such' }),
      'beforeReadFile',
      true,
    ],
    ['a tool hook is started for any tool', gemini('glob', { pattern: '*' }), 'preToolUse', true],
    ['a hook of finished tools is not started before one', sh('ls'), 'postToolUse', false],
    ['a stop hook is not started for a shell command', sh('ls'), 'stop', false],
  ];
  test.each(cells)('%s', async (_, stdin, event, starts) => {
    const said = await run(['--host', 'gemini', ...as(event), ...deny], { stdin });
    expect(denies(said.stdout), said.stdout + said.stderr).toBe(starts);
    if (!starts) expect(said).toMatchObject({ stdout: neutral, stderr: '' });
  });
});

describe('--timeout', () => {
  test.each(['200ms', '0.3s', '0.005m'])('of %s ends a hook that hangs', async (value) => {
    const args = ['--host', 'gemini', ...speaks('cursor'), '--on-failure', 'block'];
    const said = await run([...args, '--timeout', value, '--', 'sleep 99'], { stdin: sh('ls') });
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
  ])('of %j is refused in one line', async (value) => {
    const args = ['--host', 'gemini', ...speaks('cursor'), '--on-failure', 'block'];
    const said = await run([...args, '--timeout', value, '--', 'true'], { stdin: sh('ls') });
    expect(said.stderr).toMatch(oneLine);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
  });
});

describe('--ask', () => {
  const ask = `echo '{"permission":"ask","user_message":"sure?"}'`;
  test.each([
    'auto',
    'deny',
  ])('%s turns an ask into a deny that says a person must approve', async (how) => {
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
  ] as const)('host passes an ask on to %s as the decision %s', async (host, decision) => {
    const args = ['--host', host, ...speaks('cursor'), '--ask', 'host', '--', ask];
    expect(json((await run(args, { stdin: shell(host) })).stdout)).toMatchObject({ decision });
  });

  test('deny turns an ask into a deny even where Cursor runs a hook of its own', async () => {
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
  test.each(
    ends,
  )('blocks or lets through as native, block and allow promise, whatever the hook ends with: %s', async (name, hook, cursorBlocks, geminiBlocks) => {
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
