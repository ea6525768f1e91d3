/**
 * For projects in every shape: what `doctor` says of a hook, what `test` reports for a call, and what the agent's oracle
 * makes of the written line, run by a real shell with the payload of that agent, agree.
 */
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { bindingOf } from '../../src/translate/bindings.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { factOf, type Value } from '../facts.ts';
import { oracles } from '../oracles/index.ts';
import { type Files, type Project, project } from '../settings/project.ts';
import { type Agent, agentIds, settingsPlaces } from './settings-places.ts';

/** Returns the files with one command as a hook of every agent, at its event before a shell command. */
const native = (command: string, more: object = {}, matcher?: string): Files =>
  Object.fromEntries(
    agentIds.map((id) => {
      const [file, isGrouped, own = {}] = settingsPlaces[id];
      const withMatcher = matcher === undefined ? {} : { matcher };
      const entry = { type: 'command', command };
      const one = isGrouped ? { ...withMatcher, hooks: [entry] } : { ...entry, ...withMatcher };
      return [file, { ...own, ...more, hooks: { [factOf(id, 'events').shell]: [one] } }];
    }),
  );

const yaml = (keys: string): Files => ({
  'anyhook.yaml': `version: 1\nhooks:\n  - { name: guard, on: before-tool, ${keys} }\n`,
});
const guarded = yaml('tools: [shell], run: sh guard.sh, on-failure: block');

const scripts: Files = {
  'guard.sh': '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 2; }\nexit 0\n',
  'note.sh': '#!/bin/sh\ncat >> /dev/null\n',
  'one.sh': '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 1; }\nexit 0\n',
  'windows.sh': '#!/bin/sh\r\nexit 2\r\n',
  'plain.sh': 'exit 2\n',
};

interface Shape {
  files: Files;
  /** Whether `anyhook sync` writes the hooks first. */
  isSynced?: true;
  /** What happens to the project afterwards. */
  spoil?: (place: Project) => void;
}

const dropEntries = (place: Project) => {
  for (const id of agentIds) place.put(settingsPlaces[id][0], settingsPlaces[id][2] ?? {});
};

