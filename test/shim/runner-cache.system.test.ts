import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { bodyOf } from '../../scripts/runner-text.mjs';
import { shell, speaks } from './payloads.ts';
import { bytes, folder, json } from './run.ts';

const dir = folder();
const home = join(userInfo().homedir, '.anyhook');
const runner = readFileSync(new URL('../../dist/run.cjs', import.meta.url), 'utf8');
const made: string[] = [];
afterAll(() => {
  for (const path of made) rmSync(path, { force: true });
});

let blanks = 100 + (process.pid % 1000);
/** The part of a hash that a runner has in the name of its compiled code. */
const idOf = (text: string): string => /process\.arch\}-([\da-f]{8})\$/.exec(text)?.[1] ?? '';
/** Makes a runner with a text and an id of its own, and returns a function that runs it, and the path of its compiled code. */
function makeRunner(change = (text: string) => text) {
  const path = join(dir, 'run.cjs');
  blanks += 7;
  const id = blanks.toString(16).padStart(8, '0');
  const own = runner.replace('*/}', `${' '.repeat(blanks)}*/}`).replace(idOf(runner), id);
  writeFileSync(path, change(own));
  const start = () => {
    const flags = ['run', '--host', 'gemini', ...speaks('anyhook'), '--', 'echo no >&2; exit 2'];
    const ran = spawnSync(process.execPath, [path, ...flags], {
      input: bytes(shell('gemini')),
      cwd: dir,
    });
    return { ...json(ran.stdout.toString()), status: ran.status };
  };
  expect(start()).toEqual({ decision: 'deny', reason: 'no', status: 0 });
  const cache = join(home, `run.${process.version}-${process.arch}-${id}.cache`);
  made.push(cache);
  return { start, cache, path };
}
const refused = { decision: 'deny', reason: 'no', status: 0 };

test('a run keeps its compiled code in the home folder, for its user alone, and the next run uses it', () => {
  const { start, cache } = makeRunner();
  const { mode, mtimeMs } = lstatSync(cache);
  expect(mode & 0o777).toBe(0o600);
  expect(start()).toEqual(refused);
  expect(lstatSync(cache).mtimeMs).toBe(mtimeMs);
});

test('the name of the compiled code has a hash of the runner, so that runners of two versions keep theirs', () => {
  const hash = createHash('sha256').update(bodyOf(runner)).digest('hex');
  expect(idOf(runner)).toBe(hash.slice(0, 8));
});

test('a run of several hooks keeps compiled code of its own, since it compiles more than a run of one hook', () => {
  const { cache, path } = makeRunner();
  const before = lstatSync(cache).mtimeMs;
  const words = ['--hook', 'echo no >&2; exit 2', '--hook', 'exit 0'];
  const ran = spawnSync(
    process.execPath,
    [path, 'run', '--host', 'gemini', ...speaks('anyhook'), ...words],
    { input: bytes(shell('gemini')), cwd: dir },
  );
  expect(json(ran.stdout.toString())).toMatchObject({ decision: 'deny' });
  const own = cache.replace('.cache', 'h.cache');
  made.push(own);
  expect(existsSync(own)).toBe(true);
  expect(lstatSync(cache).mtimeMs).toBe(before);
});

test.each<[string, (cache: string) => void]>([
  ['is empty', (cache) => writeFileSync(cache, '')],
  ['is cut', (cache) => writeFileSync(cache, readFileSync(cache).subarray(0, -100))],
  [
    'has a changed byte',
    (cache) => {
      const text = readFileSync(cache);
      text[2000] = (text[2000] as number) ^ 1;
      writeFileSync(cache, text);
    },
  ],
  [
    'has a changed byte at the end of its second copy',
    (cache) => {
      const text = readFileSync(cache);
      const at = text.lastIndexOf('((require) => {') - 10;
      text[at] = (text[at] as number) ^ 1;
      writeFileSync(cache, text);
    },
  ],
  [
    'is of another source of this length',
    (cache) => {
      const text = readFileSync(cache);
      text[text.length - 5000] = (text[text.length - 5000] as number) ^ 1;
      writeFileSync(cache, text);
    },
  ],
  ['can be written by others', (cache) => chmodSync(cache, 0o666)],
  [
    'is a link',
    (cache) => {
      writeFileSync(join(dir, 'elsewhere'), readFileSync(cache));
      rmSync(cache);
      symlinkSync(join(dir, 'elsewhere'), cache);
    },
  ],
])('compiled code that %s is not used, and is made again', (_, damage) => {
  const { start, cache } = makeRunner();
  damage(cache);
  const damaged = readFileSync(cache);
  expect(start()).toEqual(refused);
  expect(lstatSync(cache).isSymbolicLink()).toBe(false);
  expect(lstatSync(cache).mode & 0o777).toBe(0o600);
  if (!/others|link/.test(_)) expect(readFileSync(cache).equals(damaged)).toBe(false);
});

test('a program that forgets comments runs the runner all the same', () => {
  const { start } = makeRunner((text) =>
    text.replace('}.toString().slice(13,-3)', '}.toString().slice(0,0)'),
  );
  expect(start()).toEqual(refused);
});

/** The exit code of a run that has printed an answer. */
const proven = 85;

