import type { PathOrRow } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/**
 * The answers of handlers, as far as an answer is what the client takes from a handler. What a handler does by a call
 * is a key of our own, which our plugin applies: `ask`, `abort`, `abortReason`, `append`, `notify`, `input`, and `message` where the
 * client takes none.
 */

/** A refusal before a tool, or the question to the person whether the tool may run. */
export const refusalOrAskRows = {
  decision: { at: 'block', words: { deny: true }, or: { at: 'ask', words: { ask: true } } },
  reason: 'reason',
} as const satisfies Record<string, PathOrRow>;

/** The run of the agent ends: our plugin calls `ctx.abort()`. */
export const haltPath = 'abort';

/** Why the run ends, which our plugin shows to the person as it shows a message. */
export const haltReasonPath = 'abortReason';

/** A prompt that is not sent. The client shows no reason: our plugin does. */
export const refusedPromptRows = {
  decision: { at: 'action', words: { deny: 'handled' } },
  reason: 'reason',
  halt: { at: haltPath, with: { action: ['handled'] } },
  haltReason: haltReasonPath,
} as const satisfies Record<string, PathOrRow>;

/** A message that the model sees and the screen does not show. */
export const contextRow = {
  at: 'message.content',
  implies: { 'message.customType': 'anyhook', 'message.display': false },
} as const satisfies PathOrRow;

/** A text for the person, which our plugin shows by `ctx.ui.notify`. Only the modes with a screen have that. */
export const messageRow = { message: 'notify' } as const;

/** Tells whether a value is a part of a result that the client can show to the model. */
const isPart = (part: unknown): part is Json =>
  isObject(part) &&
  ((part.type === 'text' && typeof part.text === 'string') ||
    (part.type === 'image' && typeof part.data === 'string' && typeof part.mimeType === 'string'));

/** Returns the text of a result that consists of texts. Undefined: it has other parts, or none. */
export function textOfParts(content: unknown): string | undefined {
  if (!Array.isArray(content) || !content.length) return undefined;
  const texts = content.map((part) => (isObject(part) ? part.text : undefined));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined;
}

/** Returns a result that consists of one text. */
export const partsOfText = (text: unknown) => [{ type: 'text', text }];

/** Tells whether a rewritten result has only parts that the client can show to the model. */
const isResult = (output: unknown): boolean =>
  isObject(output) && Array.isArray(output.content) && output.content.every(isPart);

/** What the model sees in place of a result: a text, or parts of which some are images. */
export const resultRows = {
  replaced: {
    at: 'content',
    implies: { isError: true },
    codec: makeCodec(textOfParts, partsOfText),
  },
  output: {
    at: 'content',
    accepts: (output: unknown) => output === undefined || isResult(output),
    codec: makeCodec(
      (content) =>
        Array.isArray(content) && textOfParts(content) === undefined ? { content } : undefined,
      (output) => (isResult(output) ? (output as Json).content : undefined),
    ),
  },
} as const satisfies Record<string, PathOrRow>;

/** A custom message at the end of a run. With it, the run goes on. */
const customMessage = (content: unknown) => ({
  type: 'custom_message',
  customType: 'anyhook',
  content,
  display: true,
});

/** The texts of the messages with which the run goes on. Without one it ends, whatever `continue` is, 1.5.2. */
export const followUpRow = {
  at: 'entries',
  implies: { continue: true },
  codec: makeCodec(
    (entries) => {
      const contents = (Array.isArray(entries) ? entries : []).map((entry) =>
        isObject(entry) && entry.type === 'custom_message' ? entry.content : undefined,
      );
      const texts = contents.filter((content) => typeof content === 'string');
      return texts.length ? texts.join('\n') : undefined;
    },
    (text) => [customMessage(text)],
  ),
} as const satisfies PathOrRow;
