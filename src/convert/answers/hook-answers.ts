/** Tells what the script of a hook can say to its own agent, by its text. */

import { outcomeTraitsOf } from '../../canonical/outcome.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import type { Hook, OutcomeKey } from '../../canonical/types.ts';
import { keysTakenFrom, provenKeysOf, readEvidence } from '../../check/evidence/index.ts';
import { moduleAnswersOf } from '../../check/evidence/module-answers.ts';
import { finishedAs, outcomeOf } from '../../check/evidence/possible-answers.ts';
import {
  hasKnownEvent,
  otherSystems,
  ownBindingOf,
  shellLineOf,
} from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { adapterOf } from '../../translate/host.ts';
import { keysOf } from '../../util/keys-of.ts';
import { keysNamedIn } from './native-answers.ts';

/** What a hook can say to its own agent, by the text of its script. */
export interface HookAnswers {
  /** The outcome keys that it can set, as its script shows. */
  keys: ReadonlySet<OutcomeKey>;
  /** Whether its decision may be a question to the person. */
  mayAsk: boolean;
  /** Whether its script shows that its decision may be such a question. */
  showsAsk: boolean;
  /**
   * What is known of the other keys. `proven`: it sets none of them, in whatever way it might be tricked or fail.
   * `shown`: its text shows none of them, and starts nothing that is not read. `open`: nothing is known.
   */
  others: 'proven' | 'shown' | 'open';
}

/** What is known of a script that cannot be read. */
const unknownAnswers: HookAnswers = {
  keys: new Set(),
  mayAsk: true,
  showsAsk: false,
  others: 'open',
};

/** Matches code that ends a script with a stated exit code, which is group 1. */
const statedExit = /\b(?:exit|SystemExit|exitCode)\b[\s(=]*(\d+)\b/g;

/**
 * Returns what a hook can say to its own agent.
 *
 * @param workspace - Where its script is looked for. Undefined: it is not read.
 * @param isFromSource - Whether the hook stands in the file that names the sources of modules.
 */
export function answersOf(
  hook: Hook,
  workspace: Workspace | undefined,
  isFromSource = false,
): HookAnswers {
  if (!workspace || !hasKnownEvent(hook) || otherSystems(hook).length) return unknownAnswers;
  const ofModule = moduleAnswersOf(hook, workspace, isFromSource);
  if (ofModule) return { ...ofModule, showsAsk: ofModule.mayAsk, others: 'proven' };
  const evidence = readEvidence(hook, workspace);
  if (!evidence) return unknownAnswers;
  const { text, runs, unknown } = evidence;
  const line = shellLineOf(hook) ?? '';
  const proven = provenKeysOf(hook, text);
  const namesAsk = /["']ask\\?["']/.test(text);
  if (proven) {
    const mayAsk = proven.has('decision');
    return { keys: proven, mayAsk, showsAsk: mayAsk && namesAsk, others: 'proven' };
  }
  const shown = keysShownBy(hook, `${line}\n${text}`);
  if (unknown.length) return { keys: shown, mayAsk: true, showsAsk: namesAsk, others: 'open' };
  const outcomes = runs
    .flatMap((run) => finishedAs(run, ownBindingOf(hook)))
    .map((finished) => outcomeOf(adapterOf(hook.speaks), ownBindingOf(hook), finished));
  const keys = outcomes.flatMap((outcome) =>
    keysOf(outcome).filter((key) => outcome[key] !== undefined),
  );
  const mayAsk = outcomes.some(({ decision }) => decision === 'ask');
  return { keys: new Set(keys), mayAsk, showsAsk: mayAsk, others: 'shown' };
}

/** Returns the outcome keys of which a script shows that it can set them. Any script may print a text without JSON. */
function keysShownBy(hook: Hook, text: string): Set<OutcomeKey> {
  const binding = ownBindingOf(hook);
  const codes = [...text.matchAll(statedExit)].map(([, code]) => Number(code));
  const ofCodes = codes
    .filter((code) => code !== 0)
    .flatMap((code) => keysTakenFrom(hook, { code, stdout: '', stderr: 'text' }));
  const ofText = keysTakenFrom(hook, { code: 0, stdout: 'text', stderr: '' });
  return new Set([...keysNamedIn(text, adapterOf(hook.speaks), binding), ...ofCodes, ...ofText]);
}

/**
 * Tells whether a hook may be a guard: whether it may refuse something, or hide something from the agent. A hook at a
 * gate may be one unless its script proves the opposite. Any other hook is one only if its script shows it.
 */
export function mayGuard(hook: Hook, { keys, others }: HookAnswers): boolean {
  if (!hasKnownEvent(hook)) return true;
  if (isGateEvent(ownBindingOf(hook).event) && others !== 'proven') return true;
  return [...keys].some((key) => {
    const { isGuard, isVerdict, severity } = outcomeTraitsOf(key);
    return isGuard || isVerdict || severity === 'unsafe';
  });
}
