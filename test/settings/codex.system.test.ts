import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { projectLauncher } from '../../src/convert/launcher.ts';
import { writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { oddName } from './fired.ts';
import { commands, type Files, project, runProgram } from './project.ts';

const json = '.codex/hooks.json';
const toml = '.codex/config.toml';
const built = (name: string) =>
  readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8');
const runner = built('run.cjs');
const loader = built('sh');
/** Says which folder it runs in. */
const command = 'pwd > "$HOME/where"';
const flags = ['--host', 'codex', '--as', 'claude', '--event', 'PreToolUse'];
const parts = { launcher: projectLauncher('codex'), flags, command, substitutes: false };
const line = writeShimLine({ ...parts, ending: 'refuse aloud' });
const guard = { matcher: 'Bash', hooks: [{ type: 'command', command: line }] };
const settings = { hooks: { PreToolUse: [guard] } };
const own = { '.anyhook/run.cjs': runner, '.anyhook/sh': loader };
const converted = { ...own, [json]: settings };
const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [join(folder, path), text]));

type Place = ReturnType<typeof project>;

interface Session {
  home?: string;
  /** What the model has run before. */
  before?: string;
  shell?: string;
  more?: Record<string, string>;
}

/** As who is not allowed everything. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

/** Where the hook of a line runs that is started in `a/b`, below the project; undefined: it refuses. */
async function folderOf(
  p: Place,
  text: string,
  { home = p.home, before = ':', shell = '/bin/sh', more = {} }: Session = {},
) {
  p.put('a/b/.keep', '');
  const cwd = p.at('a/b');
  const env = { ...process.env, HOME: home, CODEX_HOME: undefined, ...more };
  if ('uid' in nobody) execFileSync('chown', ['-R', String(nobody.uid), p.dir, home]);
  const payload = {
    session_id: 's',
    turn_id: 't',
    transcript_path: null,
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 'c',
  };
  const stdin = JSON.stringify(payload);
  const said = await runProgram([shell, '-c', `${before}; ${text}`], {
    cwd,
    env,
    stdin,
    ...nobody,
  });
  execFileSync('chmod', ['-R', 'u+rwx', p.dir]);
  const isHeard = said.code === 0 && said.stdout.includes('"deny"');
  if (isHeard || (said.code === 2 && said.stderr.trim())) return undefined;
  const folder = readFileSync(join(home, 'where'), 'utf8').trim();
  return `.${folder.slice(p.dir.length)}`;
}

function place(files: Files): Place {
  const p = project(files, oddName);
  for (const [path, text] of Object.entries(files))
    if (typeof text === 'string' && text.includes('PLACE/'))
      p.put(path, text.replaceAll('PLACE/', `${realpathSync(p.dir)}/`));
  return p;
}

const trust = (...files: string[]) => ({
  [`~/${toml}`]: files
    .map((file) => `[hooks.state."PLACE/${file}:pre_tool_use:0:0"]\ntrusted_hash = "x"\n`)
    .join(''),
});
/** A repository made in the session's folder, with a runner and with settings that hold the line. */
const made = below('a/b', { ...converted, '.git/HEAD': '' });
const worktree = (at: string) => ({
  ...below('a/b', converted),
  'a/b/.git': `gitdir: PLACE/.git/worktrees/${at}\n`,
  '.git/worktrees/b/gitdir': `PLACE/a/b/.git\n`,
  '.git/worktrees/c/gitdir': `PLACE/c/.git\n`,
});
const forged = { ...below('a/b', converted), 'a/b/.git': 'gitdir: PLACE/.git/worktrees/../../a/b' };

const places: [string, Files, string | undefined][] = [
  ['of the project around the folder of the session', converted, '.'],
  ['and no runner that stands nearer', { ...converted, 'a/b/.anyhook/run.cjs': '' }, '.'],
  ['and none of a repository made there, which nobody trusts', { ...converted, ...made }, '.'],
  ['though that has settings', { ...converted, ...made, ...trust(json) }, '.'],
  [
    'of the nearest project that is trusted',
    { ...converted, ...made, ...trust(`a/b/${json}`) },
    './a/b',
  ],
  ['of the nearest of two', { ...converted, ...made, ...trust(json, `a/b/${json}`) }, './a/b'],
  ['of an inner folder whose settings hold it', { ...made, ...own }, './a/b'],
  ['above the folder whose settings hold it', { ...own, [`a/${json}`]: settings }, '.'],
  ['of a worktree in the project', { ...converted, ...worktree('b') }, './a/b'],
  ['and of no folder that says it is one', { ...converted, ...worktree('c') }, '.'],
  [
    'and of none that brings its own proof',
    { ...converted, ...forged, 'a/b/gitdir': 'PLACE/a/b/.git' },
    '.',
  ],
  ['of the project in a worktree whose branch lacks the line', below('a', own), './a'],
  ['and does not run without one', { [json]: settings }, undefined],
];

