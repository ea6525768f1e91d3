/** Tells what a line that starts a hook through anyhook does if the runner is not there. */
import { join } from 'node:path';
import { type ShimLine, startsOwnRunner } from '../settings/command-line/shim-line.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { noAnswerReason, unmuteLine } from '../shim/shim-line-text.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { isFile } from '../util/stat.ts';
import { findProgram } from './machine.ts';
import type { Remedy, Truth } from './types.ts';

/** Tells whether the ending of a line refuses the call if the runner gave no answer. */
const refusesWithoutAnswer = (line: string): boolean =>
  unmuteLine(line) === undefined &&
  (line.includes(noAnswerReason) || /\bexit 2(?:;\}|\)>&2)?$/.test(line));

/** Returns which file in `.anyhook` a launcher needs and does not find. */
function findMissingFile({ launcher }: ShimLine, workspace: Workspace): string | undefined {
  const { path } = scopeRootOf(workspace);
  const names = /\.anyhook\/sh|\bsh "\$r\$s"/.test(launcher) ? ['sh', 'run.cjs'] : ['run.cjs'];
  return names.find((name) => !isFile(join(path, '.anyhook', name)));
}

/**
 * Returns what is true of a hook whose line cannot start anyhook. Undefined: the line can start it.
 *
 * @param line The line as it stands in the settings file.
 * @param isGate Whether the hook stands at a gate of the agent.
 * @param refusesAtFailure Whether the agent itself refuses the call if the line fails.
 */
export function findRunnerProblem(
  { line, shim }: { line: string | undefined; shim: ShimLine | undefined },
  isGate: boolean,
  refusesAtFailure: boolean,
  workspace: Workspace,
): Truth | undefined {
  if (!shim || line === undefined) return undefined;
  const problem = startsOwnRunner(shim.launcher)
    ? describeMissingFile(findMissingFile(shim, workspace), workspace)
    : describeMissingProgram(shim);
  if (!problem) return undefined;
  const refuses = isGate && (refusesWithoutAnswer(line) || refusesAtFailure);
  const code = refuses ? 'refuses-every-call' : isGate ? 'fails-open' : 'never-runs';
  const why = code === 'fails-open' ? `${problem.why}, and then the call passes` : problem.why;
  return { code, cause: 'runner-missing', why, remedy: problem.remedy };
}

function describeMissingFile(
  name: string | undefined,
  { scope }: Workspace,
): { why: string; remedy: Remedy } | undefined {
  if (name === undefined) return undefined;
  const file = `${scope === 'project' ? '' : '~/'}.anyhook/${name}`;
  const remedy: Remedy =
    scope === 'project'
      ? { command: 'anyhook doctor --fix', text: 'Write the file again.', fix: 'install-runner' }
      : { text: 'Convert the hooks of your home folder again (--scope user).' };
  return { why: `its line starts ${file}, which is not there`, remedy };
}

function describeMissingProgram({ launcher }: ShimLine): ReturnType<typeof describeMissingFile> {
  const name = parseSimpleCommand(launcher)?.words[0]?.text ?? '';
  if (!name || /[/\\$]/.test(name) || process.platform === 'win32') return undefined;
  if (findProgram(name)) return undefined;
  return {
    why: `its line starts ${name}, which is not found on PATH`,
    remedy: { text: `Install ${name}.` },
  };
}
