/** Tells whether a hook's script may give a verdict. */
import type { Hook } from '../canonical/hook.ts';
import { hasKnownEvent } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { possibleAnswersOf } from './evidence/index.ts';
import { isScriptWithoutVerdict } from './script-text.ts';

/** Tells whether a hook may refuse or change something. True also if its script does not show it. */
export function mayGiveVerdict(hook: Hook, workspace: Workspace): boolean {
  if (isScriptWithoutVerdict(hook, workspace)) return false;
  const answers = hasKnownEvent(hook) ? possibleAnswersOf(hook, workspace) : 'unknown';
  return answers === 'unknown' || answers.hasVerdict;
}
