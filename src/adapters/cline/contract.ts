import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import {
  describeCutOff,
  describeEnding,
  readFailure,
  trimOutput,
} from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { parseJson } from '../../util/json.ts';

/** The beginning of a line with the answer. The text around such lines is a log. */
const controlMark = 'HOOK_CONTROL\t';

/** Returns the text that holds the answer: the last line with a mark, or all of the output. */
function findAnswer(stdout: string): string {
  if (!stdout.includes(controlMark)) return trimOutput(stdout);
  const line = stdout.split('\n').findLast((one) => one.startsWith(controlMark));
  return trimOutput(line === undefined ? stdout : line.slice(controlMark.length));
}

/**
 * Reads a finished hook file as 3.0.65 does. A JSON object counts at every exit code, and no exit code means anything. A hook that
 * fails, prints something else or is ended changes nothing.
 */
function readFile(finished: Finished): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason !== undefined) return { failure: cutOffReason };
  const text = findAnswer(finished.stdout);
  const response = parseJson(text);
  if (isObject(response)) return { text, response };
  if (finished.code !== 0)
    return { text, failure: describeEnding(finished, trimOutput(finished.stderr)) };
  return text === '' ? {} : { text, failure: 'printed something that is no JSON object' };
}

/**
 * Reads a finished command of one of our plugin's events, where the rules are our own: a JSON object counts at exit code 0, code 2
 * refuses with the text on stderr, and at a gate any failure refuses.
 */
function readPluginHook(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason !== undefined) return readFailure(cutOffReason, binding);
  const errorText = trimOutput(finished.stderr);
  if (finished.code === 2 && isGateEvent(binding.event))
    return { deny: errorText || 'The hook exited with code 2.' };
  if (finished.code !== 0) return readFailure(describeEnding(finished, errorText), binding);
  const text = trimOutput(finished.stdout);
  if (text === '') return {};
  const response = parseJson(text);
  return isObject(response)
    ? { response }
    : readFailure('printed something that is no JSON object', binding);
}

/** Tells whether a native event is one of hook files, whose names alone begin with a capital letter. */
const isFileEvent = ({ native }: Binding): boolean => /^[A-Z]/.test(native);

/** Reads a finished command: as the client reads a hook file, or by our own rules at an event of our plugin. */
export const readFinished = (finished: Finished, binding: Binding): Reading =>
  isFileEvent(binding) ? readFile(finished) : readPluginHook(finished, binding);

export const runtime: Runtime = {
  shell: 'sh', // hook files are started without one
  env: () => ({}), // the client sets nothing that tells the project, the session or the event, 3.0.65
  commandVariables: [],
  uncomputableVariables: ['CLINE_BUILD_ENV', 'CLINE_CONNECTOR_CLI_LAUNCH'],
  timeout: 120_000,
  loopLimit: 5, // ours: the client cannot be made to go on
  waitsForPipes: true, // for one second after the end of the hook, 3.0.65
  blocksUnstarted: false,
};
