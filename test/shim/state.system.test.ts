import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draft } from '../../src/mapping/adapter.ts';
import { openSession, type Session } from '../../src/shim/session.ts';
import { computing } from '../growth/growth.ts';
import { family } from './payloads.ts';
import { bin, bytes, ended, folder, run, runExecutable, session } from './run.ts';

/** The home of the sessions that are opened in this process. */
const home = vi.hoisted(() => ({ path: '' }));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<typeof import('../../src/shim/own-folder.ts')>()),
  ownFolder: () => home.path,
}));

const dir = folder();
let turn = 0;
beforeEach(() => {
  home.path = join(dir, `home-${turn++}`, '.anyhook');
  mkdirSync(join(home.path, '..'));
});
afterEach(() => rmSync(home.path, { recursive: true, force: true }));

const state = () => join(home.path, 'state');
const files = () =>
  readdirSync(state()).filter((name) => name !== 'swept' && name !== '.gitignore');
const draft = (id: string, more = {}): Draft => ({
  event: 'stop',
  session: id,
  cwd: '/p',
  ...more,
});
const openFor = (host: string, event: ReturnType<typeof draft>) =>
  openSession({ id: host }, String(event.cwd), event, 'hook');
const open = (id = 's', host = 'gemini', more = {}) => openFor(host, draft(id, more));

function linked(path: string): void {
  renameSync(path, `${path}.real`);
  symlinkSync(`${path}.real`, path);
}
function replaced(path: string, make: (path: string) => void): void {
  rmSync(path, { recursive: true });
  make(path);
}

/** The one session there is. */
const only = () => join(state(), files()[0] as string);
const inside = () => readdirSync(only()).map((name) => join(only(), name));
const noted = (id = 's') => {
  const one = open(id, 'cursor', { turn: 't' });
  one.keepVariables({ A: 'a' });
  one.rememberValue('response', 'r');
  return open(id, 'cursor', { turn: 't' });
};
const lost = expect.objectContaining({ code: 'state' });
/** What is had of variables: them, or an error. */
const env = (one: Session) => {
  try {
    return one.readVariables();
  } catch (error) {
    return error;
  }
};

