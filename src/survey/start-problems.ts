/** Finds what keeps the command of a hook from starting on this machine. */
import { takesFailureForFollowUp, takesFailureForRefusal } from '../check/failure.ts';
import { scriptPathOf } from '../check/script.ts';
import { readScriptText } from '../check/script-source.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { handlerOf, hasKnownEvent, shellLineOf } from '../settings/own-agent.ts';
import { displayPath, type Workspace } from '../settings/workspace.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { findProgram } from './machine.ts';
import type { Truth } from './types.ts';

/** Words that a shell runs itself, so that no program of that name needs to exist. */
const builtins = new Set(
  '. : [ alias bg break builtin cd command continue declare echo eval exec exit export false fg getopts hash if case for while until jobs kill let local printf pwd read readonly return set shift source test time times trap true type typeset ulimit umask unset wait { ( !'.split(
    ' ',
  ),
);

/** Returns the program that the first line of a script names, and whether the line ends as on Windows. */
function readShebang(text: string): { program: string; hasWindowsEnd: boolean } | undefined {
  const [, line] = /^#!\s*([^\n]*)/.exec(text) ?? [];
  if (line === undefined) return undefined;
  const [first = '', second] = line.trim().split(/\s+/);
  const program = /\/env$/.test(first) && second && !second.startsWith('-') ? second : first;
  return { program, hasWindowsEnd: line.endsWith('\r') };
}

/** Returns the name of the program that a command line starts. Undefined: it is a path, or nothing that is certain. */
function programOf(line: string): string | undefined {
  const name = parseSimpleCommand(line)?.words[0]?.text;
  if (!name || /[/\\$=~]/.test(name) || builtins.has(name)) return undefined;
  return name;
}

/**
 * Returns why the command of a hook does not start on this machine: its program is not on PATH, or the first line
 * of its script cannot be used. Undefined: nothing is known against it. A missing script is no matter of this
 * function, since it is a finding.
 *
 * @param isGate Whether the hook may refuse something. A program that only tells a person something, such as that for
 *   the sounds of one system, may be missing on another machine.
 */
export function findStartProblem(
  { hook }: ReadHook,
  workspace: Workspace,
  isGate: boolean,
): Truth | undefined {
  const handler = handlerOf(hook);
  if (handler.kind === 'elsewhere') {
    const why = `it has a command for ${handler.systems.join(' and ')} alone`;
    const text = 'Add a command for this system to the entry.';
    return { code: 'never-runs', cause: 'other-system', why, remedy: { text } };
  }
  if (process.platform === 'win32') return undefined;
  const line = shellLineOf(hook);
  if (line === undefined) return undefined;
  const fail = (cause: 'program-missing' | 'line-ends', why: string, text: string): Truth => {
    const isKnown = hasKnownEvent(hook);
    const goesOn = isKnown && takesFailureForFollowUp(hook, 127, 'not found');
    const refuses = isKnown && takesFailureForRefusal(hook, 127, 'not found');
    const code = goesOn ? 'never-ends' : refuses ? 'refuses-every-call' : 'never-runs';
    const isOfMachine = cause === 'program-missing' && !isGate;
    return { code, cause, why, remedy: { text }, ...(isOfMachine && { isOfMachine }) };
  };
  const missing = (program: string) =>
    fail('program-missing', `${program} is not found on PATH`, `Install ${program}.`);
  const program = programOf(line);
  if (program !== undefined && !findProgram(program)) return missing(program);
  const script = scriptOf(line);
  const path = scriptPathOf(hook, workspace);
  const text = path === undefined ? undefined : readScriptText(hook, workspace);
  const shebang = text === undefined ? undefined : readShebang(text);
  if (!script?.isDirect || path === undefined || !shebang) return undefined;
  if (shebang.hasWindowsEnd) {
    const shown = displayPath(path, workspace);
    const problem = fail(
      'line-ends',
      `the lines of ${shown} end as on Windows, so that its first line names no program`,
      `Save ${shown} with line ends of Unix (LF).`,
    );
    return {
      ...problem,
      remedy: { text: problem.remedy?.text ?? '', fix: 'unix-line-ends', path },
    };
  }
  const { program: interpreter } = shebang;
  return interpreter.includes('/') || findProgram(interpreter) ? undefined : missing(interpreter);
}
