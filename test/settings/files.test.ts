import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commitSettings } from '../../src/convert/ownership/commit.ts';
import {
  findOriginalText,
  Ledger,
  type LedgerContents,
  readLedger,
  writeLedger,
} from '../../src/convert/ownership/ledger.ts';
import { installRunner, removeRunner } from '../../src/convert/runner.ts';
import { AnyhookError } from '../../src/errors.ts';
import { withLock } from '../../src/files/lock.ts';
import type { Root } from '../../src/files/root.ts';
import { readSettingsFile, removeFile, replaceFile } from '../../src/files/settings-file.ts';
import { sha256 } from '../../src/util/sha256.ts';
import { bytes, failing, file, laboratory, modeOf, nobody, ours, told } from './laboratory.ts';

const { here, at, outside, lock, plant, save, back, backup } = laboratory();
/** Files that a write has beside the one it replaces. */
const temps = (folder = at('.gemini')) =>
  readdirSync(folder).filter((name) => /\.anyhook-(?!backup$)/.test(name));

const record = () => at('.anyhook/written.json');
const made = (files: LedgerContents['files']): LedgerContents => ({ version: 1, files });
const one = { created: true, before: null, after: sha256(''), entries: ours('b', 'a') };

const runner = () => at('.anyhook/run.cjs');
const loader = () => at('.anyhook/sh');
/** A runner to be copied, with its loader beside it. */
function source(text = 'v1'): string {
  const path = join(here.dir, 'run.cjs');
  writeFileSync(path, text);
  writeFileSync(join(here.dir, 'sh'), `# ${text}\nset -- node x\n`);
  return path;
}

test('reading keeps the byte order mark and the line ends, and tells the mode of the file', () => {
  writeFileSync(at(file), '\uFEFF{\r\n}\r\n', { mode: 0o640 });
  const found = readSettingsFile(at(file), here.base);
  expect(found?.text).toBe('\uFEFF{\r\n}\r\n');
  expect(found && found.stat.mode & 0o777).toBe(0o640);
  expect(readSettingsFile(at('.gemini/none.json'), here.base)).toBeUndefined();
  expect(readSettingsFile(at('none/none.json'), here.base)).toBeUndefined();
});

test('reading refuses a file that is not UTF-8, is larger than 32 MB or is no regular file', () => {
  writeFileSync(at(file), Buffer.from([0x7b, 0xff, 0x7d]));
  failing('settings', /settings\.json cannot be read: it is not UTF-8/, () =>
    readSettingsFile(at(file), here.base),
  );
  truncateSync(at(file), 33 * 1024 * 1024);
  failing('settings', /larger than 32 MB/, () => readSettingsFile(at(file), here.base));
  failing('settings', /not a regular file/, () => readSettingsFile(at('.gemini'), here.base));
  failing('settings', /a part of its path is a file/, () =>
    readSettingsFile(at(file, 'x'), here.base),
  );
  expect(new AnyhookError('settings', '').exitCode).toBe(2);
});

test('reading follows symbolic links inside the root only', () => {
  writeFileSync(outside('s.json'), 'secret');
  symlinkSync(outside('s.json'), at(file));
  failing('settings', /outside .*root: symbolic links/, () =>
    readSettingsFile(at(file), here.base),
  );
  symlinkSync(outside(), at('.cursor'));
  failing('settings', /outside/, () => readSettingsFile(at('.cursor/s.json'), here.base));
  failing('settings', /outside/, () => readSettingsFile(at('.cursor/new.json'), here.base));
  failing('settings', /outside/, () => readSettingsFile(at('../outside/s.json'), here.base));
  symlinkSync(at('nothing'), at('dangling'));
  failing('settings', /symbolic link to nothing/, () =>
    readSettingsFile(at('dangling'), here.base),
  );
  symlinkSync(at('circle'), at('circle'));
  failing('settings', /symbolic link/, () => readSettingsFile(at('circle'), here.base));
  writeFileSync(at('real.json'), 'inside');
  symlinkSync('../real.json', at('.gemini/link.json'));
  expect(readSettingsFile(at('.gemini/link.json'), here.base)?.text).toBe('inside');
  symlinkSync(here.root, join(here.dir, 'alias'));
  const aliased = { path: join(here.dir, 'alias') };
  expect(readSettingsFile(join(here.dir, 'alias/real.json'), aliased)?.text).toBe('inside');
});