describe('What a session keeps', () => {
  test('is private to the user: folders have mode 0700, and files 0600', () => {
    noted();
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([home.path, state(), only()].map(mode)).toEqual([0o700, 0o700, 0o700]);
    expect(inside().map(mode)).toEqual(inside().map(() => 0o600));
  });

  test('of context comes back in the order in which it was kept, though all in one millisecond', () => {
    const texts = Array.from({ length: 12 }, (_, i) => `context ${i}`);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    try {
      for (const text of texts) open().keepContext(text);
      open().keepContext(texts[3] as string); // the hook gives it once more
      const last = texts.splice(3, 1);
      expect(open().takeContext().split('\n')).toEqual([...texts, ...last]);
    } finally {
      clock.mockRestore();
    }
  });

  test('counts as missing where it is damaged, and as lost where a guard relies on it', () => {
    for (const odd of ['{"k":"field","na', 'null', '7', '[]', '"x"', '\0\xff', '']) {
      const one = noted();
      one.notePrompt();
      one.noteRunInTurn();
      one.noteHalt('x');
      one.keepContext('x');
      one.claimFollowUp('x', 3);
      for (const path of inside()) writeFileSync(path, odd);
      const later = open('s', 'cursor', { turn: 't' });
      expect([later.recallValue('response'), later.takeContext(), later.noteRunInTurn()]).toEqual([
        undefined,
        '',
        false,
      ]);
      expect([later.readCallDuration(), later.countFollowUps()]).toEqual([undefined, 0]);
      expect(later.readHaltReason()).toBe('Stopped by a hook.');
      expect(env(later)).toEqual(lost);
      later.forget();
      later.begin();
    }
  });

  test.each<[string, (path: string) => void]>([
    ['a link to another', linked],
    ['open to others', (path) => chmodSync(path, 0o644)],
    ['writable for the group', (path) => chmodSync(path, 0o620)],
    ['a folder', (path) => replaced(path, mkdirSync)],
    ['another person’s', (path) => chownSync(path, 12345, 12345)],
  ])('is not believed where its file is %s', (name, spoil) => {
    if (name.startsWith('another') && userInfo().uid !== 0) return;
    const one = noted();
    for (const path of inside()) spoil(path);
    expect([one.recallValue('response'), env(one)]).toEqual([undefined, lost]);
  });

  test.each([
    0o755, 0o770, 0o777,
  ])('is still read from a folder of ours with mode %o, which is closed to others', (mode) => {
    for (const which of [state, only]) {
      const one = noted();
      chmodSync(which(), mode);
      expect([one.recallValue('response'), env(one)]).toEqual(['r', { A: 'a' }]);
      expect(statSync(which()).mode & 0o777).toBe(0o700);
    }
    chmodSync(home.path, mode);
    expect(env(noted())).toEqual({ A: 'a' });
    expect(statSync(home.path).mode & 0o022).toBe(0); // others may look into this one
  });

  test.each<[string, (path: string) => void]>([
    ['a link', linked],
    ['another person’s', (path) => chownSync(path, 12345, 12345)],
    ['a file', (path) => replaced(path, (at) => writeFileSync(at, ''))],
  ])('is neither believed nor silently missing in a folder that is %s', (name, spoil) => {
    if (name.startsWith('another') && userInfo().uid !== 0) return;
    for (const which of [() => home.path, state, only]) {
      noted();
      spoil(which());
      const one = open('s', 'cursor', { turn: 't' });
      expect([
        one.recallValue('response'),
        one.rememberValue('a', 2),
        one.keepContext('x'),
      ]).toEqual([undefined, false, false]);
      expect([env(one), one.keepVariables({}), one.claimFollowUp('x', 3)]).toEqual([
        lost,
        false,
        'unkept',
      ]);
      expect(() => one.readHaltReason()).toThrow(
        /^whether .* is not known: .* not a folder of yours \(chown or remove it\)$/,
      );
      for (const name of readdirSync(join(home.path, '..')))
        rmSync(join(home.path, '..', name), { recursive: true, force: true });
    }
  });

  test('is forgotten where it is too large, without anything beside it', () => {
    const one = noted();
    one.rememberValue('prompt', 'old');
    expect(one.rememberValue('prompt', 'x'.repeat(2 * 1024 * 1024))).toBe(false);
    for (let i = 0; i < 6; i++) one.rememberValue('response', 'y'.repeat(900_000));
    expect([one.recallValue('prompt'), one.readVariables()]).toEqual([undefined, { A: 'a' }]);
    expect(one.keepVariables({ B: 'x'.repeat(200_000) })).toBe(false);
    expect(env(one)).toEqual(lost); // and not the variables of before
  });

  test('is kept apart for each host, project and session, whatever their ids', () => {
    const hostile = [
      'a',
      '../../x',
      '/etc/x',
      '..',
      '\0',
      '\ud800',
      '\udfff',
      'x'.repeat(1024 * 1024),
      '"],["',
      '__proto__',
    ];
    const all = ['gemini', 'cursor'].flatMap((host) =>
      hostile.flatMap((id) => ['/p', '/q'].map((cwd) => [id, host, { cwd, turn: 't' }] as const)),
    );
    const who = ([id, ...rest]: (typeof all)[number]) => JSON.stringify([id.slice(0, 99), rest]);
    for (const one of all) expect(open(...one).rememberValue('who', who(one))).toBe(true);
    for (const one of all) expect(open(...one).recallValue('who')).toBe(who(one));
    expect(files()).toHaveLength(all.length);
    expect(readdirSync(join(home.path, '..'))).toEqual(['.anyhook']);
    expect(readdirSync(home.path)).toEqual(['state']);
    for (const name of files()) expect(name).toMatch(/^[\da-f]{32}$/);
    for (const one of all) open(...one).forget();
    expect(files()).toEqual([]);
  });

  test('is nothing without a session id', () => {
    for (const id of ['', undefined]) {
      const one = openSession({ id: 'gemini' }, '/p', { event: 'stop', session: id }, 'hook');
      expect([one.rememberValue('a', 1), one.keepContext('x'), one.exists()]).toEqual([
        false,
        false,
        false,
      ]);
      expect([one.keepVariables({ A: 'a' }), one.readVariables()]).toEqual([false, {}]);
    }
  });

  test('is deleted when the session ends, with context that no hook took', () => {
    open().keepContext('x');
    expect(inside()).toHaveLength(1);
    open().forget();
    expect(files()).toEqual([]);
  });
});

