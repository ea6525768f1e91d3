import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/**
 * Returns a prompt without the quotes that `opencode run` puts around an argument with a blank in it, 1.18.33. It puts a
 * backslash before each quote inside. A prompt that a person has put in quotes comes out without them as well.
 */
export function unquotePrompt(text: string): string {
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"$/.exec(text)?.[1];
  return quoted?.includes(' ') ? quoted.replaceAll('\\"', '"') : text;
}

/** Tells whether a part of a message is text that the person wrote. The client adds synthetic texts itself. */
export const isWrittenText = (part: unknown): part is Json & { text: string } =>
  isObject(part) &&
  part.type === 'text' &&
  typeof part.text === 'string' &&
  part.synthetic !== true;

/** Returns the text of a part, or the prompt of a sub-agent that the person starts (`subtask`). */
function textOf(part: unknown): string | undefined {
  if (isWrittenText(part)) return part.text;
  return isObject(part) && part.type === 'subtask' && typeof part.prompt === 'string'
    ? part.prompt
    : undefined;
}

/** Reads the texts of a message's parts as one text, and writes a text as one part. */
export const partsCodec = makeCodec(
  (parts) => {
    if (!Array.isArray(parts)) return parts;
    const texts = parts.map(textOf).filter((text) => text !== undefined);
    return unquotePrompt(texts.join('\n'));
  },
  (text) => [{ type: 'text', text }],
);
