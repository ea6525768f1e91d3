/**
 * What is wrong with a payload.
 *
 * No event can be read (`ok` is false):
 * - `empty`: there is no text;
 * - `not-json`: the text is no JSON, for instance because it was cut off;
 * - `not-object`: it is JSON, and no object;
 * - `too-deep`: objects and lists are nested more than 1000 levels deep;
 * - `too-large`: the text is longer than a string can be;
 * - `unreadable`: an object that is no data, such as one whose getters throw;
 * - `no-event`: the payload names no event;
 * - `unknown-event`: it names one that the agent does not have, as far as its tables know;
 * - `no-tool`: it is of a tool call, and names no tool.
 *
 * An event is read all the same:
 * - `not-utf8`: some bytes were no UTF-8;
 * - `duplicate-key`: an object has a key twice, of which the last counts (only the first such key is listed);
 * - `missing`: the event lacks a value that it always has;
 * - `wrong-kind`: a value is of another kind than the agent sends. It is read as text, or left out.
 */
export type ProblemCode =
  | 'empty'
  | 'not-json'
  | 'not-object'
  | 'too-deep'
  | 'too-large'
  | 'unreadable'
  | 'no-event'
  | 'unknown-event'
  | 'no-tool'
  | 'not-utf8'
  | 'duplicate-key'
  | 'missing'
  | 'wrong-kind';

/** Something that is wrong with a payload. */
export interface Problem {
  readonly code: ProblemCode;
  /** Where it is in the agent's payload, with dots between keys. Empty: it concerns the payload as a whole. */
  readonly path: string;
  /** One sentence for people, in English. */
  readonly message: string;
}
