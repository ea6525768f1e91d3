import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursorHooks, project } from '../settings/project.ts';
import { type Host, hosts, shell, speaks } from '../shim/payloads.ts';
import { bytes, folder, oneLine, run } from '../shim/run.ts';

const dir = folder();
/** ESC, CR, a forged line, C1, bidirectional and invisible characters, separators. */
const odd =
  '\u001b[2J\u001b]0;x\u0007\r\nanyhook: all is well\u009b31m\u202e\u2066\u200b\u2028\u007f\ufeff';
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get out
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

const lines: [string, (host: Host) => { stdin: object | string; args: string[] }][] = [
  ['a payload that is no JSON', () => ({ stdin: `${odd}{`, args: [] })],
  [
    'JSON that ends in control characters',
    () => ({ stdin: `{"a":"${odd.slice(1, 4)}" ${odd}`, args: [] }),
  ],
  [
    'an unknown event',
    (host) => ({ stdin: { ...shell(host), hook_event_name: `X${odd}` }, args: [] }),
  ],
  [
    'a folder that is not there',
    (host) => ({ stdin: shell(host, 'x', `/none/${odd}`), args: ['--on-failure', 'block'] }),
  ],
  ['the arguments of a tool', (host) => ({ stdin: { ...shell(host), tool_input: odd }, args: [] })],
  ['an unknown flag', (host) => ({ stdin: shell(host), args: [`--${odd}`, 'x'] })],
  [
    'a log that cannot be written',
    (host) => ({ stdin: shell(host), args: ['--log', join(dir, 'none', odd)] }),
  ],
  [
    'the name of a hook',
    (host) => ({ stdin: shell(host), args: ['--name', odd, '--on-failure', 'block'] }),
  ],
];

describe.each(lines)('What the shim prints about %s', (_, make) => {
  test.each(
    hosts,
  )('has no control character, and every line is marked as its own, on %s', async (host) => {
    const { stdin, args } = make(host);
    for (const as of [host === 'cursor' ? 'anyhook' : 'cursor']) {
      const said = await run(['--host', host, ...speaks(as), ...args, '--', '/none/such'], {
        stdin,
        cwd: dir,
      });
      const own = said.stderr.replace(/^sh: .*\n/gm, ''); // the shell's own words
      expect(own).not.toMatch(obeyed);
      if (own) for (const line of own.trimEnd().split('\n')) expect(`${line}\n`).toMatch(oneLine);
      expect(own).not.toMatch(/^anyhook: all is well/m);
      expect(own + said.stdout).not.toBe('');
      expect(said.stdout).toMatch(/^(?:[\x20-\x7e]*\n)?$/); // JSON in ASCII
    }
  });
});

test('What the shim prints without --host is one line without control characters', async () => {
  for (const stdin of [{ hook_event_name: odd }, { event: odd }, odd, `{"${odd}`]) {
    const said = await run(['--as', 'cursor', '--', 'true'], { stdin: bytes(stdin) });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).not.toMatch(obeyed);
  }
});

test('Reports about files and events with control characters in their names print none, as text or as JSON', async () => {
  const hooks = cursorHooks({
    stop: [{ command: `echo ${odd}` }],
    [`x${odd}`]: [{ command: 'y' }],
  });
  const name = odd.replace(/[/\0]/g, '');
  const p = project({ [`${name}/hooks.json`]: hooks, [`${name}.json`]: '{' });
  mkdirSync(p.at('.gemini'), { recursive: true });
  const input = ['--input', `${name}/hooks.json`];
  for (const args of [
    ['convert', 'cursor', 'gemini', ...input],
    ['convert', 'cursor', 'gemini', ...input, '--json'],
    ['convert', 'cursor', 'gemini', ...input, '--output', `${name}/out.json`],
    ['convert', 'cursor', 'gemini', '--input', `${name}.json`],
    ['convert', 'cursor', 'gemini', '--input', `none${name}`],
    ['sync', '--from', `${name}/.cursor/hooks.json`],
  ]) {
    const { stdout, stderr } = await p.anyhook(...args);
    expect((stdout + stderr).length, JSON.stringify(args)).toBeGreaterThan(20);
    expect(stdout + stderr, JSON.stringify(args)).not.toMatch(obeyed);
    expect(stdout + stderr).not.toMatch(/^anyhook: all is well/m);
  }
});
