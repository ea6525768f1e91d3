// A run that ends without an answer, and a Node that is too old: said, and refused where it may gate.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../settings/project.ts';
import { type Host, hosts, shell, speaks, stop } from '../shim/payloads.ts';
import { bytes, folder, oneLine } from '../shim/run.ts';
import { heard, refused, words } from '../shim/verdict.ts';
import { bin } from './run.ts';

const dir = folder();
const preload = (name: string, text: string): string => {
  const path = join(dir, `${name}.cjs`);
  writeFileSync(path, text);
  return path;
};

const deaf = 'require("net").Socket = class { on() { return this; } pause() {}';
/** What can befall a run in the place of Node, Bun or a bug of ours. */
const ends: Record<string, string> = {
  'reads nothing, as under a runtime with another kind of stdin': `${deaf} };`,
  'throws where nobody catches it': `${deaf} constructor() { setTimeout(() => { throw new Error("oops") }) } };`,
  'rejects a promise that nobody catches': `${deaf} constructor() { Promise.reject(new Error("oops")) } };`,
};

/** A Node that says it is another. */
const posing = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;

const start = (module: string, script: string, args: string[], stdin: object) =>
  runProgram([process.execPath, '-r', module, script, 'run', ...args], {
    cwd: dir,
    env: process.env,
    stdin: bytes(stdin) as string,
  });

type Said = Parameters<typeof heard>[2];
const check = (host: Host, gate: Awaited<ReturnType<typeof start>>, over: typeof gate) => {
  for (const { stderr } of [gate, over]) expect(stderr).toMatch(oneLine);
  const is = heard(host, shell(host), gate as Said);
  expect(refused(is), JSON.stringify(gate)).toBe(true);
  expect(is.reason).toMatch(words);
  const { message: _, ...rest } = heard(host, stop(host), over as Said);
  expect(rest, JSON.stringify(over)).toEqual({ verdict: 'pass' });
};

const rows = Object.entries(ends).map(([name, text], turn) => [name, text, turn] as const);

describe.each(rows)('A run that %s', (name, text, turn) => {
  const module = preload(name.slice(0, 6), text);
  // The shim says the same whatever ended the run, so each host meets one of the ends.
  test.each(
    hosts.filter((_, i) => i % rows.length === turn),
  )('refuses on a gate of %s, and neither stops nor prompts at the end of a turn', async (host) => {
    const dialect = host === 'gemini' ? 'cursor' : 'gemini';
    const run = (event: 'shell' | 'stop', ...flags: string[]) => {
      const line = ['--host', host, ...speaks(dialect, event), ...flags, '--', 'true'];
      return start(module, bin(), line, event === 'shell' ? shell(host) : stop(host));
    };
    check(host, await run('shell'), await run('stop'));
    const { verdict } = heard(
      host,
      shell(host),
      (await run('shell', '--on-failure', 'allow')) as Said,
    );
    expect(verdict).toBe('pass');
  });

  test('exits with 2 where neither host nor event is named, so every agent refuses', async () => {
    const said = await start(module, bin(), ['--as', 'gemini', '--', 'true'], shell('gemini'));
    expect(said).toMatchObject({ stdout: '', code: 2 });
  });
});

describe('A Node that is too old', () => {
  const old = preload('old', posing('18.20.8'));
  test.each([
    'anyhook.cjs',
    'run.cjs',
  ])('is named in one line by %s, which refuses on a gate', async (file) => {
    const script = join(bin(), '..', file);
    for (const host of hosts) {
      const line = (event: 'shell' | 'stop') => [
        '--host',
        host,
        ...speaks('cursor', event),
        '--',
        'true',
      ];
      const gate = await start(old, script, line('shell'), shell(host));
      check(host, gate, await start(old, script, line('stop'), stop(host)));
      expect(gate.stderr).toContain('Install Node 20');
    }
    const unnamed = (payload: object) =>
      start(old, script, ['--as', 'gemini', '--', 'true'], payload);
    check('gemini', await unnamed(shell('gemini')), await unnamed(stop('gemini')));
  });

  test('can parse the executable, which has no newer syntax such as ?? or optional chaining', async () => {
    const text = (await import('node:fs')).readFileSync(bin(), 'utf8');
    expect(text).not.toMatch(/\?\?|\?\.[^\d]|\|\|=|&&=|catch\{|#\w+[=(;]/);
  });
});
