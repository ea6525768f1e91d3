import { gates } from '../canonical/kinds.ts';
import type { Adapter, Binding, Finished, Reading } from '../mapping/adapter.ts';
import { clean, cutOff } from '../mapping/finished.ts';
import { looksLikeJson, twice, valueIn } from '../util/json.ts';
import { isTorn, verdictKeys } from './response.ts';

const keys = new WeakMap<Adapter, Set<string>>();

/**
 * What a dialect's vendor takes from a finished command. On a gate we are stricter in one thing:
 * what begins like JSON and is none, or holds two verdicts, was a guard that got talked over.
 */
export function read(adapter: Adapter, binding: Binding, finished: Finished): Reading {
  const reading = adapter.reads(finished, binding);
  if (!gates.includes(binding.event) || cutOff(finished)) return reading;
  if (reading.deny !== undefined && !reading.failure) return reading; // it refused, and said why
  let text = reading.text ?? clean(finished.stdout);
  const { response } = reading;
  if (response && text[0] === '"') text = String(valueIn(text)); // JSON in JSON
  if (!looksLikeJson(text)) return reading;
  if (valueIn(text) === undefined) {
    return { deny: 'The hook printed JSON that cannot be read.', stricter: true };
  }
  if (response && isTorn(binding, response)) {
    return { deny: 'The hook printed two decisions.', stricter: true };
  }
  const doubled = twice(text, (path) => {
    const paths = keys.get(adapter) ?? verdictKeys(adapter);
    keys.set(adapter, paths);
    return paths.has(path);
  });
  if (doubled === undefined) return reading;
  return { deny: `The hook printed ${JSON.stringify(doubled)} twice.`, stricter: true };
}
