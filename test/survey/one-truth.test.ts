/** What `sync` says of a hook in `anyhook.yaml`, `doctor` says of the hook that was written, in the same words. */
import { expect, test } from 'vitest';
import { type Project, project } from '../settings/project.ts';

const folders = { claude: '.claude', copilot: '.github/hooks', gemini: '.gemini' } as const;
type Agent = keyof typeof folders;
const titles: Record<Agent, string> = {
  claude: 'Claude Code',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
};

/** Makes a project that uses some agents, with a guard that has further keys. */
const projectFor = (agents: readonly Agent[], keys: string): Project =>
  project({
    'anyhook.yaml': `version: 1\nhooks:\n  - { name: guard, on: before-tool, run: sh guard.sh, ${keys} }\n`,
    'guard.sh': '#!/bin/sh\nexit 2\n',
    ...Object.fromEntries(agents.map((id) => [`${folders[id]}/note.txt`, ''])),
  });

/** Returns the agents in which a report has a hook that never runs. */
async function deadAccordingToSync(
  place: Project,
): Promise<{ dead: string[]; code: number | null }> {
  const { stdout, code } = await place.anyhook('sync', '--strict');
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => line.startsWith('#1 guard') || /^\S #1/.test(line));
  const [head = '', row = ''] = [lines[at - 1], lines[at]];
  const known = Object.values(titles).filter((title) => stdout.includes(title));
  const cells = known
    .map((title) => ({ title, start: head.indexOf(title) }))
    .toSorted((a, b) => a.start - b.start);
  const dead = cells.filter(({ start }, i) =>
    row.slice(start < 0 ? 0 : start, cells[i + 1]?.start).includes('never runs'),
  );
  return { dead: dead.map(({ title }) => title).sort(), code };
}

interface Report {
  agents: { title: string; files: { hooks: { truth: { code: string } }[] }[] }[];
  neutral: { hooks: { truth: { code: string } }[] };
}

async function deadAccordingToDoctor(place: Project) {
  const { stdout, code } = await place.anyhook('doctor', '--json', '--strict');
  const { agents, neutral } = JSON.parse(stdout) as Report;
  const isDead = (one: Report['agents'][number]) =>
    one.files.flatMap(({ hooks }) => hooks).every(({ truth }) => truth.code === 'never-runs');
  const dead = agents.filter((one) => one.files.length && isDead(one)).map(({ title }) => title);
  return { dead: dead.sort(), code, inFile: neutral.hooks[0]?.truth.code };
}

test.each<[string, Agent[], Agent[], string]>([
  ['match: bash', ['claude', 'gemini'], ['claude', 'gemini'], 'never-runs'],
  ['match: bash', ['claude', 'copilot'], ['claude'], 'fails-open'],
  ['match: Bash', ['claude', 'gemini'], ['gemini'], 'fails-open'],
  ['match: Bash', ['claude'], [], 'guards'],
  ['match: Bahs', ['claude', 'copilot', 'gemini'], ['claude', 'copilot', 'gemini'], 'never-runs'],
  ['match: "Bash(git *)"', ['claude', 'gemini'], ['claude', 'gemini'], 'never-runs'],
  ['match: run_shell_command', ['gemini'], [], 'guards'],
  ['tools: [shell]', ['claude', 'copilot', 'gemini'], [], 'guards'],
  ['match: Bash, agents: [claude]', ['claude', 'gemini'], [], 'guards'],
])('%s in %j: sync and doctor agree on where it never runs', async (keys, agents, dead, inFile) => {
  const place = projectFor(agents, keys);
  const expected = dead.map((id) => titles[id]).sort();
  const code = dead.length ? 5 : 0;
  expect(await deadAccordingToDoctor(place)).toMatchObject({
    inFile: inFile === 'guards' ? 'never-runs' : inFile,
  });
  expect(await deadAccordingToSync(place)).toEqual({ dead: expected, code });
  expect(await deadAccordingToDoctor(place)).toEqual({ dead: expected, code, inFile });
});

test('a fault of anyhook.yaml is told once, and not again for each agent', async () => {
  const place = projectFor(['claude', 'gemini'], 'match: bash');
  await place.anyhook('sync');
  const { stdout } = await place.anyhook('doctor');
  expect(stdout.match(/Write tools: \[shell\]/g)).toHaveLength(1);
});
