/** Writes what was found of the runner. */
import { paint, wrapText } from '../paint.ts';
import type { RunnerReport } from './runner.ts';

/** Returns what is wrong with the runner, one sentence each. */
export function findRunnerFaults(runner: RunnerReport): string[] {
  const { isNeeded, files, node, git, answers, keepsLineEnds } = runner;
  if (!isNeeded) return [];
  const named = (state: string) =>
    files
      .filter((one) => one.isNeeded && one.state === state)
      .map(({ name }) => `.anyhook/${name}`);
  const list = (names: string[]) => `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'}`;
  const faults: string[] = [];
  const [missing, other, windows, unreadable] = [
    'missing',
    'other',
    'windows-line-ends',
    'unreadable',
  ].map(named) as [string[], string[], string[], string[]];
  if (missing.length)
    faults.push(
      `${list(missing)} missing. To write ${missing.length > 1 ? 'them' : 'it'} again: anyhook doctor --fix`,
    );
  if (other.length)
    faults.push(`${list(other)} of another version, or changed. To update: anyhook doctor --fix`);
  if (windows.length)
    faults.push(
      `${list(windows)} saved with line ends of Windows, which no shell can read. To correct it: anyhook doctor --fix`,
    );
  if (unreadable.length) faults.push(`${list(unreadable)} not readable.`);
  if (!node)
    faults.push('Node is not found on PATH: without it, no hook that anyhook starts can run.');
  else if (node.isNewEnough === false)
    faults.push(`Node ${node.version} is too old for the runner: install Node 20 or newer.`);
  if (git === 'untracked')
    faults.push(
      'files in .anyhook are not committed, so others do not get the runner: git add .anyhook',
    );
  if (!keepsLineEnds && git !== 'no-git')
    faults.push(
      '.anyhook/.gitattributes is missing, so git may change line ends: anyhook doctor --fix',
    );
  if (answers === false)
    faults.push(
      'The runner gave no answer to a hook of ours. To write it again: anyhook doctor --fix',
    );
  return faults;
}

/** Returns the paragraph about the runner; none, if it is needed by no hook, and was not asked for. */
export function describeRunner(runner: RunnerReport, verbose: boolean): string[] {
  const { isNeeded, node, git, answers } = runner;
  if (!isNeeded)
    return verbose ? ['The runner: no hook of this project starts through anyhook.'] : [];
  const faults = findRunnerFaults(runner);
  const head = paint('bold', 'The runner (.anyhook)');
  if (faults.length) return [[head, ...faults.map((one) => wrapText('  ! ', one))].join('\n')];
  const tried = answers ? ', answers' : '';
  const shared = git === 'committed' ? ', committed' : '';
  return [`${head}  of this version${tried}${shared}, Node ${node?.version ?? 'found'}`];
}
