import { isGateEvent } from '../canonical/traits.ts';
import type { Json } from '../util/json.ts';
import type { Binding, Finished, Reading } from './adapter.ts';
import { rowOf } from './fields.ts';
import { splitPath } from './paths.ts';

/** Removes white space and a byte order mark from both ends of a text. */
export const trimOutput = (text: string): string => text.trim();

/** Returns why a command gave no answer of its own, or undefined where it ended by itself. */
export function describeCutOff(finished: Finished): string | undefined {
  if (finished.notStarted !== undefined) return `could not be started: ${finished.notStarted}`;
  if (finished.timedOut) return 'ran out of time';
  if (finished.tooMuch) return 'printed more than is read';
  if (finished.unanswered !== undefined) return `was not answered: ${finished.unanswered}`;
  return undefined;
}

/** Returns the reading of a failed hook: a refusal on a gate, and only the failure on other events. */
export const readFailure = (failure: string, { event }: Pick<Binding, 'event'>): Reading =>
  isGateEvent(event) ? { deny: `The hook ${failure}.`, failure } : { failure };

/** Describes how a command ended that did not exit with code 0, followed by the text that it printed. */
export function describeEnding({ code, signal }: Finished, said: string): string {
  const end =
    code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`;
  return said ? `${end}: ${said.slice(0, 500)}` : end;
}

/**
 * Returns the first key at the top of a response that no row of the binding knows, for an agent that
 * rejects such responses. Undefined: all are known.
 */
export function findUnknownKey({ outcome }: Binding, response: Json): string | undefined {
  const paths = Object.values(outcome).flatMap((native) => {
    const { at, older = [], implies = {}, with: beside = {} } = rowOf(native);
    return [at, older, Object.keys(implies), Object.keys(beside)].flat();
  });
  const known = new Set(paths.map((path) => splitPath(path)[0]));
  return Object.keys(response).find((key) => !known.has(key));
}
