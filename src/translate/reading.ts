import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding, Draft, Finished, Reading } from '../mapping/adapter.ts';
import { describeCutOff, readFailure, trimOutput } from '../mapping/finished-command.ts';
import { findDuplicateKey, looksLikeJson, parseJson } from '../util/json.ts';
import { interpretResponse } from './any-dialect-response.ts';
import { hasConflictingDecisions, verdictPathsOf } from './read-response.ts';
import { canHoldVerdict } from './response-tables.ts';

/** Tells whether a verdict of a dialect may stand at a path of a response, where no key may stand twice. */
const isVerdictPath = (adapter: Adapter, path: string): boolean =>
  adapter.takesAnyWords ? canHoldVerdict(path) : verdictPathsOf(adapter).has(path);

/**
 * Reads a finished hook command exactly as the dialect's own vendor does.
 *
 * @param event The event that the hook was given. It only matters to a dialect whose hooks may answer in the words of
 *   every agent.
 */
export function readAsVendor(
  adapter: Adapter,
  binding: Binding,
  finished: Finished,
  event: Draft = { event: binding.event },
): Reading {
  const reading = adapter.readFinished(finished, binding);
  return adapter.takesAnyWords
    ? interpretResponse(reading, event, (failure) => readFailure(failure, binding))
    : reading;
}

/**
 * Reads a finished hook command as the dialect's own vendor does, with one difference at gates: output
 * that begins like JSON and cannot be parsed, states conflicting decisions, or has a key for a verdict
 * twice, is a refusal. A guard that builds JSON out of text that it judges can be made to print this
 * by that text.
 */
export function readHookOutput(
  adapter: Adapter,
  binding: Binding,
  finished: Finished,
  event?: Draft,
): Reading {
  const reading = readAsVendor(adapter, binding, finished, event);
  if (!isGateEvent(binding.event) || describeCutOff(finished)) return reading;
  if (reading.deny !== undefined && !reading.failure) return reading; // a refusal already
  let text = reading.text ?? trimOutput(finished.stdout);
  const { response } = reading;
  if (response && text[0] === '"') text = String(parseJson(text)); // JSON in a JSON string
  if (!looksLikeJson(text)) return reading;
  if (parseJson(text) === undefined) {
    return { deny: 'The hook printed JSON that cannot be read.', stricter: true };
  }
  if (response && hasConflictingDecisions(binding, response)) {
    return { deny: 'The hook printed two decisions.', stricter: true };
  }
  const repeatedKey = findDuplicateKey(text, (path) => isVerdictPath(adapter, path));
  if (repeatedKey === undefined) return reading;
  return { deny: `The hook printed ${JSON.stringify(repeatedKey)} twice.`, stricter: true };
}
