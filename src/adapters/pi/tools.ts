import type { Codec, Draft, Fields } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { selectTexts } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { editPath, filePath, searchPath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';

const fileArgument = { path: { at: 'path', codec: filePath } } satisfies Fields;
const searchArgument = { path: { at: 'path', codec: searchPath } } satisfies Fields;

const inputOf = (event: Draft): Json => event.input ?? {};

/** Converts a time limit, which is natively in seconds. */
const secondsCodec = makeCodec(
  (value) => (typeof value === 'number' ? value * 1000 : value),
  (value) => Number(value) / 1000,
);

/** Reads the replacements of an edit with canonical keys. A value that is no list of them replaces nothing: the tool fails. */
function readEdits(value: unknown): Json[] {
  const edits = Array.isArray(value) ? value.filter(isObject) : [];
  return edits.map(({ oldText, newText }) => ({ old: oldText, new: newText }));
}

/** Returns the old or the new texts of all replacements of an edit, joined with newlines. */
const joinEdits = (edits: readonly Json[], key: 'old' | 'new'): string =>
  selectTexts(edits.map((edit) => edit[key])).join('\n');

/** Writes the replacements of an edit. */
const writeEdits = (edits: readonly unknown[]): Json[] =>
  edits.filter(isObject).map(({ old, new: newText }) => ({ oldText: old, newText }));

/**
 * Makes the row of the old or the new text of an edit. If there are several replacements, `edits` lists them, and a
 * joined text that a hook has changed cannot be written.
 */
const textOfEdits = (key: 'old' | 'new') => ({
  at: 'edits',
  codec: makeCodec(
    (value) => joinEdits(readEdits(value), key),
    (value, { event }) => {
      const { edits, ...single } = inputOf(event);
      if (!Array.isArray(edits)) return writeEdits([{ ...single, [key]: value }]);
      return value === joinEdits(edits.filter(isObject), key) ? writeEdits(edits) : undefined;
    },
  ),
});

const listOfEdits = {
  at: 'edits',
  codec: makeCodec(
    (value) => {
      const edits = readEdits(value);
      return edits.length > 1 ? edits : undefined;
    },
    (value) => (Array.isArray(value) ? writeEdits(value) : undefined),
  ),
};

const shellArguments = {
  command: 'command',
  timeout: { at: 'timeout', codec: secondsCodec },
} satisfies Fields;

/** Converts the arguments of a call. `ls` without a path lists the folder of the session, 1.5.2. */
export const argumentsCodec: Codec = {
  read: (input, _, { event } = {}) =>
    isObject(input) && isObject(event) && event.toolName === 'ls' ? { path: '.', ...input } : input,
  write(input, { event }) {
    if (event.tool !== 'list' || !isObject(input)) return input;
    const { path, ...others } = input;
    return path === event.cwd || path === '.' ? others : input;
  },
};

/** The tools of 1.5.2. `grep`, `find` and `ls` are on offer only if the person has switched them on. */
export const tools = [
  { tool: 'shell', names: ['bash'], shell: 'bash', input: shellArguments },
  { tool: 'shell', names: ['powershell'], shell: 'powershell', input: shellArguments }, // on Windows
  {
    tool: 'read',
    names: ['read'],
    input: { ...fileArgument, start: 'offset' },
  },
  {
    tool: 'write',
    names: ['write'],
    input: { path: { at: 'path', codec: editPath }, content: 'content' },
  },
  {
    tool: 'edit',
    names: ['edit'],
    input: {
      path: { at: 'path', codec: editPath },
      old: textOfEdits('old'),
      new: textOfEdits('new'),
      edits: listOfEdits,
    },
  },
  {
    tool: 'grep',
    names: ['grep'],
    input: { pattern: 'pattern', ...searchArgument, include: 'glob' },
  },
  { tool: 'glob', names: ['find'], input: { pattern: 'pattern', ...searchArgument } },
  { tool: 'list', names: ['ls'], input: searchArgument },
  // The client has no such tool. To its hooks, calls of other agents' delete tools have this name.
  { tool: 'delete', names: ['delete'], input: fileArgument },
] as const satisfies readonly StatedTool[];

/** Computes the error of a failed call: the client tells it as the result, 1.5.2. */
export const fillCallAfterDecoding = {
  'result.error.message': ({ status, result }: Draft) =>
    status === 'failed' ? asText((result as Json | undefined)?.text ?? '') : undefined,
};
