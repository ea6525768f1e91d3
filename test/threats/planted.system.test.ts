import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { cursorHooks, project, runProgram } from '../settings/project.ts';
import { shell, speaks } from '../shim/payloads.ts';
import { bytes, folder, read, runExecutable as run } from '../shim/run.ts';

const dir = folder();
chmodSync(dir, 0o755);
const root = process.getuid?.() === 0;
const other = 12_345;
const dist = new URL('../../dist', import.meta.url).pathname;
let count = 0;

/** A copy of the executable whose code cache holds another program: V8 looks at the length alone. */
function poisoned(): { bin: string; cache: string } {
  const place = join(dir, `dist-${count++}`);
  mkdirSync(place);
  for (const file of ['anyhook.cjs', 'run.cjs']) cpSync(join(dist, file), join(place, file));
  const file = join(place, 'run.cjs');
  const good = read(file);
  // What is run of this file stands in its first comment.
  const length = good.indexOf('*/') - good.indexOf('/*') - 2;
  const bad = 'process.stdout.write("POISON");process.exit(0);'.padEnd(length, ' ');
  const script = new Script(bad, { filename: file });
  const data = script.createCachedData();
  const cache = `${file}.${process.version}-${process.arch}.cache`;
  writeFileSync(cache, Buffer.concat([data, data, Buffer.from(good)]), { mode: 0o600 });
  return { bin: join(place, 'anyhook.cjs'), cache };
}

const spoilers: [string, boolean, (cache: string) => void][] = [
  ['owned by another user', true, (cache) => chownSync(cache, other, other)],
  ['writable for its group', false, (cache) => chmodSync(cache, 0o660)],
  ['writable for all', false, (cache) => chmodSync(cache, 0o666)],
  [
    'a symbolic link',
    false,
    (cache) => {
      renameSync(cache, `${cache}.real`);
      symlinkSync(`${cache}.real`, cache);
    },
  ],
];

describe('A planted code cache', () => {
  const verdict = async (bin: string) => {
    const args = ['run', '--host', 'gemini', ...speaks('cursor'), '--', 'echo no >&2; exit 2'];
    const stdin = bytes(shell('gemini')) as string;
    return runProgram([process.execPath, bin, ...args], { cwd: dir, env: process.env, stdin });
  };

  test('with the right owner and mode is run, so the tests below can fail', async () => {
    expect((await verdict(poisoned().bin)).stdout).toBe('POISON');
  });

  test.each(spoilers)('that is %s is not used', async (_, asRoot, spoil) => {
    if (asRoot && !root) return;
    const { bin, cache } = poisoned();
    spoil(cache);
    const said = await verdict(bin);
    expect(JSON.parse(said.stdout)).toEqual({ decision: 'deny', reason: 'no' });
  });

  test.runIf(root)('beside an executable of another user is not used, even by root', async () => {
    const { bin, cache } = poisoned();
    for (const path of [cache, join(bin, '../run.cjs')]) chownSync(path, other, other);
    expect(JSON.parse((await verdict(bin)).stdout)).toEqual({ decision: 'deny', reason: 'no' });
  });
});

describe.runIf(root)('On a machine of two users,', () => {
  const gate = ['--host', 'gemini', ...speaks('cursor')];
  const hook = ['--', 'echo no >&2; exit 2'];

  test('a log that the other user owns is not written, and the verdict stands', async () => {
    for (const mode of [0o600, 0o666]) {
      const path = join(dir, `log-${count++}`);
      writeFileSync(path, 'keep');
      chmodSync(path, mode);
      chownSync(path, other, other);
      const said = await run([...gate, '--log', path, ...hook], { stdin: shell('gemini') });
      expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny' });
      expect(said.stderr).toMatch(/cannot be used as a log/);
      expect(read(path)).toBe('keep');
    }
  });

  test('the other user can neither read nor write our log, and nothing they plant is taken for a log', async () => {
    const path = join(dir, `log-${count++}`);
    await run([...gate, '--log', path, ...hook], { stdin: shell('gemini') });
    const as = (line: string) =>
      runProgram(['sh', '-c', line], { cwd: '/', env: process.env, uid: other });
    expect((await as(`cat '${path}'`)).code).not.toBe(0);
    expect((await as(`echo x >> '${path}'`)).code).not.toBe(0);
    // Who may not write the folder plants nothing in it: what is planted elsewhere is no file of ours.
    const shared = join(dir, `shared-${count++}`);
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const target = join(dir, `target-${count++}`);
    writeFileSync(target, 'keep', { mode: 0o600 });
    for (const plant of [`ln -s '${target}' log`, `mkfifo -m 666 log`, `: > log; chmod 666 log`]) {
      await runProgram(['sh', '-c', `cd '${shared}'; rm -f log; ${plant}`], {
        cwd: '/',
        env: process.env,
        uid: other,
      });
      expect(readdirSync(shared)).toEqual(['log']);
      const said = await run([...gate, '--log', join(shared, 'log'), ...hook], {
        stdin: shell('gemini'),
      });
      expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
      expect(said.stderr).toMatch(/cannot be used as a log/);
      expect(read(target)).toBe('keep');
    }
  });
});

describe('A planted backup', () => {
  const file = '.gemini/settings.json';
  const settings = '{ "theme": "mine" }\n';
  test.each<[string, (backup: string, trap: string) => void]>([
    ['with other text', (backup) => writeFileSync(backup, '{ "hooks": "planted" }')],
    ['that is a link', (backup, trap) => symlinkSync(trap, backup)],
    ['that is a hard link', (backup, trap) => linkSync(trap, backup)],
  ])('%s is neither restored nor written through', async (_, plant) => {
    const p = project({
      '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }),
      [file]: settings,
      '~/trap': 'mine',
    });
    const backup = p.at(`${file}.anyhook-backup`);
    plant(backup, p.at('~/trap'));
    expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
    expect(p.get('~/trap')).toBe('mine');
    p.drop(`${file}.anyhook-backup`);
    copyFileSync(p.at('~/trap'), backup); // and once more behind our back
    expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
    expect(JSON.parse(p.get(file))).toEqual({ theme: 'mine' });
    expect(p.get('~/trap')).toBe('mine');
  });
});
