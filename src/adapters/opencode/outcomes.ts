import type { PathOrRow } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/**
 * A refusal: our plugin throws an error with the message. The client shows the model, and at a prompt the person, the
 * message, 1.18.33.
 */
export const throwRows = {
  decision: { at: 'throw', words: { deny: true } },
  reason: 'message',
} as const satisfies Record<string, PathOrRow>;

/** A text for the model. Our plugin adds it to the prompt, to the result or to the request for a summary. */
export const contextRow = { context: 'append' } as const;

/** The end of the turn: our plugin aborts the session. The person is shown no reason, 1.18.33. */
export const abortRow = { halt: 'abort' } as const;

/** The end of a turn that has not begun: our plugin refuses the prompt, and the person is shown why. */
export const abortPromptRows = { ...abortRow, haltReason: 'abortMessage' } as const;

/** Returns the parts of a result of an MCP server, if a value is one. */
const contentOf = (value: unknown): unknown[] | undefined =>
  isObject(value) && Array.isArray(value.content) ? value.content : undefined;

const isText = (part: unknown): boolean =>
  isObject(part) && part.type === 'text' && typeof part.text === 'string';

/** What replaces a result. A built-in tool has a text as result, a tool of an MCP server a list of parts. */
export const resultRows = {
  replaced: 'output',
  output: {
    at: 'content',
    accepts: (value: unknown, tool?: unknown) =>
      value === undefined ||
      (contentOf(value)?.every((part) => tool === 'mcp' || isText(part)) ?? false),
    codec: makeCodec((content) => (Array.isArray(content) ? { content } : undefined), contentOf),
  },
} as const satisfies Record<string, PathOrRow>;

/** Rewrites `throw: "why"`, which a script may print as well, into the form of the tables. */
export const normaliseResponse = (response: Json): Json =>
  typeof response.throw === 'string'
    ? { ...response, throw: true, message: response.message ?? response.throw }
    : response;