test('a replaced file keeps its mode and a link to it inside the root, and has the new bytes exactly', () => {
  writeFileSync(at('real.json'), 'old', { mode: 0o640 });
  symlinkSync('../real.json', at(file));
  const text = '\uFEFF{\r\n"a": "ä"}\r\n';
  replaceFile(at(file), text, { ...here.base, was: 'old' });
  expect(readFileSync(at('real.json'))).toEqual(Buffer.from(text));
  expect(readlinkSync(at(file))).toBe('../real.json');
  expect(modeOf(at('real.json'))).toBe(0o640);
  expect(temps(here.root)).toEqual([]);
});

test('a replaced file and its backup belong to the owner of the file', ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('only root can');
  writeFileSync(at(file), 'old');
  chownSync(at(file), 65534, 65533);
  replaceFile(at(file), 'new', { ...here.base, was: 'old', backup: 'once' });
  for (const path of [at(file), `${at(file)}.anyhook-backup`]) {
    expect(statSync(path)).toMatchObject({ uid: 65534, gid: 65533 });
  }
});

test('an empty folder goes with the last file in it, but the root stays', () => {
  writeFileSync(at(file), 'x');
  removeFile(at(file), { ...here.base, was: 'x' });
  expect(readdirSync(here.root)).toEqual([]);
  writeFileSync(at('x'), 'x');
  failing('write', /changed/, () => removeFile(at('x'), { ...here.base, was: 'y' }));
  removeFile(at('x'), { ...here.base, was: 'x' });
  expect(readdirSync(here.root)).toEqual([]);
});

test('a file that is missing is created with its folders, which are private in a home', () => {
  replaceFile(at('.cursor/a/hooks.json'), 'new', { ...here.base, was: undefined });
  expect(modeOf(at('.cursor/a/hooks.json'))).toBe(0o644);
  const home: Root = { path: here.root, scope: 'user' };
  replaceFile(at('.tabnine/a.json'), 'new', { ...home, was: undefined });
  expect([modeOf(at('.tabnine/a.json')), modeOf(at('.tabnine'))]).toEqual([0o600, 0o700]);
});

test('a write changes nothing outside the root, whatever links lead there', () => {
  writeFileSync(outside('s.json'), 'theirs');
  symlinkSync(outside('s.json'), at(file));
  symlinkSync(outside(), at('.cursor'));
  symlinkSync(outside('planted'), at('.tabnine'));
  for (const path of [at(file), at('.cursor/h.json'), at('.cursor/a/h.json'), at('.tabnine/h')]) {
    failing('write', /symbolic link/, () =>
      replaceFile(path, 'new', { ...here.base, was: undefined }),
    );
  }
  expect(readdirSync(outside())).toEqual(['s.json']);
  expect(bytes(outside('s.json'))).toBe('theirs');
});

test('a write leaves a file alone that changed since it was read', () => {
  writeFileSync(at(file), 'theirs');
  for (const was of ['old', undefined]) {
    failing('write', /settings\.json changed while .*run it again/, () =>
      replaceFile(at(file), 'new', { ...here.base, was, backup: 'once' }),
    );
  }
  failing('write', /changed/, () => replaceFile(at('.x/y'), 'new', { ...here.base, was: 'old' }));
  expect(bytes(at(file))).toBe('theirs');
  expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
  expect(readdirSync(here.root)).toEqual(['.gemini']);
});

test('the backup keeps the bytes from before the first write, or from before the last if that is asked', () => {
  const backup = `${at(file)}.anyhook-backup`;
  writeFileSync(at(file), '1\r\n', { mode: 0o600 });
  replaceFile(at(file), '2', { ...here.base, was: '1\r\n', backup: 'once' });
  replaceFile(at(file), '3', { ...here.base, was: '2', backup: 'once' });
  expect([bytes(backup), modeOf(backup)]).toEqual(['1\r\n', 0o600]);
  replaceFile(at(file), '4', { ...here.base, was: '3' });
  replaceFile(at(file), '5', { ...here.base, was: '4', backup: 'fresh' });
  expect(bytes(backup)).toBe('4');
});

test('a write never goes through a link planted at the backup', () => {
  const backup = `${at(file)}.anyhook-backup`;
  writeFileSync(outside('victim'), 'theirs');
  for (const [n, kind] of (['once', 'fresh'] as const).entries()) {
    rmSync(backup, { force: true });
    symlinkSync(outside('victim'), backup);
    writeFileSync(at(file), `old${n}`);
    replaceFile(at(file), 'new', { ...here.base, was: `old${n}`, backup: kind });
    expect(lstatSync(backup).isFile()).toBe(true);
    expect(bytes(backup)).toBe(`old${n}`);
  }
  expect(bytes(outside('victim'))).toBe('theirs');
});

