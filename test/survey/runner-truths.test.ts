/** What `doctor` says of hooks that start through anyhook where the runner, the script or the owner fails. */
import { expect, test } from 'vitest';
import { geminiHooks, type Project, project } from '../settings/project.ts';

interface Report {
  agents: {
    agent: string;
    files: { role: string; hooks: { truth: { code: string; cause?: string } }[] }[];
  }[];
  neutral?: { hooks: { truth: { code: string } }[] };
  runner: { isWrong: boolean };
}

const examine = async (place: Project): Promise<Report> =>
  JSON.parse((await place.anyhook('doctor', '--json')).stdout);

const truthsOf = ({ agents }: Report, agent: string): string[] =>
  agents
    .filter((one) => one.agent === agent)
    .flatMap(({ files }) => files.filter(({ role }) => role === 'own'))
    .flatMap(({ hooks }) => hooks.map(({ truth }) => truth))
    .map(({ code, cause }) => (cause === undefined ? code : `${code}: ${cause}`));

const guard = '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 2; }\nexit 0\n';
const source = (keys: string) =>
  `version: 1\nhooks:\n  - { name: guard, on: before-tool, ${keys} }\n`;

/** Leaves the beginning of a file, up to a place that `slice` understands. */
const cut = (place: Project, file: string, end: number) =>
  place.put(file, place.get(file).slice(0, end));

const faults: Record<string, (place: Project) => void> = {
  'the folder is gone': (place) => place.drop('.anyhook'),
  'the runner is empty': (place) => place.put('.anyhook/run.cjs', ''),
  'the runner is cut': (place) => cut(place, '.anyhook/run.cjs', 5000),
  'the runner is cut near its end': (place) => cut(place, '.anyhook/run.cjs', -20),
  'the runner has lost a part': (place) => {
    const text = place.get('.anyhook/run.cjs');
    place.put('.anyhook/run.cjs', text.slice(0, 9000) + text.slice(14_000));
  },
  'the runner is no script': (place) => place.put('.anyhook/run.cjs', '<html>\n'),
};
const faultsOfLoader: typeof faults = {
  'the loader is gone': (place) => place.drop('.anyhook/sh'),
  'the loader is cut': (place) => cut(place, '.anyhook/sh', 2000),
  'the loader is cut at its end': (place) => cut(place, '.anyhook/sh', -2),
  'the loader is empty': (place) => place.put('.anyhook/sh', '\n'),
  'the lines of the loader end as on Windows': (place) =>
    place.put('.anyhook/sh', place.get('.anyhook/sh').replaceAll('\n', '\r\n')),
};

test.each(
  Object.entries({ ...faults, ...faultsOfLoader }),
)('a guard refuses every call where %s', async (title, spoil) => {
  const place = project({
    'anyhook.yaml': source('tools: [shell], run: sh guard.sh, on-failure: block'),
    'guard.sh': guard,
  });
  const agents = ['claude', 'cursor', 'gemini', 'qwen'];
  await place.anyhook('sync', '--to', agents.join());
  spoil(place);
  const report = await examine(place);
  for (const agent of agents) {
    // The lines of Cursor start the runner without the loader.
    const expected =
      agent === 'cursor' && title in faultsOfLoader
        ? 'guards'
        : 'refuses-every-call: runner-missing';
    expect([agent, ...truthsOf(report, agent)]).toEqual([agent, expected]);
  }
  expect(report.runner.isWrong).toBe(true);
});

test('a guard that was converted refuses every call without the runner if its entry says that a failure refuses', async () => {
  const place = project({
    '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command: 'sh guard.sh' }] }),
    'guard.sh': guard,
  });
  await place.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
  place.drop('.anyhook');
  const { hooks } = place.json('.cursor/hooks.json') as { hooks: Record<string, object[]> };
  expect(JSON.stringify(hooks)).toContain('"failClosed":true');
  const found = new Set(truthsOf(await examine(place), 'cursor'));
  expect([...found]).toContain('refuses-every-call: runner-missing');
  expect([...found].filter((truth) => truth.startsWith('fails-open'))).toEqual([]);
});

test('a runner with line ends of Windows works, and a loader with them is written anew', async () => {
  const place = project({
    'anyhook.yaml': source('tools: [shell], run: sh guard.sh'),
    'guard.sh': guard,
  });
  await place.anyhook('sync', '--to', 'claude');
  for (const name of ['.anyhook/run.cjs', '.anyhook/sh'])
    place.put(name, place.get(name).replaceAll('\n', '\r\n'));
  const { stdout } = await place.anyhook('doctor', '--fix', '--yes');
  expect(stdout).toContain('Write .anyhook/sh of this version.');
  expect(stdout).not.toContain('run.cjs and');
  expect(place.get('.anyhook/sh')).not.toContain('\r');
  const again = await place.anyhook('doctor', '--fix', '--yes');
  expect(again.stdout).toContain('Nothing to change that needs no decision of yours.');
});

test('a hook that guards nothing and whose script cannot start never runs, and refuses nothing', async () => {
  const place = project({
    'anyhook.yaml': source('run: hooks/plain.sh, guard: false'),
    'hooks/plain.sh': 'exit 2\n',
  });
  expect((await examine(place)).neutral?.hooks[0]?.truth.code).toBe('never-runs');
  const { stdout } = await place.anyhook('sync', '--to', 'claude,gemini');
  expect(stdout).not.toContain('refuses');
});

test('where a crash lets the call pass, what is to be written is said of the place where it has an effect', async () => {
  const place = project({
    '.cursor/hooks.json': {
      version: 1,
      hooks: { preToolUse: [{ command: 'sh guard.sh', matcher: 'Shell' }] },
    },
    '.claude/settings.json': {},
    'guard.sh': guard,
  });
  await place.anyhook('convert', 'cursor', 'claude', '--write');
  const text = (await place.anyhook('doctor', '-v')).stdout.replace(/\s+/g, ' ');
  expect(text).toContain(
    'Cursor lets the call pass: #1. To refuse it then, write "failClosed": true into the entry.',
  );
  expect(text).toContain(
    'Claude Code lets the call pass: #1. To refuse it then, write "failClosed": true beside the hook where it comes from, and write it again.',
  );
});
