import type { Adapter, Binding, Finished, Reading } from './adapter.ts';
import { gates } from './canonical/kinds.ts';
import { looksLikeJson, objectIn, twice } from './json.ts';
import { verdictKeys } from './outcomes.ts';

/** Text as a reader sees it: without a byte order mark, trimmed. */
export const clean = (text: string): string => text.replace(/^\uFEFF/, '').trim();

/** Why a command gave no answer of its own; undefined when it ended by itself. */
export function cutOff(finished: Finished): string | undefined {
  if (finished.notStarted !== undefined) return `could not be started: ${finished.notStarted}`;
  if (finished.timedOut) return 'ran out of time';
  if (finished.tooMuch) return 'printed more than is read';
  return undefined;
}

const keys = new WeakMap<Adapter, Set<string>>();

/**
 * What a dialect's vendor takes from a finished command. On a gate we are stricter in one thing:
 * what begins like JSON and is none, or holds two verdicts, was a guard that got talked over.
 */
export function read(adapter: Adapter, binding: Binding, finished: Finished): Reading {
  const reading = adapter.reads(finished, binding);
  if (!gates.includes(binding.event) || cutOff(finished)) return reading;
  const text = clean(finished.stdout);
  if (!looksLikeJson(text)) return reading;
  if (!objectIn(text)) return { deny: 'The hook printed JSON that cannot be read.' };
  const paths = keys.get(adapter) ?? verdictKeys(adapter);
  keys.set(adapter, paths);
  const doubled = twice(text, paths);
  return doubled ? { deny: `The hook printed ${JSON.stringify(doubled)} twice.` } : reading;
}