test('a folder in the place of the backup is named, and the file stays as it is', () => {
  writeFileSync(at(file), 'old');
  mkdirSync(`${at(file)}.anyhook-backup`);
  failing('write', /anyhook-backup was not changed: a folder is in its place/, () =>
    replaceFile(at(file), 'new', { ...here.base, was: 'old', backup: 'once' }),
  );
  expect([bytes(at(file)), ...temps()]).toEqual(['old']);
});

test('a write deletes the temporary files of a killed run, and none that is newer or not ours', () => {
  const left = `${at(file)}.anyhook-0123456789ab`;
  for (const path of [left, `${at(file)}.anyhook-ba9876543210`, at('.gemini/mine.anyhook-x')]) {
    writeFileSync(path, '');
  }
  for (const path of [left, at('.gemini/mine.anyhook-x')]) utimesSync(path, 0, 0);
  replaceFile(at(file), 'new', { ...here.base, was: undefined });
  const kept = ['mine.anyhook-x', 'settings.json.anyhook-ba9876543210'];
  expect(temps().sort()).toEqual(kept);
  writeFileSync(left, '');
  utimesSync(left, 0, 0);
  removeFile(at(file), { ...here.base, was: 'new' });
  expect(temps().sort()).toEqual(kept);
});

test('a new file has no more rights than the umask allows, and a replaced one keeps its own', () => {
  const mask = process.umask(0o077);
  try {
    replaceFile(at(file), 'new', { ...here.base, was: undefined });
    expect(modeOf(at(file))).toBe(0o600);
    chmodSync(at(file), 0o640);
    replaceFile(at(file), 'newer', { ...here.base, was: 'new' });
    expect(modeOf(at(file))).toBe(0o640);
  } finally {
    process.umask(mask);
  }
});

test('a lock keeps out another run of the same process', async () => {
  const order: string[] = [];
  const run = (name: string) =>
    withLock(here.base, async () => {
      order.push(`${name} in`);
      await setTimeout(20);
      order.push(`${name} out`);
    });
  await Promise.all([run('a'), run('b')]);
  expect(order.map((line) => line.slice(2))).toEqual(['in', 'out', 'in', 'out']);
});

test('a lock is released when the work throws, and a lock that another run took meanwhile is not', async () => {
  const failed = withLock(here.base, () => {
    throw new Error('work');
  });
  await expect(failed).rejects.toThrow('work');
  expect(existsSync(at('.anyhook'))).toBe(false);
  await withLock(here.base, () => plant(process.pid)); // stolen meanwhile
  expect(existsSync(lock())).toBe(true);
});

test('a lock is taken over only if its process has ended or its time is 90 seconds away from now', async () => {
  plant(nobody);
  expect(await withLock(here.base, () => 1, 500)).toBe(1);
  plant(process.ppid);
  await expect(withLock(here.base, () => 1, 50)).rejects.toThrow(`process ${process.ppid} on`);
  plant(nobody, 'elsewhere');
  await expect(withLock(here.base, () => 1, 50)).rejects.toThrow('on elsewhere');
  writeFileSync(lock(), ''); // just made, not yet written
  await expect(withLock(here.base, () => 1, 50)).rejects.toThrow('writing here; wait');
  for (const away of [-90_000, 90_000]) {
    plant(process.ppid);
    const time = (Date.now() + away) / 1000;
    utimesSync(lock(), time, time);
    expect(await withLock(here.base, () => 1, 500)).toBe(1);
  }
});

test('a lock is never written through a link', async () => {
  writeFileSync(outside('victim'), 'theirs');
  mkdirSync(at('.anyhook'));
  for (const target of [outside('victim'), outside('new')]) {
    symlinkSync(target, lock());
    expect(await withLock(here.base, () => lstatSync(lock()).isFile())).toBe(true);
    mkdirSync(at('.anyhook'));
  }
  rmSync(at('.anyhook'), { recursive: true });
  expect(readdirSync(outside())).toEqual(['victim']);
  expect(bytes(outside('victim'))).toBe('theirs');
  symlinkSync(outside(), at('.anyhook'));
  told(await withLock(here.base, () => 1).catch((e) => e), 'write', /outside .*symbolic links/);
  rmSync(at('.anyhook'));
  writeFileSync(at('.anyhook'), '');
  told(
    await withLock(here.base, () => 1, 50).catch((e) => e),
    'write',
    /part of its path is a file/,
  );
});

test('the folder that holds a lock is private in a home', async () => {
  const modes = (scope: Root['scope']) =>
    withLock({ path: here.root, scope }, () => [modeOf(at('.anyhook')), modeOf(lock())]);
  expect(await modes('project')).toEqual([0o755, 0o644]);
  expect((await modes('user'))[0]).toBe(0o700);
});

