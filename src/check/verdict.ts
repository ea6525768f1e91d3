/** Tells whether a hook's script may give a verdict. */
import type { Hook } from '../canonical/hook.ts';
import { hasKnownEvent } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { possibleAnswersOf, readEvidence } from './evidence/index.ts';
import { shownAnswersOf } from './evidence/possible-answers.ts';
import { hasUnknownPart } from './evidence/printed-json.ts';
import { scriptPathOf } from './script.ts';
import { isScriptWithoutVerdict } from './script-text.ts';

/** Tells whether a hook may refuse or change something. True also if its script does not show it. */
export function mayGiveVerdict(hook: Hook, workspace: Workspace): boolean {
  if (isScriptWithoutVerdict(hook, workspace)) return false;
  const answers = hasKnownEvent(hook) ? possibleAnswersOf(hook, workspace) : 'unknown';
  return answers === 'unknown' || answers.hasVerdict;
}

/**
 * Tells whether the script of a hook can be read, and shows neither a verdict nor that it may fail. This is no proof: it
 * may run other programs, which are not read. A person who is asked about such a hook knows what they do.
 */
export function showsNoVerdict(hook: Hook, workspace: Workspace): boolean {
  const hasScript = scriptPathOf(hook, workspace) !== undefined && hasKnownEvent(hook);
  const evidence = hasScript ? readEvidence(hook, workspace) : undefined;
  if (!evidence?.language || evidence.runs.some(({ stdout }) => hasUnknownPart(stdout)))
    return false;
  const { hasVerdict, mayFail } = shownAnswersOf(hook, evidence);
  return !hasVerdict && !mayFail;
}
