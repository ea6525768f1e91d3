/**
 * Puts each bug of `bugs.ts` into a copy of the tree and demands that the test file that it names
 * fails. `npm run test:bugs -- matcher` plays those whose name or files have that word.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bug, bugs } from './bugs.ts';
import type { Verdict } from './player.ts';

const root = join(import.meta.dirname, '../..');
const players = 2;

/** How often its place occurs in the sources: more or less than once, and the bug is stale. */
function placesOf({ file, find }: Bug): number {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0;
}

/** What git knows, and what it does not ignore, as it stands in the working tree. */
function copyTree(to: string): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  // git lists `node_modules` where it is a link, which .gitignore does not match; it is linked below.
  for (const name of listed.split('\0').filter((one) => one && one !== 'node_modules')) {
    const from = join(root, name);
    if (existsSync(from)) cpSync(from, join(to, name), { verbatimSymlinks: true });
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
}

/** Copies of the tree that are built: one for each player. */
function makeCopies(folder: string): string[] {
  const copies = Array.from({ length: players }, (_, i) => join(folder, `copy-${i + 1}`));
  const [first, ...others] = copies as [string, ...string[]];
  copyTree(first);
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: first, stdio: 'inherit' });
  for (const other of others) cpSync(first, other, { recursive: true, verbatimSymlinks: true });
  return copies;
}

async function main(wanted: string): Promise<void> {
  const counts = { passed: 0, failed: 0 };
  const report = (bug: Bug, is: Verdict['is'] | 'stale', detail: string): void => {
    counts[is === 'caught' ? 'passed' : 'failed']++;
    console.log(`${is}: ${bug.name} — ${bug.fails}: ${detail}`);
  };
  const isWanted = ({ name, file, fails }: Bug) =>
    [name, file, fails].some((text) => text.toLowerCase().includes(wanted.toLowerCase()));
  const chosen = bugs.filter(isWanted);
  if (!chosen.length) {
    console.log(`no bug has ${JSON.stringify(wanted)} in its name or files`);
    process.exitCode = 1;
  }
  const fresh: Bug[] = [];
  for (const bug of chosen) {
    const places = placesOf(bug);
    if (places === 1) fresh.push(bug);
    else report(bug, 'stale', `what it replaces occurs ${places} times in ${bug.file}`);
  }
  if (fresh.length) {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-bugs-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
    const waiting = [...fresh];
    const work = async (copy: string): Promise<void> => {
      const player = fork(join(copy, 'test/bugs/player.ts'), { cwd: copy });
      const ended = once(player, 'exit');
      const diedAt = async ({ name }: Bug): Promise<never> => {
        const [code] = await ended;
        throw new Error(`a player ended with exit code ${code} at: ${name}`);
      };
      for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
        const answer = once(player, 'message') as Promise<[Verdict]>;
        player.send(bug);
        const [{ is, detail, milliseconds }] = await Promise.race([answer, diedAt(bug)]);
        report(bug, is, `${detail} (${(milliseconds / 1000).toFixed(1)} s)`);
      }
      player.disconnect();
      await ended;
    };
    await Promise.all(makeCopies(folder).map(work));
  }
  if (counts.failed) process.exitCode = 1;
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
}

await main(process.argv.slice(2).join(' '));
