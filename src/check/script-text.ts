/** Finds what is wrong with the script of a hook, by its text: what it reads, what it answers, and how it ends. */

import type { Hook } from '../canonical/hook.ts';
import type { Finding } from '../settings/finding.ts';
import type { Workspace } from '../settings/workspace.ts';
import { findCallVariables, findTemplatesOnLine } from './call-variables.ts';
import { isProvenHarmless, readEvidence } from './evidence/index.ts';
import { findUnquotedVariable } from './line-variables.ts';
import { scriptPathOf } from './script.ts';
import {
  findExitWithoutRefusal,
  findSpoiltAnswer,
  findUnheardAnswers,
  type JudgedScript,
} from './script-answers.ts';
import { findForeignReads, type ScriptStarts } from './script-reads.ts';
import { findUnheardRefusal } from './unheard-refusals.ts';

/** Tells whether the text of a hook's script proves that it gives no verdict. False also if it cannot be read. */
export const isScriptWithoutVerdict = (hook: Hook, workspace: Workspace): boolean =>
  scriptPathOf(hook, workspace) !== undefined && isProvenHarmless(hook, workspace);

/**
 * Yields findings about a script that its own agent does not understand, or that does not understand its own agent.
 * @param starts - What is true of all hooks of its agent that start the script: one script may answer each event in
 *   another way.
 */
export function* checkScriptText(
  hook: Hook,
  starts: ScriptStarts,
  workspace: Workspace,
): Iterable<Finding> {
  const { event } = hook;
  const unquoted = findUnquotedVariable(hook, workspace);
  if (unquoted) yield unquoted;
  const evidence = readEvidence(hook, workspace);
  if (evidence === undefined) return;
  const { runs, reads, text, unknown } = evidence;
  const { own, bindings } = starts;
  const script = { runs, isPartlyUnknown: unknown.length > 0, own, bindings };
  yield* findAnswerProblems(script, hook);
  const foreign = findForeignReads({ ...starts, reads, text }, event);
  if (foreign) yield foreign;
  const onLine = findTemplatesOnLine(hook);
  if (onLine.length)
    yield { code: 'arguments-for-payload', event, agent: own.title, names: onLine };
  const inScript = findCallVariables(hook, text);
  if (inScript.length && !onLine.length)
    yield {
      code: 'arguments-for-payload',
      event,
      agent: own.title,
      names: inScript,
      isInScript: true,
    };
}

/** Yields what is wrong with the answers of a script. That none of its refusals is heard is said where no reason is found. */
function* findAnswerProblems(script: JudgedScript, hook: Hook): Iterable<Finding> {
  const { event } = hook;
  const found: (Finding | undefined)[] = [
    ...findUnheardAnswers(script, event),
    findSpoiltAnswer(script, event),
    findExitWithoutRefusal(script, hook),
  ];
  const problems = found.filter((one) => one !== undefined);
  yield* problems;
  const unheard = problems.length ? undefined : findUnheardRefusal(script, hook);
  if (unheard) yield unheard;
}