describe('A line of Codex CLI starts the runner', () => {
  test.each(places)('%s', async (_, files, at) => {
    expect(await folderOf(place(files), line)).toBe(at);
  });

  test('and not that of the person, whose folder is around the project', async () => {
    const p = place(own);
    expect(await folderOf(p, line)).toBe('.');
    expect(await folderOf(p, line, { home: realpathSync(p.dir) })).toBeUndefined();
  });
});

/** What a model may do to the folders around its session, where it also makes a loader that answers. */
const deeds: [string, string, string | undefined][] = [
  ['has made a loader of its own', ':', '.'],
  ['has set the sticky bit of its folder', 'chmod +t .', '.'],
  ['has set the sticky bit of every folder', 'chmod +t . .. ../..', '.'],
  ['has shut the folder above', 'chmod 0 ..', '.'],
  ['has shut its own folder', 'chmod 0 .', '.'],
  ['has shut the project', 'chmod 0 ../..', undefined],
  ['has taken away the loader', 'rm -r ../../.anyhook', undefined],
];

test.each(
  deeds,
)('A line of Codex CLI starts no loader of a model, which %s', async (_, before, at) => {
  const planted = below('a/b', { '.anyhook/sh': 'exit 9\n', '.anyhook/run.cjs': runner });
  const p = place({ ...converted, ...(before.startsWith('rm') ? {} : planted) });
  expect(await folderOf(p, line, { before })).toBe(at);
});

test('A line of Codex CLI refuses where the shell ends at the first command that fails', async () => {
  const refusing = writeShimLine({
    ...parts,
    command: 'echo no >&2; exit 2',
    ending: 'refuse aloud',
  });
  for (const shell of ['bash', '/bin/sh'])
    for (const text of [refusing, `${line} `]) {
      const more = { SHELLOPTS: 'errexit' };
      const at = await folderOf(place(converted), text, { shell, more });
      expect(at, `${shell}: ${text}`).toBe(text === refusing ? undefined : '.');
    }
});

const ascii = (text: string) =>
  text.replace(/[^\n -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const literal = (command: string) =>
  `[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = '''\n${command}'''\n`;
/** How a file is written, and how programs and persons write it again. */
const forms: [string, string, (text: string, command: string) => string][] = [
  ['JSON', json, (text) => text],
  ['JSON in ASCII', json, (text) => ascii(JSON.stringify(JSON.parse(text)))],
  ['TOML', toml, (text) => text],
  ['TOML with literal strings', toml, (_, command) => literal(command)],
];
const odd = [
  `"now" ]n [b ^u0000 it's`,
  String.raw`a\bc \u00e9 \\n`,
  'one\ntwo\tthree',
  'é 😀',
  '$(x) `y` $z %',
];

test.each(
  forms,
)('In %s, a line is found where it stands, whatever its command holds', async (_, file, written) => {
  for (const words of odd) {
    const all = `${command} || : ${JSON.stringify(words)}`;
    const before = { matcher: 'Bash', hooks: [{ type: 'command', command: all }] };
    const p = project({ '.claude/settings.json': { hooks: { PreToolUse: [before] } } }, oddName);
    const other = '[[hooks.Stop]]\nhooks = [{ type = "command", command = "true" }]\n';
    if (file === toml) p.put(toml, other);
    await p.anyhook('convert', 'claude', 'codex', '--write');
    const read = (text: string) => commands(file === toml ? parse(text) : JSON.parse(text));
    const [found = ''] = read(p.get(file)).filter((one) => one !== 'true');
    const text = written(p.get(file), found);
    expect(read(text)).toContain(found);
    for (const folder of ['.', 'a/b']) {
      p.put(join(folder, file), text);
      for (const [name, content] of Object.entries(own)) p.put(join(folder, name), content);
    }
    for (const [name, content] of Object.entries(own)) p.put(join('..', name), content);
    expect(await folderOf(p, found), words).toBe('.');
  }
});