const old = (days: number) => Date.now() / 1000 - days * 24 * 3600;

test('Of two thousand sessions, those a week old are deleted in parts, and no other run lists them', () => {
  const begun = { event: 'session-start' } as const;
  const one = openFor('gemini', draft('first', begun));
  one.keepVariables({ A: 'a' });
  for (let i = 0; i < 2000; i++) {
    const path = join(state(), `${i}`);
    mkdirSync(path, { mode: 0o700 });
    if (i % 2) utimesSync(path, old(8), old(8));
  }
  symlinkSync(dir, join(state(), 'link'));
  lutimesSync(join(state(), 'link'), old(8), old(8));
  const keeps = (id: string) => expect(open(id).keepContext('x')).toBe(true);
  keeps('warm');
  let count = 0;
  const keeping = computing(() => keeps(`s${count++}`));
  expect(keeping).toBeLessThan(
    computing(() => files().map((name) => statSync(join(state(), name)))),
  );
  expect(files()).toHaveLength(2000 + 3 + count);
  // Nobody waits for all of it: time goes by as it is looked for.
  const clock = vi.spyOn(Date, 'now');
  let now = Date.now();
  utimesSync(join(state(), 'swept'), old(8), old(8));
  clock.mockImplementation(() => (now += 50));
  keeps('again');
  expect(2000 + 4 + count - files().length).toBeLessThan(10);
  clock.mockRestore();
  for (let more = 0; files().length > 1000 + 4 + count + more; more++) keeps(`more ${more}`);
  expect(existsSync(dir)).toBe(true); // a link goes, not what it leads to
  expect(open('first').readVariables()).toEqual({ A: 'a' });
});

test('git takes nothing of what sessions keep, where the home folder is a repository, and a person’s .gitignore stays', () => {
  const above = join(home.path, '..');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: above, encoding: 'utf8' });
  git('init', '--quiet');
  noted();
  writeFileSync(join(home.path, 'shared'), '');
  git('add', '--all');
  expect(git('ls-files')).toBe('.anyhook/shared\n');
  const ignoring = join(state(), '.gitignore');
  expect(statSync(ignoring).mode & 0o077).toBe(0);
  writeFileSync(ignoring, '# mine\n');
  // It is never swept either, and comes again if it is gone.
  const old = new Date(Date.now() - 400 * 24 * 3600 * 1000);
  const sweep = () => {
    utimesSync(join(state(), 'swept'), old, old);
    open(`other ${turn++}`).keepContext('x');
  };
  utimesSync(ignoring, old, old);
  sweep();
  expect(readFileSync(ignoring, 'utf8')).toBe('# mine\n');
  rmSync(ignoring);
  sweep();
  expect(readFileSync(ignoring, 'utf8')).toBe('*\n');
});

