import { isGateEvent } from '../canonical/traits.ts';
import type { Json } from '../util/json.ts';
import type { Binding, Finished, Reading } from './adapter.ts';
import { rowOf } from './fields.ts';
import { splitPath } from './paths.ts';

/** Removes white space and a byte order mark from both ends of a text. */
export const trimOutput = (text: string): string => text.trim();

/** Returns why a command did not end by itself, as words that follow `The hook`. Undefined: it did. */
export function describeCutOff(finished: Finished): string | undefined {
  if (finished.notStarted !== undefined) return `could not be started: ${finished.notStarted}`;
  if (finished.timedOut) return 'ran out of time';
  if (finished.tooMuch) return 'printed more than is read';
  if (finished.unanswered !== undefined) return `was not answered: ${finished.unanswered}`;
  return finished.broken;
}

/** Returns the reading of a failed hook: at a gate a refusal with the failure, at other events only the failure. */
export const readFailure = (failure: string, { event }: Pick<Binding, 'event'>): Reading =>
  isGateEvent(event) ? { deny: `The hook ${failure}.`, failure } : { failure };

/** Describes how a command ended that did not exit with code 0, with at most 500 characters of the text it printed (`output`). */
export function describeEnding({ code, signal }: Finished, output: string): string {
  const end =
    code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`;
  return output ? `${end}: ${output.slice(0, 500)}` : end;
}

/**
 * Returns the first key of a response that begins no path in the outcome rows of a binding. For agents that reject a
 * response with an unknown key. Undefined: all keys are known.
 */
export function findUnknownKey({ outcome }: Binding, response: Json): string | undefined {
  const paths = Object.values(outcome).flatMap((native) => {
    const { at, older = [], implies = {}, with: constants = {} } = rowOf(native);
    return [at, older, Object.keys(implies), Object.keys(constants)].flat();
  });
  const known = new Set(paths.map((path) => splitPath(path)[0]));
  return Object.keys(response).find((key) => !known.has(key));
}
