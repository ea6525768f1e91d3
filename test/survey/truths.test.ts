import { expect, test } from 'vitest';
import { type Files, project } from '../settings/project.ts';
import { cases, grouped, scripts } from './shapes.ts';

const trusting = (root: string) => `[projects.${JSON.stringify(root)}]\ntrust_level = "trusted"\n`;

interface File {
  hooks: {
    truth: {
      code: string;
      cause?: string;
      why?: string;
      remedy?: { text: string; command?: string };
    };
  }[];
}

/** Returns what `doctor --json` says of the hooks of one agent, or of `anyhook.yaml`. */
async function truthsOf(place: ReturnType<typeof project>, agent: string) {
  const { stdout } = await place.anyhook('doctor', '--json');
  const report = JSON.parse(stdout) as {
    agents: { agent: string; files: File[] }[];
    neutral?: File;
  };
  const files =
    agent === 'anyhook'
      ? [report.neutral as File]
      : (report.agents.find((one) => one.agent === agent)?.files ?? []);
  return files.flatMap(({ hooks }) => hooks.map(({ truth }) => truth));
}

test.each(cases)('$title ($agent)', async ({ agent, files, truths }) => {
  const found = await truthsOf(project(files), agent);
  expect(found.map(({ code, cause }) => (cause ? `${code}: ${cause}` : code))).toEqual(truths);
  for (const { cause, why, code } of found)
    expect([code, typeof why]).toEqual([code, cause === undefined ? 'undefined' : 'string']);
});

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;:]+|\.(?=\s|$)/)
    .filter(Boolean);

/** Returns what a remedy and the words for a truth say that the reason has said: two words at the start, or four anywhere. */
function findRepetition(code: string, why: string, remedy: { text: string; command?: string }) {
  const said = ` ${wordsOf(why).join(' ')} `;
  const words = wordsOf(remedy.text);
  const four = words.map((_, i) => words.slice(i, i + 4)).filter(({ length }) => length === 4);
  const truth = code.replaceAll('-', ' ');
  return [words.slice(0, 2), ...four, wordsOf(remedy.command ?? '-'), [truth]]
    .map((some) => some.join(' '))
    .filter((some) => some && said.includes(` ${some} `));
}

const inSource = (run: string) =>
  `version: 1\nhooks:\n  - { on: before-tool, tools: [shell], run: ${run} }\n`;

/** Further shapes whose findings say what to do. */
const advised: { title: string; agent: string; files: Files }[] = [
  {
    title: 'a script in anyhook.yaml that is not executable',
    agent: 'anyhook',
    files: { ...scripts, 'anyhook.yaml': inSource('./guard.sh') },
  },
  {
    title: 'a script in anyhook.yaml that is not there',
    agent: 'anyhook',
    files: { 'anyhook.yaml': inSource('python3 gone.py') },
  },
  {
    title: 'an event of another agent in a flat file',
    agent: 'cursor',
    files: { '.cursor/hooks.json': { version: 1, hooks: { PreToolUse: [{ command: 'true' }] } } },
  },
  {
    title: 'an entry in no group',
    agent: 'claude',
    files: {
      '.claude/settings.json': { hooks: { PreToolUse: [{ type: 'command', command: 'true' }] } },
    },
  },
];

test.each([...cases, ...advised])('no remedy repeats the reason: $title ($agent)', async ({
  agent,
  files,
}) => {
  for (const { code, why = '', remedy = { text: '' } } of await truthsOf(project(files), agent))
    expect([why, remedy, findRepetition(code, why, remedy)]).toEqual([why, remedy, []]);
});

test('a script that is gone may have another name: the remedy says where to write it', async () => {
  const place = project({ 'anyhook.yaml': inSource('sh ./gone.sh'), '.gemini/note.txt': '' });
  const [inFile] = await truthsOf(place, 'anyhook');
  expect(inFile?.remedy?.text).toBe(
    'Write gone.sh, or change run: in anyhook.yaml:3, or remove the hook.',
  );
  place.put('gone.sh', '');
  await place.anyhook('sync');
  place.drop('gone.sh');
  place.drop('anyhook.yaml');
  const [written] = await truthsOf(place, 'gemini');
  expect(written?.remedy?.text).toMatch(/where the hook comes from, and convert or sync the hook/);
});

test('a hook of Codex CLI never runs until the person trusts it at its position', async () => {
  const place = project({
    ...scripts,
    '.codex/hooks.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
  });
  place.put('~/.codex/config.toml', trusting(place.dir));
  expect(await truthsOf(place, 'codex')).toMatchObject([{ cause: 'not-yet-trusted' }]);
  const key = JSON.stringify(`${place.at('.codex/hooks.json')}:pre_tool_use:0:0`);
  const state = `[hooks.state.${key}]\ntrusted_hash = "sha256:1"\n`;
  place.put('~/.codex/config.toml', trusting(place.dir) + state);
  expect(await truthsOf(place, 'codex')).toEqual([{ code: 'guards' }]);
});

test('a hook of Codex CLI is said to run once the person trusts it, where nothing tells whether that is so', async () => {
  const place = project({
    ...scripts,
    '.codex/hooks.json': grouped('PreToolUse', 'sh guard.sh', 'Bash'),
  });
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toContain('guards, once you trust it');
  expect(stdout.replace(/\s+/g, ' ')).toContain('Codex CLI asks you before it runs a hook');
  place.put('~/.codex/config.toml', trusting(place.dir));
  expect((await place.anyhook('doctor')).stdout).not.toContain('once you trust it');
});
