/**
 * `node:vm`, as far as the converter uses it: to see whether a text is JavaScript, which is compiled and never run, and to
 * compare names with the patterns of matchers. No time limit holds here: the page ends the worker if it takes too long.
 */

/** Compiles a text. Throws if it is no JavaScript. */
export class Script {
  constructor(text: string) {
    new Function(text);
  }
}

export const createContext = <T>(context: T): T => context;

/** Evaluates an expression of the converter with the values of a context. */
export const runInContext = (code: string, context: Record<string, unknown>): unknown =>
  new Function(...Object.keys(context), `return (${code});`)(...Object.values(context));
