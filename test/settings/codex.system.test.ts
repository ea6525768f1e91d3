import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { projectLauncher } from '../../src/settings/convert.ts';
import { oddName } from './fired.ts';
import { commands, type Files, project, ran } from './project.ts';

const json = '.codex/hooks.json';
const toml = '.codex/config.toml';
/** Says which project it is of, and what it was given. */
const runner = 'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)]))';
const line = `${projectLauncher('codex')} run --host codex`;
const guard = { matcher: 'Bash', hooks: [{ type: 'command', command: line }] };
const settings = { hooks: { PreToolUse: [guard] } };
const converted = { '.anyhook/run.cjs': runner, [json]: settings };
const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [join(folder, path), text]));

type Place = ReturnType<typeof project>;

/** What a runner says that a line starts in `a/b`, and its folder below the project. */
async function started(p: Place, command: string, home = p.home) {
  p.put('a/b/.keep', '');
  const env = { ...process.env, HOME: home, CODEX_HOME: undefined };
  const { code, stdout } = await ran(['/bin/sh', '-c', command], { cwd: p.at('a/b'), env });
  if (code !== 0) return undefined;
  const [folder, words] = JSON.parse(stdout);
  return { folder: `.${folder.slice(p.dir.length)}`, words };
}

function place(files: Files): Place {
  const p = project(files, oddName);
  for (const [path, text] of Object.entries(files))
    if (typeof text === 'string') p.put(path, text.replaceAll('PLACE', realpathSync(p.dir)));
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
  ['of an inner folder whose settings hold it', { ...made, '.anyhook/run.cjs': '' }, './a/b'],
  [
    'above the folder whose settings hold it',
    { '.anyhook/run.cjs': runner, [`a/${json}`]: settings },
    '.',
  ],
  ['of a worktree in the project', { ...converted, ...worktree('b') }, './a/b'],
  ['and of no folder that says it is one', { ...converted, ...worktree('c') }, '.'],
  [
    'and of none that brings its own proof',
    { ...converted, ...forged, 'a/b/gitdir': 'PLACE/a/b/.git' },
    '.',
  ],
  [
    'of the project in a worktree whose branch lacks the line',
    below('a', { '.anyhook/run.cjs': runner }),
    './a',
  ],
  ['and does not run without one', { [json]: settings }, undefined],
];

describe('A line of Codex CLI starts the runner', () => {
  test.each(places)('%s', async (_, files, at) => {
    const said = await started(place(files), line);
    expect(said?.folder).toBe(at);
    if (said) expect(said.words).toEqual(['run', '--host', 'codex']);
  });

  test('and not that of the person, whose folder is around the project', async () => {
    const p = place({ '.anyhook/run.cjs': runner });
    expect(await started(p, line)).toMatchObject({ folder: '.' });
    expect(await started(p, line, realpathSync(p.dir))).toBeUndefined();
  });
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
  for (const command of odd) {
    const before = { matcher: 'Bash', hooks: [{ type: 'command', command }] };
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
      p.put(join(folder, '.anyhook/run.cjs'), runner);
    }
    p.put('../.anyhook/run.cjs', runner);
    const said = await started(p, found);
    expect(said?.folder, command).toBe('.');
    expect(said?.words.at(-1)).toBe(command);
  }
});
