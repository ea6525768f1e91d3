/**
 * Reads what a hook's script surely does and what it may do, from its text: it is never run.
 *
 * 1. `shell-steps.ts` and `program-steps.ts` (JavaScript, Python) read the text as steps: what it prints, and where it
 *    ends. `shell-texts.ts`, `jq.ts` and `program-texts.ts` tell which texts its values may be, and
 *    `program-payload.ts` which of them are parts of the payload.
 * 2. `steps.ts` follows the steps from the start to each end: these are the runs of the script.
 * 3. `possible-answers.ts` asks the tables of an agent what it would take from each run.
 *
 * What the text does not show is listed as `unknown`. A script with unknown parts proves nothing but its reads.
 */
import type { Hook } from '../../canonical/hook.ts';
import { scriptOf } from '../../settings/command-line/script.ts';
import { shellLineOf } from '../../settings/own-agent.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { rememberByText } from '../../util/remember.ts';
import { scriptPathOf } from '../script.ts';
import { languageOf, readScriptText, type ScriptLanguage } from '../script-source.ts';
import type { KeyPath } from './jq.ts';
import { hasUnknownPart } from './printed-json.ts';
import { readProgramSteps } from './program-steps.ts';
import { type ReadProgram, readShellProgram } from './shell-steps.ts';
import { listRuns, type ScriptRun } from './steps.ts';

/** Longer scripts are not read: up to here, the work is linear in the text and takes less than a second. */
export const maxReadLength = 64 * 1024;

/** What the text of a script shows. */
export interface ScriptEvidence {
  /** Each way in which the script may run, as far as it is known. */
  runs: readonly ScriptRun[];
  /** The paths in the payload that it surely reads. */
  reads: readonly KeyPath[];
  /** Why the script may also do other things, for a person: `runs ./lib.sh`. Empty: it surely does nothing else. */
  unknown: readonly string[];
  /** The text that was read. */
  text: string;
  language: ScriptLanguage | undefined;
}

/** Reads a program that stands in a shell script. Programs in that are read as well, down to the third level. */
const readInline =
  (depth: number) =>
  (text: string, language: ScriptLanguage, getsPayload: boolean): ReadProgram | undefined =>
    depth > 2 ? undefined : readText(text, language, getsPayload, depth + 1);

function readText(
  text: string,
  language: ScriptLanguage,
  getsPayload: boolean,
  depth = 0,
): ReadProgram {
  return language === 'sh'
    ? readShellProgram(text, getsPayload, readInline(depth))
    : readProgramSteps(text, language, getsPayload);
}

/**
 * Reads the text of a script.
 * @param language - Undefined: a language that is not read, so that nothing is known.
 */
export function readScriptEvidence(
  text: string,
  language: ScriptLanguage | undefined,
): ScriptEvidence {
  const nothing = { runs: [], reads: [], text, language };
  if (!language) return { ...nothing, unknown: ['is in a language that is not read'] };
  if (text.length > maxReadLength) return { ...nothing, unknown: ['is too long to be read'] };
  try {
    const { program, reads } = readText(text, language, true);
    const { runs, unknown } = listRuns(program);
    if (runs.some(({ stdout }) => hasUnknownPart(stdout))) unknown.add('prints what is not known');
    return { runs, reads, unknown: [...unknown], text, language };
  } catch (error) {
    // The recursive readers overflowed the stack: only a text that was made for this nests so deep.
    if (error instanceof RangeError) return { ...nothing, unknown: ['is nested too deep'] };
    throw error;
  }
}

/** Returns what reads texts in a language, each once: many hooks may start one script. No language: an empty text. */
const readerOf = rememberByText((language) =>
  rememberByText((text) =>
    readScriptEvidence(text, language ? (language as ScriptLanguage) : undefined),
  ),
);

/**
 * Reads the script that a hook starts, or its command line where it starts none.
 * @returns undefined if there is no line, or if the script cannot be read.
 */
export function readEvidence(hook: Hook, workspace: Workspace): ScriptEvidence | undefined {
  const line = shellLineOf(hook);
  if (line === undefined) return undefined;
  const script = scriptOf(line);
  if (script && scriptPathOf(hook, workspace) === undefined) return undefined;
  const text = readScriptText(hook, workspace);
  if (text === undefined) return undefined;
  const language = script ? languageOf(line, script.path, text) : 'sh';
  return readerOf(language ?? '')(text);
}

/**
 * Returns why the text of a hook's script does not prove what the script does, for a person. Empty: it does prove it.
 */
export const unknownPartsOf = (hook: Hook, workspace: Workspace): readonly string[] =>
  readEvidence(hook, workspace)?.unknown ?? ['cannot be read'];
