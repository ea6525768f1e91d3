/** Tells which outcome keys a hook can set at most, where the text of its script proves that. */

import type { Hook } from '../../canonical/hook.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import { outcomeTraitsOf } from '../../canonical/outcome.ts';
import { scriptOf } from '../../settings/command-line/script.ts';
import { hasKnownEvent, otherSystems, shellLineOf } from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { scriptPathOf } from '../script.ts';
import { languageOf, readScriptText } from '../script-source.ts';
import { maxReadLength } from './evidence.ts';
import { readQuietProgram } from './quiet-program.ts';
import { type ProvenOutput, readQuietShell } from './quiet-shell.ts';
import { keysTakenFrom, readsErrorText, refusesByExitCode } from './taken-keys.ts';

/** Reads what the script of a line can print and how it can end. Undefined: its text does not prove it. */
function readQuietOutput(line: string, text: string): ProvenOutput | undefined {
  const script = scriptOf(line);
  if (!script) return readQuietShell(text);
  // An option or a variable before the script, such as `-e` or `NODE_OPTIONS=…`, may change what it does.
  if (/(?:^|\s)-|=/.test(line.slice(0, Math.max(0, line.indexOf(script.path))))) return undefined;
  const language = languageOf(line, script.path, text);
  return language === 'sh' ? readQuietShell(text) : language && readQuietProgram(text, language);
}

/** Returns the outcome keys that a hook can set by an output. Undefined: by the way in which it ends it can refuse. */
function keysOfOutput(
  hook: Hook,
  { texts, codes, mayFail, errors }: ProvenOutput,
): Set<OutcomeKey> | undefined {
  // Where an error that nobody expects refuses, it may be what its owner wants.
  if (mayFail && refusesByExitCode(hook, 1)) return undefined;
  if (codes.some((code) => refusesByExitCode(hook, code))) return undefined;
  if (errors === 'any' && readsErrorText(hook)) return undefined;
  const written = [...texts, ...(errors === 'none' ? [] : ['text'])];
  const outputs = [
    ...texts.map((text) => ({ stdout: text, stderr: '' })),
    ...written.map((text) => ({ stdout: '', stderr: text })),
  ];
  const keys = outputs.flatMap((output) =>
    [0, ...codes, ...(mayFail ? [1] : [])].flatMap((code) =>
      keysTakenFrom(hook, { code, ...output }),
    ),
  );
  return new Set(keys);
}

/**
 * Returns the outcome keys that a hook can set at most. Only what is known to be harmless proves anything: a text with
 * any word or sign that is not understood proves nothing.
 *
 * @param text - The text of its script, or its command line where it starts none.
 * @returns undefined if the text does not prove it.
 */
export function provenKeysOf(hook: Hook, text: string): ReadonlySet<OutcomeKey> | undefined {
  if (text.length > maxReadLength) return undefined;
  const output = readQuietOutput(shellLineOf(hook) ?? '', text);
  return output && keysOfOutput(hook, output);
}

/** Tells whether the text of a hook's script proves that it never refuses, asks, rewrites, replaces or hides anything. */
export function isProvenHarmless(hook: Hook, workspace: Workspace): boolean {
  if (!hasKnownEvent(hook) || otherSystems(hook).length) return false;
  if (scriptOf(shellLineOf(hook) ?? '') && scriptPathOf(hook, workspace) === undefined)
    return false;
  const text = readScriptText(hook, workspace);
  const keys = text === undefined ? undefined : provenKeysOf(hook, text);
  return keys !== undefined && ![...keys].some(isGuardKey);
}

function isGuardKey(key: OutcomeKey): boolean {
  const { isGuard, isVerdict, severity } = outcomeTraitsOf(key);
  return isGuard === true || isVerdict === true || severity === 'unsafe';
}