describe('A session', () => {
  /** Days go by, and another session begins. */
  const pass = (days: number) => {
    for (const name of [...files(), 'swept'])
      if (existsSync(join(state(), name))) utimesSync(join(state(), name), old(days), old(days));
    open(`other ${turn++}`).keepContext('x');
  };

  test('that nobody ends keeps its variables while they are used, and its texts for a week', () => {
    noted();
    for (let i = 0; i < 8; i++) {
      pass(6);
      expect(open('s', 'cursor').readVariables()).toEqual({ A: 'a' });
    }
    const own = () =>
      join(
        state(),
        files().find((name) => existsSync(join(state(), name, 'field-response'))) as string,
      );
    const path = own();
    pass(8);
    expect(readdirSync(path)).toEqual([expect.stringMatching(/^env-/)]);
  });

  test('that nobody ends loses its variables after a month, which is an error for a year', () => {
    noted();
    pass(8);
    expect(env(open('s', 'cursor'))).toEqual({ A: 'a' });
    pass(31);
    expect(env(open('s', 'cursor'))).toEqual(lost);
    pass(366);
    expect(env(open('s', 'cursor'))).toEqual({});
  });

  test('that ended is gone two days later, unless another window used it', () => {
    noted().forget();
    pass(2);
    expect(env(open('s', 'cursor'))).toEqual({});
    noted('t').forget();
    expect(env(open('t', 'cursor'))).toEqual({ A: 'a' });
    pass(2);
    expect(env(open('t', 'cursor'))).toEqual({ A: 'a' });
  });

  test('that ended leaves no variables to the next one of the same id', () => {
    noted().forget();
    const next = openFor('cursor', draft('s', { event: 'session-start' }));
    next.begin();
    expect(env(next)).toEqual({});
  });

  test('that goes on in another window after its end loses nothing to a new start', () => {
    noted().forget();
    open('s', 'cursor').rememberValue('prompt', 'in the other window');
    expect(open('s', 'cursor').noteHalt('Leak.')).toBe(true);
    openFor('cursor', draft('s', { event: 'session-start' })).begin();
    const one = open('s', 'cursor', { event: 'before-tool' });
    expect([one.readHaltReason(), env(one)]).toEqual(['Leak.', { A: 'a' }]);
  });
});

describe('Between runs of the shim,', () => {
  const stop = (id: string) => ({
    ...family(
      'gemini',
      'AfterAgent',
      { prompt: 'p', prompt_response: 'r', stop_hook_active: false },
      dir,
    ),
    session_id: id,
  });
  const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'stop', '--loop-limit', '1'];
  const hook = ['--', `echo '{"followup_message":"go on"}'`];
  const end = (id: string) =>
    run(['--host', 'gemini', '--as', 'cursor', '--event', 'sessionEnd'], {
      stdin: { ...family('gemini', 'SessionEnd', { reason: 'exit' }, dir), session_id: id },
    });

  test('twenty stop hooks side by side are each counted', async () => {
    const id = session();
    const each = (i: number) =>
      runExecutable([...args, '--name', `h${i}`, ...hook], { stdin: stop(id) });
    const all = () => Promise.all(Array.from({ length: 20 }, (_, i) => each(i)));
    for (const { stdout } of await all()) expect(stdout).toContain('go on');
    for (const { stdout } of await all()) expect(stdout).toBe('{}\n');
    await end(id);
  });

  test('a full disk changes no verdict, begins no loop, and loses nothing that was kept', async () => {
    const id = session();
    const full = (words: string[], stdin: object) => {
      const line = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
      const child = spawn('bash', ['-c', line, process.execPath, bin, 'run', ...words], {
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end(bytes(stdin));
      return ended(child);
    };
    const dropped = await full([...args, ...hook], stop(id));
    expect(dropped).toMatchObject({ code: 0, stdout: '{}\n' });
    expect(dropped.stderr).toMatch(/^anyhook: follow-up dropped: nothing can be kept/);
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'ls' } };
    const before = { ...family('gemini', 'BeforeTool', call, dir), session_id: id };
    const canonical = ['--host', 'gemini', '--as', 'anyhook', '--event', 'before-tool', '--'];
    const context = await full([...canonical, `echo '{"context":"x"}'`], before);
    expect(context).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
    const refused = await full([...canonical, 'echo no >&2; exit 2'], before);
    expect(JSON.parse(refused.stdout)).toEqual({ decision: 'deny', reason: 'no' });
    expect((await run([...args, ...hook], { stdin: stop(id) })).stdout).toContain('go on');
    await full([...args, ...hook], { ...stop(id), stop_hook_active: true });
    const retry = await run([...args, ...hook], { stdin: { ...stop(id), stop_hook_active: true } });
    expect(retry.stdout).toBe('{}\n'); // it was not lost
    await end(id);
  });
});
