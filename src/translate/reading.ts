import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Binding, Draft, Finished, Reading } from '../mapping/adapter.ts';
import { clean, cutOff, failing } from '../mapping/finished.ts';
import { looksLikeJson, twice, valueIn } from '../util/json.ts';
import { interpretResponse } from './any-dialect-response.ts';
import { hasConflictingDecisions, verdictPathsOf } from './response.ts';
import { canHoldVerdict } from './response-tables.ts';

/** Whether a verdict of a dialect may stand at a path: there nothing may stand twice. */
const isVerdictPath = (adapter: Adapter, path: string): boolean =>
  adapter.takesAnyWords ? canHoldVerdict(path) : verdictPathsOf(adapter).has(path);

/**
 * What a dialect takes from a finished command by itself; `event`: what the hook was told of, as far
 * as its answer depends on it.
 */
export function readAsVendor(
  adapter: Adapter,
  binding: Binding,
  finished: Finished,
  event: Draft = { event: binding.event },
): Reading {
  const reading = adapter.reads(finished, binding);
  return adapter.takesAnyWords
    ? interpretResponse(reading, event, (failure) => failing(failure, binding))
    : reading;
}

/**
 * What a dialect's vendor takes from a finished command. On a gate we are stricter in one thing:
 * what begins like JSON and is none, or holds two verdicts, was a guard that got talked over.
 */
export function readHookOutput(
  adapter: Adapter,
  binding: Binding,
  finished: Finished,
  event?: Draft,
): Reading {
  const reading = readAsVendor(adapter, binding, finished, event);
  if (!isGateEvent(binding.event) || cutOff(finished)) return reading;
  if (reading.deny !== undefined && !reading.failure) return reading; // it refused, and said why
  let text = reading.text ?? clean(finished.stdout);
  const { response } = reading;
  if (response && text[0] === '"') text = String(valueIn(text)); // JSON in JSON
  if (!looksLikeJson(text)) return reading;
  if (valueIn(text) === undefined) {
    return { deny: 'The hook printed JSON that cannot be read.', stricter: true };
  }
  if (response && hasConflictingDecisions(binding, response)) {
    return { deny: 'The hook printed two decisions.', stricter: true };
  }
  const doubled = twice(text, (path) => isVerdictPath(adapter, path));
  if (doubled === undefined) return reading;
  return { deny: `The hook printed ${JSON.stringify(doubled)} twice.`, stricter: true };
}
