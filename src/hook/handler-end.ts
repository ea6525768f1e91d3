/** How a handler ends: what it returned as the JSON that a command would print, or why it gave no outcome. */
import { attempt } from '../util/attempt.ts';

/** The end of a handler. `broken`: words that follow `The hook`. */
export type HandlerEnd = { stdout: string } | { broken: string };

/**
 * Returns the handler of an event.
 *
 * @param handlers What the file of a hook exports. Undefined: it exports no object of functions.
 * @param name The name of the handler. See `handlerNameOf`.
 */
export function findHandler(
  handlers: unknown,
  name: string,
): ((event: unknown) => unknown) | { broken: string } {
  const table = Object(handlers) as Record<string, (event: unknown) => unknown>;
  // It is called by no method of functions, which an earlier call may have replaced.
  if (typeof table[name] === 'function') return (event) => table[name]?.(event);
  const others = Object.keys(table).filter((key) => typeof table[key] === 'function');
  return {
    broken: others.length
      ? `has no handler ${name}, only ${others.slice(0, 5).join(', ')}`
      : 'exports no hook: its default export must be hook({ … })',
  };
}

/** Returns the end of a handler that has thrown, or whose promise was rejected, with the place in the hook's file. */
export const endOfError = (error: unknown, how = 'threw'): HandlerEnd => ({
  broken: `${how} ${describeThrown(error)}${placeOf(error)}`,
});

/** Returns ` (guard.cjs:12)`: the first place of a stack that lies in a file, and not in a module of Node. */
function placeOf(error: unknown): string {
  const stack = attempt(() => String((error as Error).stack).slice(0, 2000));
  const place = stack && /^ +at .*?([^\s(/\\:]+\.\w+:\d+):\d+\)?$/m.exec(stack);
  return place ? ` (${place[1]})` : '';
}

/** Describes what was thrown, in at most 500 characters. Never throws, whatever was thrown. */
export const describeThrown = (error: unknown): string => {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
    return String(text).replace(/\s+/g, ' ').slice(0, 500);
  } catch {
    return 'what cannot be shown';
  }
};

/** Returns the end of a handler that has returned a value. */
export function endOfValue(value: unknown): HandlerEnd {
  if (value === undefined || value === null) return { stdout: '' };
  try {
    refuseOtherOutcome(value);
    // JSON would drop a verdict that is undefined, and `null` is judged.
    const { decision } = value as { decision?: unknown };
    const isUndefined = 'decision' in (value as object) && decision === undefined;
    const whole = isUndefined ? { ...(value as object), decision: null } : value;
    return { stdout: JSON.stringify(whole, refuseOtherKinds) };
  } catch (error) {
    const what =
      error instanceof OtherKind ? error.message : `what is no JSON (${describeThrown(error)})`;
    return { broken: `returned ${what}: return deny("…"), another outcome, or nothing` };
  }
}

/** The error of a value that JSON has no form for. */
class OtherKind extends Error {}

const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

const kindOf = (value: unknown): string | undefined =>
  typeof value === 'object' ? value?.constructor?.name : typeof value;

/** Refuses what is no object of data: a text, an `Error`, and an object of which JSON would not show what it holds. */
function refuseOtherOutcome(value: unknown): void {
  if (typeof value !== 'object' || value === null || !isPlain(value))
    throw new OtherKind(`a value of the kind ${kindOf(value)}`);
  const { length } = Object.keys(value);
  if (Reflect.ownKeys(value).length !== length || 'toJSON' in value)
    throw new OtherKind('an object with hidden keys or toJSON');
}

/**
 * Refuses values that JSON has no form for, and would drop or change without a word: a helper that was not called
 * (`{ decision: deny }`), a map, NaN.
 */
function refuseOtherKinds(key: string, value: unknown): unknown {
  const isOther =
    typeof value === 'object'
      ? value !== null && !isPlain(value) && !Array.isArray(value)
      : /^(?:function|symbol)$/.test(typeof value) || Number.isNaN(value);
  if (isOther) throw new OtherKind(`a ${kindOf(value)} as "${key}"`);
  return value;
}
