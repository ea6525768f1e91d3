import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { family, hosts, model, shell, speaks, stop } from './payloads.ts';
import { folder, oneLine, run } from './run.ts';
import { heard, neutral, refused } from './verdict.ts';

const dir = folder();
const plain = join(dir, 'plain.sh');
writeFileSync(plain, '#!/bin/sh\necho "{}"\n', { mode: 0o644 });

const hook = ['--', 'echo "{}"'];

/** Command lines that cannot be used, and a word that says why. */
const wrong: [string, string[], RegExp][] = [
  ['--as is missing', ['--event', 'BeforeTool', ...hook], /--as/],
  ['--as without a value', ['--event', 'BeforeTool', '--as'], /--as needs a value/],
  ['an unknown dialect', ['--as', 'nobody', ...hook], /nobody.*cursor.*gemini/],
  ['a dialect named like a member', ['--as', 'constructor', ...hook], /constructor/],
  ['an unknown flag', ['--as', 'gemini', '--strict', ...hook], /--strict/],
  ['a command without --', ['--as', 'gemini', 'true'], /--/],
  ['a bad duration', ['--as', 'gemini', '--timeout', '30', ...hook], /unit/],
  ['a bad policy', ['--as', 'gemini', '--on-failure', 'maybe', ...hook], /native, block, allow/],
  ['a bad ask', ['--as', 'gemini', '--ask', 'yes', ...hook], /auto, host, deny/],
  ['a bad loop limit', ['--as', 'gemini', '--loop-limit', '-1', ...hook], /whole number/],
  ['a variable without a value', ['--as', 'gemini', '--env', 'A', ...hook], /NAME=VALUE/],
  ['--carry that is no JSON', ['--as', 'gemini', '--carry', '{', ...hook], /JSON/],
  ['an event of another dialect', ['--as', 'gemini', '--event', 'stop', ...hook], /stop/],
  ['an unknown event', ['--as', 'cursor', '--event', 'beforeLunch', ...hook], /beforeLunch/],
];

describe.each(['gemini', 'cursor'] as const)('On %s, a wrong command line', (host) => {
  const gate = shell(host);
  test.each(
    wrong,
  )('is refused on a gate unless failures are allowed, and says why: %s', async (_, args, why) => {
    const [block, allow, quiet] = await Promise.all([
      run(['--host', host, '--on-failure', 'block', ...args], { stdin: gate }),
      run(['--host', host, '--on-failure', 'allow', ...args], { stdin: gate }),
      run(['--host', host, '--on-failure', 'block', ...args], { stdin: stop(host) }),
    ]);
    for (const said of [block, allow, quiet]) {
      expect(said.stderr).toMatch(oneLine);
      expect(said.code).toBe(0);
    }
    expect(block.stderr).toMatch(why);
    const policyItself = args.includes('maybe');
    expect(refused(heard(host, gate, block)), block.stdout).toBe(true);
    expect({ ...heard(host, stop(host), quiet), message: undefined }).toEqual({ verdict: 'pass' });
    if (!policyItself && args[0] === '--as') expect(allow.stdout).toBe(neutral);
  });
});

test.each([
  'gemini',
  'tabnine',
  'terminai',
] as const)('A line without --event is refused on %s, and the events of its dialect are named', async (host) => {
  const args = ['--host', host, '--as', 'cursor', '--on-failure', 'block', ...hook];
  const said = await run(args, { stdin: shell(host) });
  expect(said.stderr).toMatch(oneLine);
  expect(said.stderr).toMatch(/--event.*preToolUse.*beforeShellExecution/);
  expect(refused(heard(host, shell(host), said))).toBe(true);
});

describe('A host', () => {
  test.each([
    ['nobody'],
    ['toString'],
    ['__proto__'],
    [''],
    ['a\n    at b'],
  ])('that is no vendor is refused on a gate, and one line says so: --host %j', async (host) => {
    const args = ['--host', host, '--as', 'gemini', '--on-failure', 'block', ...hook];
    const said = await run(args, { stdin: shell('gemini') });
    expect(said.stderr).toMatch(oneLine);
    expect(refused(heard('gemini', shell('gemini'), said)), said.stdout).toBe(true);
  });

  test('that has no event of the payload’s name, which is a gate elsewhere, refuses and names it', async () => {
    const args = ['--host', 'gemini', '--as', 'anyhook', ...hook];
    const said = await run(args, {
      stdin: family('gemini', 'beforeShellExecution', { command: 'x' }),
    });
    expect(said.stderr).toMatch(oneLine);
    expect(said.stderr).toContain('beforeShellExecution');
    expect(heard('gemini', shell('gemini'), said).verdict, said.stdout).toBe('deny');
  });

  test.each([
    'BeforeModel',
    'BeforeToolSelection',
  ] as const)('whose %s event acts on every byte gets no byte for a line that lacks --event', async (event) => {
    const said = await run(['--host', 'gemini', '--as', 'cursor', ...hook], {
      stdin: model('gemini', event),
    });
    expect(said.stdout).toBe('');
  });
});

/** Commands that cannot start: a shell line, and an argv. */
const missing = [
  ['not there, as a shell line,', ['/no/such/hook']],
  ['not there, as several words,', ['/no/such/hook', '--flag']],
  ['not executable, as a shell line,', [`'${plain}'`]],
  ['not executable, as several words,', [plain, '--flag']],
] as const;

const ways = [
  ['gemini', 'native', true],
  ['tabnine', 'native', true],
  ['anyhook', 'native', true],
  ['cursor', 'native', false],
  ['terminai', 'native', false],
  ['cursor', 'block', true],
  ['gemini', 'allow', false],
] as const;

describe.each(missing)('A command that is %s', (kind, command) => {
  test.each(
    kind.startsWith('not there') ? hosts : hosts.slice(0, 1),
  )('leads to a refusal on %s only where its dialect or its failure policy says so', async (host) => {
    const gate = shell(host);
    for (const [dialect, policy, blocks] of ways) {
      const args = ['--host', host, ...speaks(dialect), '--on-failure', policy, '--', ...command];
      const said = await run(args, { stdin: gate });
      const cell = `${dialect}, ${policy}: ${said.stdout}`;
      expect(said.stderr, cell).not.toMatch(/ {4}at /);
      expect(said.stderr, cell).toMatch(/\S/);
      expect(refused(heard(host, gate, said, dialect)), cell).toBe(blocks);
    }
  });

  test('never prompts the agent again at the end of a turn', async () => {
    for (const dialect of ['cursor', 'terminai', 'anyhook'] as const) {
      const args = ['--host', 'gemini', ...speaks(dialect, 'stop'), '--on-failure', 'block', '--'];
      const said = await run([...args, ...command], { stdin: stop('gemini') });
      expect(heard('gemini', stop('gemini'), said).followUp, dialect).toBeUndefined();
    }
  });
});
