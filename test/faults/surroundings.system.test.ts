import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytes, folder, oneLine } from '../shim/run.ts';
import { hasTable } from '../wide.ts';
import {
  among,
  answers,
  cells,
  type Due,
  type Firing,
  fire,
  judge,
  payloadOf,
  rows,
  unstarted,
} from './cells.ts';

const dir = folder();
const file = join(dir, 'file');
writeFileSync(file, '');

/** A shell line around the shim, which is `"$@"`, and what must come of it. */
type Row = [around: string, due: Due, more?: Firing];

const serving: Record<string, Row> = {
  'there is no HOME': ['unset HOME; exec "$@"', 'served'],
  'HOME is a file': [`HOME='${file}' exec "$@"`, 'served'],
  'HOME does not exist': ['HOME=/no/such exec "$@"', 'served'],
  'nobody can write to HOME': ['HOME=/proc exec "$@"', 'served'],
  'there is no PATH': ['unset PATH; exec "$@"', 'served'],
  'PATH leads nowhere': ['PATH=/no/such exec "$@"', unstarted],
  'PATH is empty': ['PATH= exec "$@"', unstarted],
  '40 files may be open': ['ulimit -n 40; exec "$@"', 'served'],
  '22 files may be open, too few for a hook': ['ulimit -n 22; exec "$@"', 'ours'],
  'there is address space for Node': ['ulimit -v 4194304; exec "$@"', 'served'],
  'the working directory is gone': [`d=$(mktemp -d); cd "$d"; rmdir "$d"; exec "$@"`, 'served'],
  'stderr is closed': ['exec "$@" 2>&-', 'served'],
  'stderr is full': ['exec "$@" 2>/dev/full', 'served'],
  'stdout is full': ['exec "$@" >/dev/full', 'refused'],
  'the log is a device that is full': ['exec "$@"', 'served', { flags: ['--log', '/dev/full'] }],
  'the payload is 5 MB': [
    'exec "$@"',
    'served',
    { stdin: (good) => ({ ...good, more: 'x'.repeat(5e6) }) },
  ],
};

describe('A guard refuses, or fails as its failure policy says,', () => {
  test.each(rows(serving))('where %s', hasTable, async (_, [around, due, more], turn) => {
    await among(turn, due, { ...more, around });
  });
});

// Gemini CLI expands both; Linux allows 128 kB for one word and 6 MB in all, at most.
test.each<[string, Firing]>([
  ['line', { hook: [`${answers.shell} # ${'$BIG '.repeat(5)}`] }],
  ['environment', { flags: Array.from({ length: 60 }, (_, i) => ['--env', `C${i}=$BIG`]).flat() }],
])('A hook whose %s is too large for a process is not run, and one line says why', async (_, firing) => {
  const around = `export BIG=$(head -c 120000 /dev/zero | tr '\\0' x); exec "$@"`;
  for (const cell of cells.filter(({ dialect }) => dialect === 'gemini')) {
    const said = await fire(cell, { ...firing, around });
    judge(cell, 'ours', said);
    expect(said.stderr).toMatch(/its arguments and environment are too large/);
    expect(said.stderr).toMatch(oneLine);
  }
});

const spaces = spawnSync('unshare', ['-rm', 'true']).status === 0;
const home = join(dir, 'home');
/** A list of users that says where our home is: the variable is not asked. */
const lives = (path: string) =>
  `mkdir -p '${home}'; echo 'x:x:0:0::${path}:' >'${dir}/users.'$$; mount --bind '${dir}/users.'$$ /etc/passwd;`;

const homes: Record<string, string> = {
  'is a file': lives(file),
  'cannot be made': lives('/proc/none'),
  'is an empty text': lives(''),
  'is read-only': `${lives(home)} mount -t tmpfs -o ro tmpfs '${home}';`,
  'is on a disk that is full': `${lives(home)} mount -t tmpfs -o size=16k tmpfs '${home}';
    mkdir -p -m 700 '${home}/.anyhook/state'; cat /dev/zero >'${home}/fill' 2>/dev/null;`,
};

describe.runIf(spaces)('The home folder that the system’s list of users names', () => {
  test('holds a config.json whose log gets a line for every run without --log', async () => {
    const [log, other] = [join(dir, 'log'), join(dir, 'other')];
    const own = join(dir, 'configured');
    mkdirSync(join(own, '.anyhook'), { recursive: true, mode: 0o700 });
    const config = join(own, '.anyhook/config.json');
    writeFileSync(config, JSON.stringify({ log }), { mode: 0o600 });
    const around = `${lives(own)} exec "$@"`;
    const said = await among(0, 'served', { around, apart: true });
    const lines = () => readFileSync(log, 'utf8').trim().split('\n');
    expect(lines()).toHaveLength(said.length);
    for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ ran: { code: 0 } });
    await among(0, 'served', { around, apart: true, flags: ['--log', other] });
    expect(lines()).toHaveLength(said.length);
    writeFileSync(config, '{ log');
    for (const { stderr } of await among(0, 'served', { around, apart: true }))
      expect(stderr).toMatch(/^anyhook: .*config\.json is not JSON\n/m);
  });

  test.each(rows(homes))(
    'changes no verdict and only drops follow-ups where it %s',
    hasTable,
    async (_, before, turn) => {
      const flags = ['--log', join(home, 'log')];
      await among(turn, 'forgetful', { around: `${before} exec "$@"`, apart: true, flags });
    },
  );
});

/** What is there in place of a payload, as bash connects it. */
const inputs: Record<string, string> = {
  'is closed': '<&-',
  'is /dev/null': '</dev/null',
  'is an empty file': `<'${file}'`,
  'pours without end from a device': '</dev/zero',
  'pours without end from a pipe': '< <(cat /dev/zero)',
};

describe('Stdin', () => {
  test.each(rows(inputs))(
    'that %s is a failure that one line explains',
    hasTable,
    async (_, from, turn) => {
      for (const said of await among(turn, 'ours', { around: `exec "$@" ${from}` })) {
        expect(said.stderr).toMatch(oneLine);
      }
    },
  );

  test('that is a file is served as a pipe is', async () => {
    for (const [i, cell] of cells.entries()) {
      const path = join(dir, `payload-${i}`);
      writeFileSync(path, bytes(payloadOf(cell)));
      const flags = ['--loop-limit', 'none'];
      judge(cell, 'served', await fire(cell, { around: `exec "$@" <'${path}'`, flags }));
    }
  });
});
