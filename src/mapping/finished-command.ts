import { isGateEvent } from '../canonical/traits.ts';
import type { Json } from '../util/json.ts';
import type { Binding, Finished, Reading } from './adapter.ts';
import { rowOf } from './fields.ts';
import { splitPath } from './paths.ts';

/** Text as a reader sees it: without the space around it, of which a byte order mark is one. */
export const trimOutput = (text: string): string => text.trim();

/** Why a command gave no answer of its own; undefined when it ended by itself. */
export function describeCutOff(finished: Finished): string | undefined {
  if (finished.notStarted !== undefined) return `could not be started: ${finished.notStarted}`;
  if (finished.timedOut) return 'ran out of time';
  if (finished.tooMuch) return 'printed more than is read';
  if (finished.unanswered !== undefined) return `was not answered: ${finished.unanswered}`;
  return undefined;
}

/** A failure that refuses on a gate, whatever the hook's policy does not say. */
export const readFailure = (failure: string, { event }: Pick<Binding, 'event'>): Reading =>
  isGateEvent(event) ? { deny: `The hook ${failure}.`, failure } : { failure };

/** How a command ended, when not with 0, and what it said. */
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