const shapes: Record<string, Shape> = {
  'a guard': { files: native('sh guard.sh') },
  'a logger': { files: native('sh note.sh') },
  'a script that is missing': { files: native('sh gone.sh') },
  'a script that is missing, for an interpreter that then ends with 2': {
    files: native('python3 gone.py'),
  },
  'a script that is not executable': { files: native('./plain.sh') },
  'a program that is not installed': { files: native('no-such-program --check') },
  'a script whose first line ends as on Windows': { files: native('./windows.sh') },
  'a script that refuses with exit code 1': { files: native('sh one.sh') },
  'a matcher that names no tool': { files: native('sh guard.sh', {}, '^no_such_tool$') },
  'hooks that their own file switches off': {
    files: native('sh guard.sh', {
      disableAllHooks: true,
      hooksConfig: { enabled: false },
      hooks: {},
    }),
  },
  'hooks that the person switches off': {
    files: {
      ...native('sh guard.sh'),
      '~/.claude/settings.json': { disableAllHooks: true },
      '~/.qwen/settings.json': { disableAllHooks: true },
      '~/.gemini/settings.json': { hooksConfig: { enabled: false } },
      '~/.codex/config.toml': '[features]\nhooks = false\n',
    },
  },
  'a project that the person does not trust': {
    files: {
      ...native('sh guard.sh'),
      '~/.gemini/trustedFolders.json': { '/': 'DO_NOT_TRUST' },
      '~/.qwen/settings.json': { security: { folderTrust: { enabled: true } } },
      '~/.qwen/trustedFolders.json': { '/': 'DO_NOT_TRUST' },
    },
    spoil: (place) =>
      place.put(
        '~/.codex/config.toml',
        `[projects.${JSON.stringify(place.dir)}]\ntrust_level = "untrusted"\n`,
      ),
  },
  'an event that no agent has beside the guard': {
    files: native('sh guard.sh'),
    spoil: (place) => {
      for (const [file] of Object.values(settingsPlaces)) {
        const { hooks, ...more } = place.json(file);
        place.put(file, { ...more, hooks: { ...hooks, noSuchEvent: [{ command: 'true' }] } });
      }
    },
  },
  'hooks of anyhook.yaml that are written': { files: guarded, isSynced: true },
  'a written guard without .anyhook': {
    files: guarded,
    isSynced: true,
    spoil: (place) => place.drop('.anyhook'),
  },
  'a written guard with an empty runner': {
    files: guarded,
    isSynced: true,
    spoil: (place) => place.put('.anyhook/run.cjs', ''),
  },
  'a written guard with a runner that was cut off': {
    files: guarded,
    isSynced: true,
    spoil: (place) => place.put('.anyhook/run.cjs', place.get('.anyhook/run.cjs').slice(0, 5000)),
  },
  'a written guard with a loader that was cut off': {
    files: guarded,
    isSynced: true,
    spoil: (place) => place.put('.anyhook/sh', place.get('.anyhook/sh').slice(0, -2)),
  },
  'a written guard with a loader that no shell can read': {
    files: guarded,
    isSynced: true,
    spoil: (place) => place.put('.anyhook/sh', place.get('.anyhook/sh').replaceAll('\n', '\r\n')),
  },
  'a written guard that the person switches off': {
    files: guarded,
    isSynced: true,
    spoil: (place) => {
      place.put('~/.claude/settings.json', { disableAllHooks: true });
      place.put('~/.qwen/settings.json', { disableAllHooks: true });
    },
  },
  'a written guard whose script is missing': {
    files: yaml('tools: [shell], run: sh gone.sh, on-failure: block'),
    isSynced: true,
  },
  'a written guard that its owner lets fail open, and whose script is missing': {
    files: yaml('tools: [shell], run: sh gone.sh, on-failure: allow'),
    isSynced: true,
  },
  'a written hook that guards nothing, and whose script is not executable': {
    files: yaml('tools: [shell], run: ./plain.sh, guard: false'),
    isSynced: true,
  },
  'a written guard that fails where it refuses': {
    files: yaml('tools: [shell], run: sh one.sh, on-failure: block'),
    isSynced: true,
  },
  'hooks of anyhook.yaml that nobody has written': { files: guarded, spoil: dropEntries },
  'written hooks whose entries somebody has deleted': {
    files: guarded,
    isSynced: true,
    spoil: dropEntries,
  },
};

interface Trial {
  agent: string;
  native: string;
  line?: string;
  owner?: string;
  payload: Record<string, unknown>;
  verdict: string;
  failure?: string;
  notRun?: string;
  neverRuns?: true;
  isUnwritten?: true;
}

interface Report {
  agents: {
    agent: Vendor;
    files: {
      role: string;
      scope: string;
      hooks: { event: string; gate: boolean; truth: { code: string; cause?: string } }[];
    }[];
  }[];
}

/** Asks the hooks of all agents about a shell command, and leaves out those of files that agents load beside their own. */
async function ask(place: Project, command: string) {
  const { stdout, code } = await place.anyhookProcess(
    ...['test', command, '--json', '--agent', agentIds.join()],
  );
  const { agents } = JSON.parse(stdout) as { agents: { agent: string; hooks: Trial[] }[] };
  const trials = agents.flatMap(({ hooks }) => hooks.filter(({ owner }) => owner === undefined));
  return { trials, code, all: agents.flatMap(({ hooks }) => hooks) };
}

