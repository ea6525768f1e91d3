/** Guards that know a file by its path in the project, under agents that tell whole paths. */
import { describe, expect, test } from 'vitest';
import type { Hook } from '../../src/canonical/hook.ts';
import { convertText } from '../../src/settings/convert.ts';
import { comparedPaths } from '../../src/settings/findings/relative-paths.ts';
import { project } from './project.ts';

const place = project();
const at = { root: place.dir, home: place.home, scope: 'project' as const };
const both = '--wordings both';

/** The paths that are found in a script, by the ending of its name. */
function compared(script: string, name = 'guard.sh'): string[] | undefined {
  place.put(`hooks/${name}`, script);
  const by = { sh: 'sh', mjs: 'node', py: 'python3' }[name.split('.')[1] as string];
  return comparedPaths(hook(`${by} hooks/${name}`), at);
}
const hook = (command: string): Hook => ({ speaks: 'gemini', event: 'BeforeTool', command });

describe('A script is seen to compare with a relative path', () => {
  test.each([
    ['an equal text', `if [ "$f" = secrets/key ]; then exit 2; fi`, 'secrets/key'],
    ['a name alone', `[ "$file" = "Makefile" ] && exit 2`, 'Makefile'],
    ['a pattern of bash', `[[ $f == src/* ]] && exit 2`, 'src/*'],
    ['an anchored expression', `[[ $f =~ ^secrets/ ]] && exit 2`, 'secrets/'],
    ['a choice', `case "$f" in\n  .env | src/gen/*) exit 2 ;;\nesac`, 'src/gen/*'],
    ['the text of a payload', `grep -q '"file_path":"secrets/' && exit 2`, 'secrets/'],
    ['a filter of jq', `jq -e '.tool_input.file_path | startswith("secrets/")'`, 'secrets/'],
    ['a loop', `for p in .env secrets/; do :; done`, '.env'],
  ])('in sh, by %s', (_, script, path) => {
    expect(compared(script)).toContain(path);
  });

  test.each([
    ['an equal text', `if (path === 'a/b.txt') process.exit(2);`, 'a/b.txt'],
    ['a text that it begins with', `if (p.startsWith(".git/")) process.exit(2);`, '.git/'],
    ['a list', `if (['.env', 'a.pem'].includes(path)) process.exit(2);`, '.env'],
    ['an expression', `if (/^migrations\\//.test(p)) process.exit(2);`, 'migrations/'],
  ])('in JavaScript, by %s', (_, script, path) => {
    expect(compared(script, 'guard.mjs')).toContain(path);
  });

  test.each([
    ['an equal text', `if path == "a/b.txt": sys.exit(2)`, 'a/b.txt'],
    ['a tuple', `if path in (".env", "a.pem"): sys.exit(2)`, '.env'],
    ['a text that it begins with', `if path.startswith("secrets/"): sys.exit(2)`, 'secrets/'],
  ])('in Python, by %s', (_, script, path) => {
    expect(compared(script, 'guard.py')).toContain(path);
  });
});

test.each([
  ['a whole path', `case $f in /etc/*) exit 2 ;; esac`],
  ['a path below any folder', `case $f in */.env | *secrets/*) exit 2 ;; esac`],
  ['a path below a variable', `case $f in "$PWD"/secrets/*) exit 2 ;; esac`],
  ['a text anywhere', `grep -q 'secrets/' && exit 2`],
  ['an ending', `[[ $f == *.pem ]] && exit 2`],
  ['a path after any folder', `[[ $f =~ (^|/)secrets/ ]] && exit 2`],
  ['a command', `grep -q 'rm -rf' && exit 2`],
  ['the name of a tool', `[ "$tool" = write_file ] && exit 2`],
  ['no path, but an address', `[[ $url =~ ^https://evil.test/ ]] && exit 2`],
])('A script that compares with %s is not taken for one that knows relative paths', (_, script) => {
  expect(compared(script)).toEqual([]);
});

test.each([
  ['is not there', 'sh hooks/gone.sh'],
  ['is a program of the system', 'my-guard --strict'],
  ['reads its patterns from a file', 'grep -qf patterns.txt && exit 2'],
])('Whether a script compares with relative paths is not known where it %s', (_, command) => {
  expect(comparedPaths(hook(command), at)).toBeUndefined();
});

test('Whether a script compares with relative paths is not known where it loads a part of itself', () => {
  expect(compared('. hooks/lib.sh\nguarded "$f" && exit 2')).toBeUndefined();
  expect(compared(`import { rules } from './rules.mjs';`, 'guard.mjs')).toBeUndefined();
});

test('A script that is made to be read slowly is read', () => {
  for (const piece of [
    '[ ',
    'case x in ',
    '^a',
    "'a.b'",
    'file',
    'a.',
    '"',
    ' .',
    'path="',
    'for x in ',
  ])
    compared(piece.repeat(25_000 / piece.length));
});

/** Which agents pass on what a model wrote, as their pages and recordings say. */
const asWritten = ['gemini', 'tabnine', 'terminai', 'copilot'];
const whole = ['claude', 'codex', 'cursor', 'qwen'];
const home = {
  ...{ gemini: 'BeforeTool', tabnine: 'BeforeTool', terminai: 'BeforeTool' },
  ...{ copilot: 'preToolUse', cursor: 'preToolUse' },
  ...{ claude: 'PreToolUse', codex: 'PreToolUse', qwen: 'PreToolUse' },
};
type Id = keyof typeof home;

/** A settings file with a hook whose script cannot be read. */
const settingsOf = (from: Id, to: Id, more = '') =>
  convertText({
    ...{ from: 'anyhook', to },
    source: {
      text: `version: 1\nhooks:\n  - { speaks: ${from}, event: ${home[from]}, run: my-guard${more} }\n`,
      file: 'anyhook.yaml',
    },
    target: { text: '', file: 'settings' },
  });
const pairs = (Object.keys(home) as Id[]).flatMap((from) =>
  (Object.keys(home) as Id[]).flatMap((to) => (from === to ? [] : [[from, to] as const])),
);
// Copilot CLI writes files by patches as well, and what is told of those is whole.
const due = asWritten.flatMap((from) =>
  [...whole, 'copilot'].filter((to) => to !== from).map((to) => `${from} ${to}`),
);

test('A guard is asked in both wordings only where its agent passes on what the model wrote, and the host does not', () => {
  const found = pairs.filter(([from, to]) => settingsOf(from, to).text.includes(both));
  expect(found.map((pair) => pair.join(' ')).sort()).toEqual(due.sort());
  const said = pairs.filter(([from, to]) =>
    settingsOf(from, to).findings.source.some(({ code }) => code === 'both-wordings'),
  );
  expect(said).toEqual(found);
});

test.each([
  ['guards nothing', ', guard: false'],
  ['is not waited for', ', answer: later'],
  ['is for the shell alone', ', match: run_shell_command'],
  ['is asked once, as its owner says', ', wordings: one'],
])('A hook that %s is not asked in both wordings', (_, more) => {
  for (const to of ['claude', 'cursor', 'qwen', 'codex'] as const) {
    const { text } = settingsOf('gemini', to, more);
    expect(text).toContain('my-guard');
    expect(text).not.toContain(both);
  }
});