test('the record is indented JSON with its files in one order, and is deleted when it is empty', () => {
  const { entries, ...rest } = one;
  writeLedger(here.base, made({ z: { entries: { Z: [], A: [{ z: 1, a: 2 }] }, ...rest }, a: one }));
  const text = bytes(record());
  writeLedger(here.base, made({ a: one, z: { ...rest, entries: { A: [{ z: 1, a: 2 }], Z: [] } } }));
  expect(bytes(record())).toBe(text);
  expect(text).toMatch(/^\{\n {2}"version": 1,\n {2}"files": \{\n {4}"a": \{\n {6}"created": true/);
  expect(text.indexOf('"z": 1')).toBeLessThan(text.indexOf('"a": 2'));
  expect(text.endsWith('}\n')).toBe(true);
  expect(readLedger(here.base).files.a).toEqual(one);
  expect(modeOf(record())).toBe(0o644);
  writeLedger(here.base, made({}));
  expect(readdirSync(at('.anyhook'))).toEqual([]);
  expect(readLedger(here.base)).toEqual(made({}));
});

test('the record keeps keys that are unknown, and is read with a byte order mark and CRLF', () => {
  mkdirSync(at('.anyhook'));
  const text = JSON.stringify({ ...made({ a: { ...one, more: 1 } }), extra: 2 });
  writeFileSync(record(), `\uFEFF${text}\r\n`);
  writeLedger(here.base, readLedger(here.base));
  expect(JSON.parse(bytes(record()))).toEqual(JSON.parse(text));
});

test('a record that is not valid is refused with a word on what to do', () => {
  mkdirSync(at('.anyhook'));
  const wrong = [
    '',
    'null',
    '[]',
    '{"version":1}',
    '<<<<<<< HEAD\n{}',
    '{"version":0,"files":{}}',
    '{"version":1,"files":{"a":{"created":true,"before":null,"after":"x","entries":{}}}}',
    '{"version":1,"files":{"a":{"entries":[]}}}',
  ];
  for (const text of wrong) {
    writeFileSync(record(), text);
    failing('settings', /written\.json is not as anyhook writes it.*delete it/, () =>
      readLedger(here.base),
    );
  }
  writeFileSync(record(), '{"version":2}');
  failing('settings', /version 2.*update anyhook/, () => readLedger(here.base));
});

test('the record is neither read nor written through a symbolic link', () => {
  mkdirSync(at('.anyhook'));
  writeFileSync(at('victim'), '{}');
  symlinkSync(at('victim'), record());
  failing('settings', /written\.json cannot be read: .*symbolic link/, () => readLedger(here.base));
  failing('write', /symbolic link/, () => writeLedger(here.base, made({ a: one })));
  failing('write', /symbolic link/, () => writeLedger(here.base, made({})));
  expect(bytes(at('victim'))).toBe('{}');
});

test('the record may hold names such as __proto__, and changes no other object by them', () => {
  mkdirSync(at('.anyhook'));
  const { entries, ...rest } = one;
  const line = JSON.stringify({ ...rest, entries: 0 });
  const odd = line.replace('0}', '{"__proto__":[{"__proto__":{"polluted":1}}],"constructor":[]}}');
  writeFileSync(record(), `{"version":1,"files":{"__proto__":${odd},"a":${odd}}}`);
  const read = readLedger(here.base);
  expect(read.files.a?.after).toBe(sha256(''));
  expect(Object.getPrototypeOf(read.files)).toBe(Object.prototype);
  const ledger = new Ledger(here.base);
  expect(findOriginalText(ledger, '__proto__', '')).toBeUndefined();
  expect(findOriginalText(ledger, 'constructor', '')).toBeUndefined();
  writeFileSync(at('constructor'), 'x');
  commitSettings(ledger, {
    file: 'constructor',
    textBefore: 'x',
    newText: 'y',
    entries: ours('a'),
  });
  expect(readLedger(here.base).files.constructor).toMatchObject({ before: sha256('x') });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a commit can be taken back to the bytes from before the first one', () => {
  writeFileSync(at(file), 'origin\r\n');
  save({ newText: 'one' });
  save({ newText: 'two', entries: ours('a', 'b') });
  expect(readLedger(here.base).files[file]).toEqual({
    created: false,
    before: sha256('origin\r\n'),
    after: sha256('two'),
    entries: ours('a', 'b'),
  });
  expect(back()).toEqual({ text: 'origin\r\n' });
  save({ newText: back()?.text, entries: {} });
  expect(bytes(at(file))).toBe('origin\r\n');
  expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
  expect(readdirSync(at('.anyhook'))).toEqual([]);
});

test('a file that a commit created is deleted with its folder when the commit is taken back', () => {
  rmSync(at('.gemini'), { recursive: true });
  save({ newText: 'one' });
  save({ newText: 'two' });
  expect(back()).toEqual({ text: undefined });
  save({ newText: back()?.text, entries: {} });
  expect(readdirSync(here.root)).toEqual(['.anyhook']);
  expect(readLedger(here.base).files).toEqual({});
});

test('a commit is not taken back over what somebody else wrote', () => {
  writeFileSync(at(file), 'origin');
  save({ newText: 'one' });
  writeFileSync(at(file), 'one, edited');
  expect(back()).toBeUndefined();
  save({ newText: 'two, edited' });
  expect(back()).toBeUndefined(); // the backup does not have the edit
  save({ newText: 'edited', entries: {} });
  expect(bytes(backup())).toBe('origin');
});

test('a commit is not taken back to a backup that is not ours', () => {
  writeFileSync(at(file), 'origin');
  writeFileSync(backup(), 'stale');
  save({ newText: 'one' });
  expect(back()).toEqual({ text: 'origin' });
  writeFileSync(backup(), 'planted');
  expect(back()).toBeUndefined();
  rmSync(backup());
  expect(back()).toBeUndefined();
});

test('a commit is not taken back to a text that held entries of ours already', () => {
  writeFileSync(at(file), 'a');
  save({ newText: 'a' });
  save({ newText: 'a and b', entries: ours('a', 'b') });
  expect(back()).toBeUndefined();
  rmSync(at('.anyhook'), { recursive: true });
  save({ newText: 'a, b and c', entries: ours('a', 'b', 'c'), hasAdopted: true });
  expect(back()).toBeUndefined();
});

test('a commit that fails leaves the record as it was', () => {
  writeFileSync(at(file), 'origin');
  save({ newText: 'one' });
  const record = bytes(at('.anyhook/written.json'));
  writeFileSync(at(file), 'edited');
  failing('write', /changed/, () =>
    save({ textBefore: 'one', newText: 'two', entries: ours('b') }),
  );
  failing('write', /changed/, () => save({ textBefore: 'one', newText: undefined, entries: {} }));
  expect(bytes(at('.anyhook/written.json'))).toBe(record);
  expect(bytes(at(file))).toBe('edited');
});

test('the runner is copied only where it differs, and is deleted with its folder once that is empty', () => {
  expect(installRunner(here.base, source())).toBe(true);
  expect(installRunner(here.base, source())).toBe(false);
  expect(installRunner({ path: here.root, scope: 'user' }, source('v2'))).toBe(true);
  expect([bytes(runner()), modeOf(runner())]).toEqual(['v2', 0o644]);
  expect(bytes(loader())).toBe(
    `# v2\nset -- node x\n[ ! -x '${process.execPath}' ] || { shift && set -- '${process.execPath}' "$@"; }\n`,
  ); // a person's own Node
  expect(installRunner(here.base, source('v2'))).toBe(true);
  expect([bytes(loader()), modeOf(loader())]).toEqual(['# v2\nset -- node x\n', 0o644]);
  writeFileSync(at('.anyhook/other'), '');
  removeRunner(here.base);
  expect(readdirSync(at('.anyhook'))).toEqual(['other']);
  rmSync(at('.anyhook/other'));
  removeRunner(here.base);
  removeRunner(here.base);
  expect(existsSync(at('.anyhook'))).toBe(false);
});

test('the runner takes the place of a link, and is written through none', () => {
  writeFileSync(outside('victim'), 'theirs');
  mkdirSync(at('.anyhook'));
  symlinkSync(outside('victim'), runner());
  expect(installRunner(here.base, source())).toBe(true);
  expect(lstatSync(runner()).isFile()).toBe(true);
  expect(bytes(outside('victim'))).toBe('theirs');
  rmSync(at('.anyhook'), { recursive: true });
  symlinkSync(outside(), at('.anyhook'));
  failing('write', /outside/, () => installRunner(here.base, source()));
  failing('write', /outside/, () => removeRunner(here.base));
  rmSync(at('.anyhook'));
  writeFileSync(at('.anyhook'), '');
  failing('write', /a part of its path is a file/, () => installRunner(here.base, source()));
  failing('settings', /none\.cjs cannot be read/, () =>
    installRunner(here.base, join(here.dir, 'none.cjs')),
  );
});
