/** Checks the runner of a project: its files, git, Node, and a trial with a hook of ours. */
import { execFileSync } from 'node:child_process';
import { isProgramName } from '../../convert/runner.ts';
import { type ProjectSurvey, type RunnerSurvey, surveyRunner } from '../../survey/index.ts';
import { findProgram, findProgramOutside } from '../../survey/machine.ts';
import { attempt } from '../../util/attempt.ts';
import { computeStep } from '../../util/progress.ts';
import { findIgnoredFiles, listTrackedFiles } from '../git.ts';
import {
  findIgnored,
  type IgnoredNeed,
  listRunnerFiles,
  type NeededFiles,
} from '../report/ignored.ts';
import { findRunnerFaults } from './runner-lines.ts';
import { tryRunner } from './try-runner.ts';

/** The oldest version of Node with which the runner works. */
const oldestNode = 20;

/** What is known of the runner of a project. */
export interface RunnerReport extends RunnerSurvey {
  /** Whether git has the files: all `committed`, some `ignored` or `untracked`. `no-git`: there is no repository. */
  git: 'committed' | 'untracked' | 'ignored' | 'no-git';
  /** The settings files with lines of anyhook, and the files in `.anyhook` for them, that git ignores. */
  ignored: IgnoredNeed[];
  /** The Node on PATH. Absent: there is none. */
  node?: { program: string; version?: string; isNewEnough?: boolean };
  /** Whether the runner answered for a hook of ours. Absent: it was not tried, since its files are not ours. */
  answers?: boolean;
  /** Whether something is wrong with it. */
  isWrong: boolean;
}

/** Checks the runner. Nothing of the project is started: the runner only if it is byte for byte that of this package. */
export function checkRunner(survey: ProjectSurvey): RunnerReport {
  const { root } = survey.workspace;
  const found = surveyRunner(survey);
  const isThere = found.files.filter(({ state }) => state !== 'missing');
  const node = findNode(root);
  const isOurs = found.files
    .filter(({ name }) => isProgramName(name))
    .every(({ state }) => state === 'current');
  // A Node of the project is not started.
  const isNodeOutside = node?.program === findProgramOutside(root, 'node');
  const answers =
    isOurs && isNodeOutside && node?.isNewEnough !== false
      ? computeStep('Trying the runner', () => tryRunner(root))
      : undefined;
  const report: RunnerReport = {
    ...found,
    git: askGit(
      root,
      isThere.map(({ name }) => `.anyhook/${name}`),
    ),
    ignored: findIgnored(root, listNeededFiles(survey)),
    ...(node && { node }),
    ...(answers !== undefined && { answers }),
    isWrong: false,
  };
  return { ...report, isWrong: findRunnerFaults(report).length > 0 || report.ignored.length > 0 };
}

function askGit(root: string, files: readonly string[]): RunnerReport['git'] {
  const shared = files.filter((file) => !file.endsWith('kept.json')); // it may hold secrets, and stays private
  if (!shared.length) return 'no-git';
  const tracked = listTrackedFiles(root, shared);
  if (!tracked) return 'no-git';
  if (shared.every((file) => tracked.includes(file))) return 'committed';
  return findIgnoredFiles(root, shared).length ? 'ignored' : 'untracked';
}

/** Returns the settings files of a project that have lines of anyhook, and the files in `.anyhook` for these lines. */
function listNeededFiles({ agents }: ProjectSurvey): NeededFiles {
  const files = agents
    .flatMap((agent) => agent.files)
    .filter(({ scope, role }) => scope === 'project' && !['loaded', 'personal'].includes(role))
    .filter(({ hooks }) => hooks.some(({ wrapped }) => wrapped));
  return {
    settings: files.map(({ file }) => file),
    started: listRunnerFiles(files.map(({ settings }) => settings?.text ?? '')),
  };
}

/** Finds Node on PATH, and asks it for its version unless the program lies in the project. */
function findNode(root: string): RunnerReport['node'] {
  const program = findProgram('node');
  if (program === undefined) return undefined;
  if (program !== findProgramOutside(root, 'node')) return { program };
  const version = attempt(() =>
    execFileSync(program, ['--version'], {
      cwd: '/',
      env: {},
      timeout: 5000,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim(),
  );
  const [, major] = /^v(\d+)/.exec(version ?? '') ?? [];
  if (version === undefined || major === undefined) return { program };
  return { program, version, isNewEnough: Number(major) >= oldestNode };
}