/** Makes a home folder, and a runner that takes it for that of its user. */
function makeHome() {
  const place = mkdtempSync(join(dir, 'home'));
  const own = join(place, '.anyhook');
  const preload = join(place, 'preload.cjs');
  const user = `me:x:${process.getuid?.()}:0::${place}:/bin/sh\n`;
  writeFileSync(
    preload,
    `const fs = require('node:fs');
const { readFileSync } = fs;
fs.readFileSync = (path, ...more) =>
  path === '/etc/passwd' ? ${JSON.stringify(user)} : readFileSync(path, ...more);`,
  );
  const { cache, path } = makeRunner();
  const words = ['run', '--proof', '3', '--host', 'gemini', ...speaks('anyhook'), '--', 'exit 2'];
  const { session_id: _, ...payload } = JSON.parse(bytes(shell('gemini')).toString());
  const input = JSON.stringify(payload); // without a session nothing else is kept in the folder
  const start = (...options: string[]) => {
    const args = ['-r', preload, ...options, path, ...words];
    const stdio = ['pipe', 'pipe', 'pipe', 'ignore'] as const;
    return spawnSync(process.execPath, args, { input, cwd: dir, stdio: [...stdio] }).status;
  };
  const body = bodyOf(readFileSync(path, 'utf8'));
  return { own, start, body, elsewhere: join(place, 'elsewhere'), file: basename(cache) };
}
type Home = ReturnType<typeof makeHome>;

/** Writes compiled code that ends the process with 0 in place of any verdict, and that V8 takes for that of the runner. */
function plant(folder: string, { body, file }: Home): void {
  const end = 'process.reallyExit(0);';
  const script = new Script(body.slice(0, -end.length) + end);
  const code = script.createCachedData();
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, file), Buffer.concat([code, code, Buffer.from(body)]), {
    mode: 0o600,
  });
}

test('whoever can write to the private folder is the user: compiled code that stands there is run', () => {
  const home = makeHome();
  plant(home.own, home);
  expect(home.start()).toBe(0); // the rows below would see nothing without this
});

test.each<[string, (home: Home) => void]>([
  [
    'in a folder that others can write to',
    (home) => {
      plant(home.own, home);
      chmodSync(home.own, 0o777);
    },
  ],
  [
    'behind a link to a folder',
    (home) => {
      plant(home.elsewhere, home);
      symlinkSync(home.elsewhere, home.own);
    },
  ],
  [
    'behind a link to a file',
    (home) => {
      plant(home.elsewhere, home);
      mkdirSync(home.own, { mode: 0o700 });
      symlinkSync(join(home.elsewhere, home.file), join(home.own, home.file));
    },
  ],
  [
    'in a file that others can write to',
    (home) => {
      plant(home.own, home);
      chmodSync(join(home.own, home.file), 0o666);
    },
  ],
  [
    'under the name of another version of Node',
    (home) => {
      plant(home.own, home);
      renameSync(join(home.own, home.file), join(home.own, home.file.replace('.v', '.v1')));
    },
  ],
  ['beside the runner', (home) => plant(join(dir, '.anyhook'), home)],
])('compiled code that somebody has planted %s changes no verdict', (_, put) => {
  const home = makeHome();
  put(home);
  expect([home.start(), home.start()]).toEqual([proven, proven]);
});

test.each<[string, (home: Home) => void]>([
  ['it is a file', ({ own }) => writeFileSync(own, '')],
  ['it is a link to itself', ({ own }) => symlinkSync('.anyhook', own)],
  [
    'it is a link to a folder',
    ({ own, elsewhere }) => {
      mkdirSync(elsewhere, { mode: 0o700 });
      symlinkSync(elsewhere, own);
    },
  ],
])('without a private folder no compiled code is kept, and the exit code is that of the verdict: %s', (_, put) => {
  const home = makeHome();
  put(home);
  expect([home.start(), home.start()]).toEqual([proven, proven]);
  for (const folder of [home.own, home.elsewhere])
    if (existsSync(folder) && lstatSync(folder).isDirectory())
      expect(readdirSync(folder)).toEqual([]);
});

test.each<[string, (home: Home) => void]>([
  ['there is none', () => {}],
  [
    'others can write to it',
    ({ own }) => {
      mkdirSync(own);
      chmodSync(own, 0o770);
    },
  ],
])('a run makes the private folder, and keeps its compiled code there: %s', (_, put) => {
  const home = makeHome();
  put(home);
  expect([home.start(), home.start()]).toEqual([proven, proven]);
  expect(readdirSync(home.own)).toEqual([home.file]);
  expect(lstatSync(home.own).mode & 0o022).toBe(0);
});

test('runs of Node with other options do not replace compiled code in turn, but once in an hour', () => {
  const home = makeHome();
  mkdirSync(home.own, { mode: 0o700 });
  const text = () => readFileSync(join(home.own, home.file), 'latin1');
  expect(home.start()).toBe(proven);
  const first = text();
  const option = '--max-old-space-size=4000';
  expect([home.start(option), text() === first]).toEqual([proven, true]);
  const old = new Date(Date.now() - 3_700_000);
  utimesSync(join(home.own, home.file), old, old);
  expect([home.start(), text() === first]).toEqual([proven, true]);
  expect([home.start(option), text() === first]).toEqual([proven, false]);
});
