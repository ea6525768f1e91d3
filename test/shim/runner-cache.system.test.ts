import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
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
/** Makes a runner of a length of its own, and returns a function that runs it, and the path of its compiled code. */
function makeRunner(change = (text: string) => text) {
  const path = join(dir, 'run.cjs');
  blanks += 7;
  writeFileSync(path, change(runner.replace('*/}', `${' '.repeat(blanks)}*/}`)));
  const start = () => {
    const flags = ['run', '--host', 'gemini', ...speaks('anyhook'), '--', 'echo no >&2; exit 2'];
    const ran = spawnSync(process.execPath, [path, ...flags], {
      input: bytes(shell('gemini')),
      cwd: dir,
    });
    return { ...json(ran.stdout.toString()), status: ran.status };
  };
  expect(start()).toEqual({ decision: 'deny', reason: 'no', status: 0 });
  const { length } = bodyOf(readFileSync(path, 'utf8'));
  const cache = join(home, `run.${process.version}-${process.arch}-${length}.cache`);
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
    'is of another source of this length',
    (cache) => {
      const text = readFileSync(cache);
      text[text.length - 1000] = 0x20;
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
