import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText } from '../../util/json.ts';
import { textOfParts } from './outcomes.ts';

/** Returns the text of a message of the model. Undefined: it is of someone else, or has no text. */
function answerOf(message: unknown): string | undefined {
  if (!isObject(message) || message.role !== 'assistant') return undefined;
  const { content } = message;
  const parts = Array.isArray(content)
    ? content.filter((part) => isObject(part) && part.type === 'text')
    : [];
  return textOfParts(parts) || undefined;
}

/** Lists the messages of the conversation, in order. `contextEntries` groups them by the entries of the session file. */
function listMessages(context: Record<string, unknown>): unknown[] {
  const { contextEntries, llmMessages } = context;
  if (!Array.isArray(contextEntries)) return Array.isArray(llmMessages) ? llmMessages : [];
  return contextEntries.flatMap((entry) =>
    isObject(entry) && Array.isArray(entry.messages) ? entry.messages : [],
  );
}

/** Converts the conversation of an event to the last answer of the model. Writes a conversation that has only that. */
export const lastAnswerCodec = makeCodec(
  (context) =>
    isObject(context)
      ? listMessages(context)
          .map(answerOf)
          .findLast((text) => text !== undefined)
      : undefined,
  (text) => ({
    llmMessages: [{ role: 'assistant', content: [{ type: 'text', text: asText(text) }] }],
  }),
);
