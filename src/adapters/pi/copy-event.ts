import { attempt } from '../../util/attempt.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Copies a value as JSON. Throws for one that JSON cannot hold. */
const copyAsJson = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Fields without which a hook would judge something else than what happens. */
const neededFields: readonly string[] = ['input', 'text', 'prompt', 'command', 'content'];

/** Returns the last message of the model in a conversation, without its thoughts and calls. */
function copyLastAnswer(context: unknown): Json | undefined {
  const messages = isObject(context) ? context.llmMessages : undefined;
  if (!Array.isArray(messages)) return undefined;
  const isText = (part: unknown) => isObject(part) && part.type === 'text';
  const answer = messages.findLast(
    (message) =>
      isObject(message) &&
      message.role === 'assistant' &&
      Array.isArray(message.content) &&
      message.content.some(isText),
  );
  const content = (answer?.content as Json[] | undefined)?.filter(isText);
  return content && { llmMessages: [{ role: 'assistant', content: copyAsJson(content) }] };
}

/** Field of an event → what is copied of it. A conversation is as large as the session, and a prompt of the system says nothing of it. */
const shortenedFields: Readonly<Record<string, (value: unknown) => unknown>> = {
  context: copyLastAnswer,
  preparation: (value) => isObject(value) && { tokensBefore: value.tokensBefore },
  compactionEntry: (value) => isObject(value) && { summary: value.summary },
  branchEntries: () => undefined,
  entries: () => undefined,
  signal: () => undefined,
  systemPrompt: () => undefined,
  systemPromptOptions: () => undefined,
};

/** Copies an event of the client. A field that JSON cannot hold is left out; throws if a hook needs it. */
export function copyEvent(event: Json): Json {
  const copy: Json = {};
  for (const key of Object.keys(event)) {
    if (Object.hasOwn(shortenedFields, key)) {
      const value = attempt(() => shortenedFields[key]?.(event[key]));
      if (value) copy[key] = value;
      continue;
    }
    const value = neededFields.includes(key)
      ? copyAsJson(event[key])
      : attempt(() => copyAsJson(event[key]));
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}
