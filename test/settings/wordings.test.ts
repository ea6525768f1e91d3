/** Guards that know a file by its path in the project, under agents that tell whole paths. */
import { describe, expect, test } from 'vitest';
import type { Hook } from '../../src/canonical/hook.ts';
import { readComparisons } from '../../src/check/path-wordings/guard.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { allSamples, type Sample } from './compared.ts';
import { project } from './project.ts';

const place = project();
const at = { root: place.dir, home: place.home, scope: 'project' as const };
const both = '--wordings both';

const hook = (command: string): Hook => ({ speaks: 'gemini', event: 'BeforeTool', command });
const starts = { sh: 'sh', js: 'node', py: 'python3' };
const endings = { sh: 'sh', js: 'mjs', py: 'py' };

/** What a script is seen to compare with. */
function compared(script: string, language: Sample['language'] = 'sh') {
  const file = `hooks/guard.${endings[language]}`;
  place.put(file, script);
  return readComparisons(hook(`${starts[language]} ${file}`), at);
}
const isShown = ({ paths, unseen }: ReturnType<typeof compared>) => !paths.length && !unseen.length;

describe('Whether a script compares with a path that may be relative is seen in its text', () => {
  test.each(
    allSamples.map((one) => [one.language, one.due, one.title, one] as const),
  )('in %s, where the wordings due are %s: %s', (language, due, _, { text }) => {
    expect(isShown(compared(text, language)) ? 'one' : 'both').toBe(due);
  });

  test('in samples of which some are due one wording, and some both', () => {
    const due = (word: string) => allSamples.filter((one) => one.due === word).length;
    expect([due('both') > 120, due('one') > 50]).toEqual([true, true]);
  });
});

test.each([
  [
    'the path',
    `[ "$(jq -r .tool_input.file_path)" = "src/a.ts" ]`,
    { paths: ['src/a.ts'], unseen: [] },
  ],
  [
    'a variable',
    `[ "$(jq -r .tool_input.file_path)" = "$PROTECT" ]`,
    { paths: [], unseen: ['compares with $PROTECT, whose value is not known here'] },
  ],
  [
    'a file',
    `p=$(jq -r .tool_input.file_path); grep -qxF "$p" list.txt`,
    { paths: [], unseen: ['compares with what list.txt holds, whose value is not known here'] },
  ],
  [
    'a library',
    '. hooks/lib.sh',
    { paths: [], unseen: ['runs . hooks/lib.sh, which is not read here'] },
  ],
])('What a script compares with is named: %s', (_, script, due) => {
  expect(compared(script)).toEqual(due);
});

test.each([
  ['is not there', 'sh hooks/gone.sh'],
  ['is in a language that is not read here', 'ruby hooks/guard.rb'],
])('Nothing is known of a script that %s', (_, command) => {
  place.put('hooks/guard.rb', `exit 2 if path == 'a'`);
  expect(readComparisons(hook(command), at)).toEqual({ paths: [], unseen: ['cannot be read'] });
});

test('A script that nests too deep to be read is known as one that cannot be', () => {
  const unread = { paths: [], unseen: ['cannot be read'] };
  expect(compared('$('.repeat(100_000))).toEqual(unread);
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
