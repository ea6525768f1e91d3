import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';

const makeTextPart = (text: string): Json => ({ type: 'text', text });

/** Returns the parts of a result as one text: texts as they are, and other parts as JSON. */
const joinParts = (parts: readonly unknown[]): string =>
  parts.map((part) => asText(isObject(part) && part.type === 'text' ? part.text : part)).join('\n');

/**
 * Applies a response to the result of a tool, in place. The result of an MCP tool is a list of parts, that of any other
 * tool a text.
 */
export function changeResult(result: Json, { output, content, append }: Json): void {
  const isMcp = Array.isArray(result.content);
  const parts =
    typeof output === 'string'
      ? [makeTextPart(output)]
      : Array.isArray(content)
        ? content
        : undefined;
  if (parts) {
    if (isMcp) result.content = parts;
    else result.output = joinParts(parts);
    // They hold the result as well: images, and what an MCP tool returns as an object.
    delete result.attachments;
    delete result.structuredContent;
  }
  if (typeof append !== 'string' || append === '') return;
  if (isMcp) result.content = [...(result.content as unknown[]), makeTextPart(append)];
  else result.output = `${asText(result.output)}\n${append}`;
}

/** Puts other arguments into the object of the client, which reads that object and no other, 1.18.33. */
export function replaceArguments(args: Json, wanted: Json): void {
  for (const key of Object.keys(args)) if (!Object.hasOwn(wanted, key)) delete args[key];
  Object.assign(args, wanted);
}
