/** Hooks whose settings are spread over several files: those of a project, of one person in it, and of the person. */
import { expect, test } from 'vitest';
import { type Files, type Project, project } from './project.ts';

const post = (name: string, authorization: string) => ({
  type: 'http',
  url: `https://${name}.test/x`,
  headers: { Authorization: authorization },
});
const claude = (name: string, authorization = `Bearer ${name}-secret`) => ({
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [post(name, authorization)] }],
    Stop: [{ hooks: [post(name, authorization)] }],
  },
});
const copilot = (name: string) => ({
  version: 1,
  hooks: { preToolUse: [{ type: 'command', bash: './guard.sh', env: { PASS: `${name}-secret` } }] },
});
const scripts = { 'guard.sh': '#!/bin/sh\nexit 2\n' };

/** Where a text stands, without the files it was put into. */
const holding = (p: Project, text: string, but: Files) =>
  Object.entries(p.state())
    .filter(([path, said]) => said.includes(text) && !(path in but))
    .map(([path]) => path);

const spread: [from: string, files: Files, args: string[]][] = [
  [
    'claude',
    { '.claude/settings.json': claude('all'), '.claude/settings.local.json': claude('own') },
    [],
  ],
  [
    'copilot',
    {
      '.github/hooks/x.json': copilot('all'),
      '.github/copilot/settings.local.json': copilot('own'),
    },
    [],
  ],
  [
    'claude',
    { '.claude/settings.local.json': claude('own') },
    ['--input', '.claude/settings.local.json'],
  ],
  [
    'claude',
    { '~/.claude/settings.json': claude('own') },
    ['--input', '../home/.claude/settings.json'],
  ],
];

test.each(
  spread,
)('what env and headers of %s say in a file that one person has goes into no file that a project shares', async (from, files, args) => {
  let written = 0;
  // The first keeps `env` on its own entries, the second has none, and the third is shared as well.
  for (const to of ['gemini', 'codex', 'anyhook']) {
    const p = project({ ...scripts, ...files });
    const before = p.state();
    const convert = (...more: string[]) =>
      p.anyhook('convert', from, to, ...args, '--write', ...more);
    const said = await convert();
    expect(said.code, to).toBe(1);
    const file = Object.keys(files).at(-1) as string;
    expect(said.stdout.replace(/\s+/g, ' ')).toContain(
      `headers are in ${file}, which one person has`,
    );
    expect(p.state()).toEqual(before);
    expect((await convert('--accept-loss')).code).toBe(0);
    expect(holding(p, 'own-secret', files), to).toEqual([]);
    if (holding(p, 'all-secret', files).length) written++;
    expect((await convert('--accept-loss', '--force')).code).toBe(0);
    expect(holding(p, 'own-secret', files).length, to).toBeGreaterThan(0);
  }
  expect(written > 0).toBe(Object.keys(files).length > 1);
});

test('a hook of a file that one person has is shared where it only names variables, and has its values in the record of that person', async () => {
  const files = { '.claude/settings.local.json': claude('own', 'Bearer $TOKEN') };
  const p = project(files);
  expect(await p.anyhook('convert', 'claude', 'codex', '--write')).toMatchObject({ code: 0 });
  expect(holding(p, 'Bearer $TOKEN', files)).toEqual(['.anyhook/kept.json']);
  p.put('~/.claude/settings.json', claude('own'));
  const user = ['convert', 'claude', 'codex', '--scope', 'user', '--write'];
  expect(await p.anyhook(...user)).toMatchObject({ code: 0 });
  const source = { '~/.claude/settings.json': '' };
  expect(holding(p, 'own-secret', source)).toEqual(['~/.anyhook/kept.json']);
});

test('the records of a project and of a person each hold what their own lines name, whatever goes of the other', async () => {
  const p = project({
    '.claude/settings.json': claude('all'),
    '.claude/settings.local.json': claude('own', 'Bearer $OWN'),
    '~/.claude/settings.json': claude('user'),
  });
  const records = () =>
    ['', '~/'].map((at) => {
      const path = `${at}.anyhook/kept.json`;
      const all = p.has(path) ? p.get(path).match(/Bearer [^"]+/g) : [];
      return [...(all ?? [])].sort();
    });
  const [all, own, user] = ['Bearer all-secret', 'Bearer $OWN', 'Bearer user-secret'];
  const convert = (to: string, ...more: string[]) =>
    p.anyhook('convert', 'claude', to, '--write', '--accept-loss', ...more);
  const remembers = () => p.get('.gemini/settings.json').split('--as claude && ').length - 1;
  for (const to of ['gemini', 'codex']) {
    await convert(to);
    await convert(to, '--scope', 'user');
    expect(records()).toEqual([[own, all].sort(), [user]]);
  }
  expect(remembers()).toBe(1);
  p.drop('.claude/settings.local.json');
  await convert('gemini');
  expect(records()).toEqual([[own, all].sort(), [user]]); // lines for Codex name it still
  await convert('codex');
  expect(records()).toEqual([[all], [user]]);
  expect(remembers()).toBe(1); // the other hook needs it
  await p.anyhook('remove', 'gemini', '--scope', 'user');
  await p.anyhook('remove', 'gemini');
  expect(records()).toEqual([[all], [user]]);
  await p.anyhook('remove', 'codex');
  expect(records()).toEqual([[], [user]]);
  await p.anyhook('remove', 'codex', '--scope', 'user');
  expect(records()).toEqual([[], []]);
  expect(p.files()).toEqual(['.claude/settings.json']);
});

test('remove leaves what lines need that a person copied into a file beside the one that is written', async () => {
  const hook = { type: 'command', command: './guard.sh', env: { PASS: 'secret' } };
  const hooks = { BeforeTool: [{ matcher: 'run_shell_command', hooks: [hook] }] };
  const p = project({ ...scripts, '.gemini/settings.json': { hooks } });
  await p.anyhook('convert', 'gemini', 'claude', '--write', '--accept-loss');
  const own = '.claude/settings.local.json';
  p.put(own, p.get('.claude/settings.json'));
  const needed = ['run.cjs', 'sh', 'kept.json'].map((name) => `.anyhook/${name}`);
  const before = needed.map(p.get);
  await p.anyhook('remove', 'claude');
  expect(p.has('.claude/settings.json')).toBe(false);
  const isKept = needed.map((path, i) => p.has(path) && p.get(path) === before[i]);
  expect(isKept).toEqual([true, true, true]);
  p.drop(own);
  await p.anyhook('remove', 'claude');
  expect(p.files()).toEqual(['.gemini/settings.json', 'guard.sh']);
});
