import type { Json } from '../../util/json.ts';
import type { Message, Part } from './client.ts';
import { isWrittenText } from './prompt-parts.ts';

let partCount = 0;

/** Makes the id of a further part of a message. It comes after the ids of the client, which begin with a time. */
const makePartId = (): string => `prt_ffffffffffff${String(++partCount).padStart(14, '0')}`;

/** Returns the parts of a message. */
export const partsOf = ({ parts }: Json): Part[] => (Array.isArray(parts) ? (parts as Part[]) : []);

/** Adds a text for the model to a message of the session `sessionID`. A synthetic text is not shown to the person. */
export function addText(output: Json, text: string, sessionID: string): void {
  const { id: messageID } = output.message as Message;
  partsOf(output).push({
    ...{ id: makePartId(), messageID, sessionID },
    ...{ type: 'text', text, synthetic: true },
  });
}

/** Removes a part from a list that the client holds. */
const removePart = (parts: Part[], part: Part): void => {
  parts.splice(parts.indexOf(part), 1);
};

/** Puts another prompt in place of the texts that the person wrote. */
export function replacePrompt(output: Json, text: string): void {
  const parts = partsOf(output);
  const [first, ...others] = parts.filter((part) => isWrittenText(part) || part.type === 'subtask');
  if (!first) return;
  first[first.type === 'subtask' ? 'prompt' : 'text'] = text;
  for (const part of others) removePart(parts, part);
}

/** Keeps the model from ever seeing a message that is refused. The client still shows the person its texts. */
export function hideParts(output: Json): void {
  const parts = partsOf(output);
  for (const part of [...parts]) {
    if (part.type === 'text') part.ignored = true;
    else removePart(parts, part);
  }
}
