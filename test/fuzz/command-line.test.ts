import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import { runCommandLine } from '../../src/cli/main.ts';
import { property } from '../property.ts';
import { plain } from './errors.ts';

const vendors = Object.keys(adapters);
const events = Object.values(adapters).flatMap(({ bindings }) => bindings.nativeNames);
const one = (...words: string[]) => fc.constantFrom(...words);

/** A word as somebody might type it, or no one would. No process can be given a NUL. */
const odd = fc
  .oneof(
    one('', ' ', '-', '--', '---', '=', '--=', '--=x', '-h', '-V', '--version', '__proto__', '.'),
    one(
      'constructor',
      '\ud800',
      '\u001b[2J',
      '\n',
      '../..',
      '/',
      '~',
      '$(exit 9)',
      '{}',
      '[]',
      '0',
    ),
    one(
      '\u202e',
      '\ufeff',
      'a'.repeat(5000),
      '-1',
      '1e999',
      'NaN',
      'null',
      '{"__proto__":{"a":1}}',
    ),
    fc.string({ maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  .map((text) => text.replaceAll('\0', ''));
const value = fc.oneof(
  ...[one(...vendors), one(...events), one('native', 'block', 'allow', 'auto', 'host', 'deny')],
  ...[one('strict', 'none', '30s', '500ms', '1.5m', '-1s', '1e9s', '0ms', '99999999999999999999s')],
  ...[one('(a+)+$', '[', '*', '.*', 'A=1', '=1', 'A', '__proto__=x', '{"n":1}', '{'), odd],
);
const runFlags = [
  ...['--host', '--as', '--event', '--matcher', '--timeout', '--on-failure', '--ask', '--halt'],
  ...['--loop-limit', '--cwd', '--env', '--name', '--carry', '--', '--no-such', '-x'],
  ...['--hook', '--hook'],
];
const flagged = (flags: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(one(...flags), value) },
    {
      weight: 1,
      arbitrary: fc.tuple(one(...flags), value).map(([flag, said]) => [`${flag}=${said}`]),
    },
    { weight: 1, arbitrary: fc.tuple(one(...flags)) },
    { weight: 1, arbitrary: fc.tuple(value) },
  );
const lines = (flags: readonly string[]) =>
  fc.array(flagged(flags), { maxLength: 5 }).map((parts) => parts.flat());

const understood = (argv: string[]): void => {
  const { flags, hooks, problem, hookProblems } = parseFlags(argv);
  expect(Array.isArray(flags.command)).toBe(true);
  expect(hooks.length).toBeGreaterThan(0);
  for (const { command, onFailure } of hooks) {
    expect(command.every((word) => typeof word === 'string')).toBe(true);
    expect(['native', 'block', 'allow']).toContain(onFailure);
  }
  expect(['native', 'block', 'allow']).toContain(flags.onFailure);
  for (const hook of hooks) {
    const wrong = problem ?? hookProblems?.get(hook);
    if (!wrong) expect(typeof hook.as).toBe('string');
    else {
      expect(wrong.code).toBe('usage');
      plain(wrong.message);
    }
  }
};

const words = ['convert', 'sync', 'remove', 'capabilities', 'help', 'no-such', 'run'];
const cliFlags = [
  ...[
    '--input',
    '--output',
    '--write',
    '--scope',
    '--dry-run',
    '--json',
    '--accept-loss',
    '--force',
  ],
  ...['--raw', '--launcher', '--from', '--to', '--check', '--help', '--', '--version', '-x'],
];
const paths = ['anyhook.yaml', '.cursor/hooks.json', '.', '/', '/dev/null', '../x', 'no/such', '-'];
const argvs = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: one(...words) }, { weight: 1, arbitrary: odd }),
    fc.array(fc.oneof(one(...vendors), one(...vendors), odd), { maxLength: 2 }),
    fc.array(fc.oneof(flagged(cliFlags), fc.tuple(one(...cliFlags), one(...paths, 'user'))), {
      maxLength: 4,
    }),
  )
  .map(([word, some, more]) => [word, ...some, ...more.flat()])
  // The system waits for a writer, or somebody else's disk is read.
  .filter((argv) => !argv.includes('run') || argv.includes('--help'));

const top = mkdtempSync(join(tmpdir(), 'anyhook fuzz '));
const [before, home] = [process.cwd(), process.env.HOME];
afterAll(() => {
  process.chdir(before);
  process.env.HOME = home;
  rmSync(top, { recursive: true, force: true });
});

/** A project with settings of every kind, and a home beside it. */
function project(): void {
  const root = mkdtempSync(join(top, 'x'));
  const files: Record<string, string> = {
    'p/.cursor/hooks.json': '{"version":1,"hooks":{"stop":[{"command":"true"}]}}',
    'p/.gemini/settings.json': '{"theme":"x"}',
    'p/anyhook.yaml': 'version: 1\nhooks:\n  - {on: stop, run: "true"}\n',
    'home/.gemini/settings.json': '{}',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  process.env.HOME = join(root, 'home');
  process.chdir(join(root, 'p'));
}

/** Ends with one of its exit codes, and where that is none of success says why in one line. */
async function ends(argv: string[]): Promise<void> {
  project();
  const said = { out: '', err: '' };
  const to = (name: keyof typeof said) => (text: unknown) => {
    said[name] += `${String(text)}\n`;
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(to('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(to('err')),
    vi.spyOn(console, 'log').mockImplementation(to('out')),
    vi.spyOn(console, 'error').mockImplementation(to('err')),
  ];
  process.exitCode = undefined;
  try {
    await runCommandLine(['node', 'anyhook', ...argv]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  expect([0, 1, 2, 3, 4, 5]).toContain(code);
  expect(said.out + said.err).not.toMatch(/\n {4}at /);
  for (const sign of ['\u001b[2J', '\u202e']) expect(said.out + said.err).not.toContain(sign);
  if (code === 2 || code === 4) {
    const json = argv.includes('--json');
    plain(json ? (JSON.parse(said.out) as { error: { message: string } }).error.message : said.err);
    if (!json) expect(said.err).toMatch(/^anyhook: |^Usage/);
  }
}

property('Any command line of anyhook run is parsed, or is named a usage error in plain words', {
  corpus: 'run',
  inputs: lines(runFlags),
  holds: understood,
  runs: 1500,
  longRuns: 5000,
});

property(
  'Any command line exits with a code from 0 to 5, without a stack trace, and says why for 2 and 4',
  {
    corpus: 'command-line',
    inputs: argvs,
    holds: ends,
    runs: 60,
    longRuns: 150,
  },
);
