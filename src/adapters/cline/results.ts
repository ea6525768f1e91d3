import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';

/** Returns the text of a part of a result: of an item of a list, or of a part of an MCP result. */
const textOfPart = (part: unknown): string => {
  if (!isObject(part)) return asText(part);
  const { result = part.text ?? part.error } = part;
  return result === undefined ? JSON.stringify(part) : asText(result);
};
const joinParts = (parts: readonly unknown[]): string => parts.map(textOfPart).join('\n');

/** Matches what the client writes before the output of a command that did not end with 0. */
const exitCodeMark = /^\[Command exited with code (-?\d+)\]/;

/** Returns the exit code that the results of commands state. Undefined: they state none. */
function exitCodeOf(items: readonly unknown[]): number | undefined {
  const codes = items.map((item) => exitCodeMark.exec(textOfPart(item))?.[1]);
  const code = codes.find((one) => one !== undefined);
  if (code !== undefined) return Number(code);
  return items.every((item) => isObject(item) && item.success === true) ? 0 : undefined;
}

/** Returns the message of a failure in a result: of the first item that failed, or of the whole. Undefined: nothing failed. */
function errorOf(items: readonly unknown[]): string | undefined {
  for (const item of items) {
    if (!isObject(item)) continue;
    if (item.error !== undefined) return asText(item.error);
    if (item.success === false) return textOfPart(item);
  }
  return undefined;
}

/** Reads a native result into an object with `text`, `error` and `exitCode`. */
function readResult(value: unknown): Json {
  const items = Array.isArray(value) ? value : [value];
  const content = isObject(value) && Array.isArray(value.content) ? value.content : undefined;
  const text = joinParts(content ?? items);
  const isMcpError = isObject(value) && value.isError === true;
  const error = isMcpError ? text : errorOf(items);
  const exitCode = Array.isArray(value) ? exitCodeOf(items) : undefined;
  return {
    text: text === '' && error !== undefined ? error : text,
    ...(error !== undefined && { error }),
    ...(exitCode !== undefined && { exitCode }),
  };
}

/** Tools whose result is a list with an item for each command, file, search or address, by the argument that names it. */
const listSubjects: Readonly<Record<string, string>> = {
  shell: 'command',
  read: 'path',
  grep: 'pattern',
  fetch: 'url',
};

/** Builds a native result of a text and an error. */
function writeResult(
  value: unknown,
  { event: { tool, input = {}, status } }: { event: Draft },
): unknown {
  const { text = '', error, exitCode }: Json = isObject(value) ? value : { text: value };
  if (status === 'refused') return { error };
  const isMarked = !exitCode || exitCodeMark.test(asText(text));
  const item = {
    result:
      (isMarked ? '' : `[Command exited with code ${exitCode}]\n`) + (text === error ? '' : text),
    ...(error !== undefined && { error }),
    success: error === undefined && !exitCode,
  };
  const subject = listSubjects[tool as string];
  if (subject) return [{ query: asText(input[subject] ?? ''), ...item }];
  if (tool === 'write' || tool === 'edit') return { query: `edit:${input.path}`, ...item };
  if (tool === 'mcp')
    return {
      ...(error !== undefined && { isError: true }),
      content: [{ type: 'text', text: asText(error ?? text) }],
    };
  if (tool === 'task') return { text, iterations: 1, finishReason: 'completed' };
  return error === undefined ? text : { error };
}

/** Converts a result, whose form depends on the tool, into an object with `text`, `error` and `exitCode`, and back. */
export const resultCodec = makeCodec(readResult, writeResult);

/** Matches what the client adds to the reason of a call that a person or a rule did not approve. */
const notApproved = /NOT a tool or system failure/;

/** Computes how a finished call ended, from its result. */
export const fillCallAfterDecoding = {
  status({ event, result }: Draft) {
    if (event !== 'after-tool') return undefined;
    const { error } = result ?? {};
    if (!isObject(error)) return 'ok';
    return notApproved.test(asText(error.message)) ? 'refused' : 'failed';
  },
} satisfies Record<string, ComputeField>;