/** Returns the verdict of the agent's oracle for a line that a real shell has run. */
async function runForReal(place: Project, { agent, native: event, line = '', payload }: Trial) {
  const read = (value: Value): string | undefined => {
    if (value === 'project') return place.dir;
    const { field, text } = value;
    const stated = field === undefined ? undefined : payload[field];
    return stated === undefined ? text : String(stated);
  };
  const variables = Object.fromEntries(
    Object.entries(factOf(agent as Vendor, 'variables')).map(([key, value]) => [key, read(value)]),
  );
  const ended = await place.fires(line, payload, 'sh', variables);
  const { verdict } = oracles[agent as Vendor](event, ended, 'native');
  // The oracle is not told of entries that refuse where the hook fails.
  const isClosed = /"failClosed":\s*true/.test(place.get(settingsPlaces[agent as Agent][0]));
  const hasFailed = ended.code !== 0 || ended.stdout.trim() === '';
  return isClosed && hasFailed ? 'deny' : verdict;
}

const refuses = (verdict: string) => ['deny', 'halt', 'ask'].includes(verdict);

test.each(
  Object.entries(shapes),
)('%s: doctor, test and a real shell agree', async (title, shape) => {
  const place = project({ ...scripts, ...shape.files });
  if (shape.isSynced) {
    const { code, stderr } = await place.anyhookProcess('sync', '--to', agentIds.join());
    expect([code, stderr]).toEqual([0, '']);
  }
  shape.spoil?.(place);
  const { agents } = JSON.parse((await place.anyhookProcess('doctor', '--json')).stdout) as Report;
  const bad = await ask(place, 'rm -rf /');
  const good = await ask(place, 'ls');
  const told: string[] = [];
  for (const id of agentIds) {
    const truths = (agents.find(({ agent }) => agent === id)?.files ?? [])
      .filter(({ role, scope }) => role === 'own' && scope === 'project')
      .flatMap(({ hooks }) => hooks)
      .filter(({ event }) => bindingOf(adapterOf(id), event)?.event === 'before-tool');
    const ofAgent = ({ trials }: typeof bad) => trials.filter(({ agent }) => agent === id);
    const codes = new Set(truths.map(({ truth }) => truth.code));
    const saysAll = (wanted: string) => codes.size === 1 && codes.has(wanted);
    const context = [title, id, ...codes];
    const written = {
      bad: ofAgent(bad).filter((one) => !one.isUnwritten),
      good: ofAgent(good).filter((one) => !one.isUnwritten),
    };
    const isRefused = written.bad.some(({ verdict }) => refuses(verdict));
    const refusesAll = written.good.some(({ verdict }) => refuses(verdict));
    const hasFailed = written.good.some(({ failure }) => failure !== undefined);
    told.push(`${id} ${[...codes].join('+') || 'nothing'}`);
    const isForOthers =
      written.bad.length > 0 &&
      written.bad.every(({ notRun, neverRuns }) => notRun !== undefined && !neverRuns);
    if (!truths.length || isForOthers) expect([...context, isRefused]).toEqual([...context, false]);
    if (isForOthers) continue;
    if (saysAll('guards'))
      expect([...context, isRefused, refusesAll, hasFailed]).toEqual([
        ...context,
        true,
        false,
        false,
      ]);
    if (saysAll('runs'))
      expect([...context, isRefused, hasFailed]).toEqual([...context, false, false]);
    if (saysAll('refuses-every-call'))
      expect([...context, refusesAll, hasFailed]).toEqual([...context, true, true]);
    if (saysAll('never-runs'))
      expect([...context, isRefused, refusesAll]).toEqual([...context, false, false]);
    if (saysAll('fails-open')) expect([...context, isRefused]).toEqual([...context, false]);
    for (const asked of [...written.bad, ...written.good]) {
      if (asked.notRun !== undefined) continue;
      const real = await runForReal(place, asked);
      expect([...context, asked.native, refuses(real)]).toEqual([
        ...context,
        asked.native,
        refuses(asked.verdict),
      ]);
    }
  }
  // A guard that could not answer, or never runs, ends the command with 5, and nothing else does.
  const isUnanswered = bad.all.some(
    ({ failure, neverRuns, verdict }) =>
      failure !== undefined || neverRuns || verdict === 'unknown',
  );
  expect([title, bad.code]).toEqual([title, isUnanswered ? 5 : 0]);
  if (process.env.SHOW) console.log(title, told.join(' | '));
});
