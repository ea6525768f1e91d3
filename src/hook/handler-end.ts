/** How a handler ends: what it returned as the JSON that a command would print, or why it gave no outcome. */
import { handlerNameOf } from './handler-name.ts';

/** The end of a handler. `broken`: words that follow `The hook`. */
export type HandlerEnd = { stdout: string } | { broken: string };

/**
 * Returns the handler of an event.
 *
 * @param handlers What the file of a hook exports. Undefined: it exports no object of functions.
 */
export function findHandler(
  handlers: unknown,
  event: unknown,
): ((event: unknown) => unknown) | { broken: string } {
  const name = handlerNameOf(String(event));
  const table = Object(handlers) as Record<string, unknown>;
  const handler = table[name];
  if (typeof handler === 'function') return (argument) => handler.call(handlers, argument);
  const others = Object.keys(table).filter((key) => typeof table[key] === 'function');
  return {
    broken: others.length
      ? `has no handler ${name}, only ${others.slice(0, 5).join(', ')}`
      : 'exports no hook: its default export must be hook({ … })',
  };
}

/** Returns the end of a handler that has thrown, or whose promise was rejected. */
export const endOfError = (error: unknown, how = 'threw'): HandlerEnd => ({
  broken: `${how} ${describeThrown(error)}`,
});

/** Describes what was thrown, in at most 500 characters. */
export const describeThrown = (error: unknown): string => {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
  return String(text)
    .replace(/\s*\n\s*/g, ' ')
    .slice(0, 500);
};

/** Returns the end of a handler that has returned a value. */
export function endOfValue(value: unknown): HandlerEnd {
  if (value === undefined || value === null) return { stdout: '' };
  try {
    return { stdout: JSON.stringify(value, refuseOtherKinds) };
  } catch (error) {
    const what =
      error instanceof OtherKind ? error.message : `what is no JSON (${describeThrown(error)})`;
    return { broken: `returned ${what}: return deny("…"), another outcome, or nothing` };
  }
}

/** The error of a value that JSON has no form for. */
class OtherKind extends Error {}

/**
 * Refuses values that JSON has no form for, and would drop or change without a word: a helper that was not called
 * (`return deny`), an `Error`, a map. What is returned as a whole must be an object.
 */
function refuseOtherKinds(key: string, value: unknown): unknown {
  const isWhole = key === '';
  if (value === null || (value === undefined && !isWhole)) return value;
  const isObjectOfJson =
    typeof value === 'object' &&
    ([Object.prototype, null].includes(Object.getPrototypeOf(value)) ||
      (Array.isArray(value) && !isWhole));
  const isOther = /^(?:object|function|symbol)$/.test(typeof value) || isWhole;
  if (isObjectOfJson || !isOther) return value;
  const kind = typeof value === 'object' ? value.constructor?.name : typeof value;
  throw new OtherKind(isWhole ? `a value of the kind ${kind}` : `a ${kind} as "${key}"`);
}
