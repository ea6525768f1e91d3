/** Tells what a line that starts a hook through anyhook does if the runner cannot start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxFileSize } from '../files/atomic.ts';
import { bridgeName, type ShimLine, startsOwnRunner } from '../settings/command-line/shim-line.ts';
import { isBrokenScript } from '../settings/modules/state.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { noAnswerReason, unmuteLine } from '../shim/shim-line-text.ts';
import { attempt } from '../util/attempt.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { lookAt } from '../util/stat.ts';
import type { EntryOfHook } from './lines.ts';
import { findProgram } from './machine.ts';
import type { Remedy, Truth } from './types.ts';

/** Tells whether the ending of a line refuses the call if the runner gave no answer. */
const refusesWithoutAnswer = (line: string): boolean =>
  unmuteLine(line) === undefined &&
  (line.includes(noAnswerReason) || /\bexit 2(?:;\}|\)>&2)?$/.test(line));

/** A file in `.anyhook` that cannot do its part, and why. */
interface BrokenFile {
  name: string;
  why: string;
}

/** Tells whether the text of a loader lacks the end of the group of commands that it is. */
const isCutLoader = (text: string): boolean => /^\{ /m.test(text) && !/\n\}\s*$/.test(text);

/** The runner that was parsed last: all lines of a project start the same one. */
let parsed = { text: '', isCut: true };

/** Tells whether Node cannot parse the text of a runner, or the part of it that stands in its first comment. Nothing is run. */
function isCutRunner(text: string): boolean {
  if (text === parsed.text) return parsed.isCut;
  const [, body] = /^.{0,99}comment=function\(\)\{\/\*(.*?)\*\//s.exec(text) ?? [];
  const isCut = isBrokenScript(text) || (body !== undefined && isBrokenScript(body));
  parsed = { text, isCut };
  return isCut;
}

/** Lists the files in `.anyhook` that a line needs. In a plugin, the runner is started for what needs a process of its own. */
function listNeededFiles({ launcher, flags }: ShimLine, isInPlugin: boolean): string[] {
  if (isInPlugin) {
    const needsProcess = flags.module !== undefined || flags.answer !== 'heard';
    return needsProcess ? [bridgeName, 'run.cjs'] : [bridgeName];
  }
  return /\.anyhook\/sh|\bsh "\$r\$s"/.test(launcher) ? ['sh', 'run.cjs'] : ['run.cjs'];
}

/** Returns the first of some files in `.anyhook` that cannot do its part. Undefined: nothing is known against any. */
function findBrokenFile(names: readonly string[], workspace: Workspace): BrokenFile | undefined {
  const { path } = scopeRootOf(workspace);
  for (const name of names) {
    const file = join(path, '.anyhook', name);
    const { stats } = lookAt(file);
    if (!stats?.isFile()) return { name, why: 'which is not there' };
    if (stats.size > maxFileSize) return { name, why: 'which is too large to be that of anyhook' };
    const text = attempt(() => readFileSync(file, 'utf8'));
    if (text === undefined) return { name, why: 'which cannot be read' };
    if (text.trim() === '') return { name, why: 'which is empty' };
    if (name === 'sh' && text.includes('\r\n'))
      return { name, why: 'whose lines end as on Windows, so that no shell can read it' };
    if (name === 'sh' ? isCutLoader(text) : isCutRunner(text))
      return { name, why: 'which was cut off or changed, and cannot run' };
  }
  return undefined;
}

/**
 * Returns what is true of a hook whose line cannot start anyhook. Undefined: the line can start it.
 *
 * @param isGate Whether the hook stands at a gate of the agent.
 */
export function findRunnerProblem(
  { line, shim, refusesAtFailure, isInPlugin }: EntryOfHook,
  isGate: boolean,
  workspace: Workspace,
): Truth | undefined {
  if (!shim || line === undefined) return undefined;
  const problem = startsOwnRunner(shim.launcher)
    ? describeBrokenFile(findBrokenFile(listNeededFiles(shim, isInPlugin), workspace), workspace)
    : describeMissingProgram(shim);
  if (!problem) return undefined;
  const refuses = isGate && (refusesWithoutAnswer(line) || refusesAtFailure);
  const code = refuses ? 'refuses-every-call' : isGate ? 'fails-open' : 'never-runs';
  const why = code === 'fails-open' ? `${problem.why}, and then the call passes` : problem.why;
  return { code, cause: 'runner-missing', why, remedy: problem.remedy };
}

function describeBrokenFile(
  broken: BrokenFile | undefined,
  { scope }: Workspace,
): { why: string; remedy: Remedy } | undefined {
  if (!broken) return undefined;
  const file = `${scope === 'project' ? '' : '~/'}.anyhook/${broken.name}`;
  const use = broken.name === bridgeName ? 'plugin loads' : 'line starts';
  const remedy: Remedy =
    scope === 'project'
      ? { command: 'anyhook doctor --fix', text: 'Write the file again.', fix: 'install-runner' }
      : { text: 'Convert the hooks of your home folder again (--scope user).' };
  return { why: `its ${use} ${file}, ${broken.why}`, remedy };
}

function describeMissingProgram({ launcher }: ShimLine): ReturnType<typeof describeBrokenFile> {
  const name = parseSimpleCommand(launcher)?.words[0]?.text ?? '';
  if (!name || /[/\\$]/.test(name) || process.platform === 'win32') return undefined;
  if (findProgram(name)) return undefined;
  return {
    why: `its line starts ${name}, which is not found on PATH`,
    remedy: { text: `Install ${name}.` },
  };
}
