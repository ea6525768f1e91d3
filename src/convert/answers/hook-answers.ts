/** Tells what the script of a hook can say to its own agent, by its text. */

import type { Hook } from '../../canonical/hook.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import { outcomeTraitsOf } from '../../canonical/outcome.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import { readEvidence } from '../../check/evidence/index.ts';
import { finishedAs, outcomeOf } from '../../check/evidence/possible-answers.ts';
import { languageOf } from '../../check/script-source.ts';
import { scriptOf } from '../../settings/command-line/script.ts';
import {
  hasKnownEvent,
  otherSystems,
  ownBindingOf,
  shellLineOf,
} from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { adapterOf } from '../../translate/host.ts';
import { keysOf } from '../../util/keys-of.ts';
import { keysNamedIn, keysTakenFrom, refusesByExitCode } from './native-answers.ts';
import { readQuietProgram } from './quiet-program.ts';
import { type ProvenOutput, readQuietShell } from './quiet-shell.ts';

/** What a hook can say to its own agent, by the text of its script. */
export interface HookAnswers {
  /** The outcome keys that it can set, as its script shows. */
  keys: ReadonlySet<OutcomeKey>;
  /** Whether its decision may be a question to the person. */
  mayAsk: boolean;
  /**
   * What is known of the other keys. `proven`: it sets none of them, in whatever way it might be tricked or fail.
   * `shown`: its text shows none of them, and starts nothing that is not read. `open`: nothing is known.
   */
  others: 'proven' | 'shown' | 'open';
}

/** What is known of a script that cannot be read. */
const unknownAnswers: HookAnswers = { keys: new Set(), mayAsk: true, others: 'open' };

/** Matches code that ends a script with a stated exit code, which is group 1. */
const statedExit = /\b(?:exit|SystemExit|exitCode)\b[\s(=]*(\d+)\b/g;

/**
 * Returns what a hook can say to its own agent.
 *
 * @param workspace - Where its script is looked for. Undefined: it is not read.
 */
export function answersOf(hook: Hook, workspace: Workspace | undefined): HookAnswers {
  if (!workspace || !hasKnownEvent(hook) || otherSystems(hook).length) return unknownAnswers;
  const evidence = readEvidence(hook, workspace);
  if (!evidence) return unknownAnswers;
  const { text, runs, unknown } = evidence;
  const line = shellLineOf(hook) ?? '';
  const output = readQuietOutput(line, text);
  const proven = output && keysOfOutput(hook, output);
  if (proven) return { keys: proven, mayAsk: proven.has('decision'), others: 'proven' };
  const shown = keysShownBy(hook, `${line}\n${text}`);
  if (unknown.length) return { keys: shown, mayAsk: true, others: 'open' };
  const outcomes = runs
    .flatMap((run) => finishedAs(run, ownBindingOf(hook)))
    .map((finished) => outcomeOf(adapterOf(hook.speaks), ownBindingOf(hook), finished));
  const keys = outcomes.flatMap((outcome) =>
    keysOf(outcome).filter((key) => outcome[key] !== undefined),
  );
  const mayAsk = outcomes.some(({ decision }) => decision === 'ask');
  return { keys: new Set(keys), mayAsk, others: 'shown' };
}

/** Reads what the script of a line can print and how it can end. Undefined: its text does not prove it. */
function readQuietOutput(line: string, text: string): ProvenOutput | undefined {
  const script = scriptOf(line);
  if (!script) return readQuietShell(text);
  // An option before the script, such as `-e`, may change how it ends.
  if (/^\S+\s+-/.test(line.trim())) return undefined;
  const language = languageOf(line, script.path, text);
  return language === 'sh' ? readQuietShell(text) : language && readQuietProgram(text, language);
}

/** Returns the outcome keys that a hook can set by an output. Undefined: by the way in which it ends it can refuse. */
function keysOfOutput(
  hook: Hook,
  { texts, codes, mayFail }: ProvenOutput,
): Set<OutcomeKey> | undefined {
  // Where an error that nobody expects refuses, it may be what its owner wants.
  if (mayFail && refusesByExitCode(hook, 1)) return undefined;
  if (codes.some((code) => refusesByExitCode(hook, code))) return undefined;
  const outputs = texts.flatMap((text) => [
    { stdout: text, stderr: '' },
    { stdout: '', stderr: text },
  ]);
  const keys = outputs.flatMap((output) =>
    [0, ...codes].flatMap((code) => keysTakenFrom(hook, { code, ...output })),
  );
  return new Set(keys);
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
