import type { Draft, Fields, McpNames } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { editPath, filePath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import {
  type FileRead,
  type PathKey,
  pathKeyOf,
  type ReadCommands,
  readCommands,
  readFiles,
  readLineNumber,
  readTexts,
  statesOneFile,
} from './arguments.ts';

/** The rows of a result, which `resultCodec` brings into this form. */
export const result = { text: 'text', 'error.message': 'error' } satisfies Fields;

/** Returns the only command of a call, if that is a line for a shell and stands in the given argument. */
const onlyCommandOf = (input: unknown, at: ReadCommands['at']): string | undefined => {
  const read = readCommands(input);
  const [command] = read?.at === at && read?.commands.length === 1 ? read.commands : [];
  return typeof command === 'string' ? command : undefined;
};

const shellResult = { ...result, output: 'text', exitCode: 'exitCode' } satisfies Fields;

/** Makes the row of a shell command under one of the names that its argument may have. */
const oneCommandRow = (at: 'command' | 'cmd') =>
  ({
    tool: 'shell',
    names: ['run_commands'],
    fits: (input) => onlyCommandOf(input, at) !== undefined,
    input: { command: at },
  }) as const satisfies StatedTool;

/** Returns the only file of a list `files`, if that is how a call spells it. */
function onlyFileOf(input: Json): FileRead | undefined {
  const read = Array.isArray(input.files) ? readFiles(input) : undefined;
  return read?.length === 1 ? read[0] : undefined;
}

/** Returns the list of the one file that a call reads, with one argument changed. */
function buildFiles({ input = {} }: Draft, key: string, value: unknown): Json[] {
  const { path, start, end }: Json = { ...input, [key]: value };
  return [
    {
      path,
      ...(start === undefined ? {} : { start_line: start }),
      ...(end === undefined ? {} : { end_line: end }),
    },
  ];
}

/** Makes the codec of an argument of the one file in the list `files`. */
const fileArgument = (key: keyof FileRead) =>
  makeCodec(
    (files, context) => {
      const value = onlyFileOf({ files })?.[key];
      return key === 'path' ? filePath.read(value, context) : value;
    },
    (value, { event }) => buildFiles(event, key, value),
  );

/** A line number, which may be spelled as a text. */
const lineNumber = makeCodec(readLineNumber);
const lineRange = {
  start: { at: 'start_line', codec: lineNumber },
  end: { at: 'end_line', codec: lineNumber },
} satisfies Fields;

/** Makes the row of a read whose arguments are those of one file. */
const oneFileRow = (key: PathKey) =>
  ({
    tool: 'read',
    names: ['read_files'],
    fits: (input) => pathKeyOf(input) === key && statesOneFile(input),
    input: { path: { at: key, codec: filePath }, ...lineRange },
  }) as const satisfies StatedTool;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Matches a patch that deletes a file, and does nothing else. */
const deletingPatch = /^\*\*\* Begin Patch\n\*\*\* Delete File: ([^\n]+)\n\*\*\* End Patch\n?$/;

/** Returns the file that a patch deletes, if it does nothing else. */
const onlyDeletedFileOf = ({ input }: Json): string | undefined =>
  typeof input === 'string' ? deletingPatch.exec(input)?.[1]?.trim() : undefined;

/** Returns the only item of a list, or the value itself if it is no list. Undefined: the list has another length. */
const onlyItemOf = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  return value.length === 1 ? value[0] : undefined;
};

/** Returns the one request of a call that fetches pages. */
const onlyRequestOf = (requests: unknown): Json | undefined => {
  const request = Array.isArray(requests) ? onlyItemOf(requests) : undefined;
  return isObject(request) ? request : undefined;
};

/** Makes the codec of an argument of the only request. */
const requestArgument = (key: 'url' | 'prompt') =>
  makeCodec(
    (requests) => onlyRequestOf(requests)?.[key],
    (value, { event: { input } }) => {
      const { url = '', prompt = 'Show the page.' }: Json = { ...input, [key]: value };
      return [{ url, prompt }];
    },
  );

/**
 * Tools of 3.0.65. Those that take lists have rows for calls with one item; calls with several are composites. A tool that takes
 * an argument in several spellings has a row for each, of which the first is written.
 */
export const tools = [
  {
    tool: 'shell',
    names: ['run_commands'],
    fits: ({ commands }) =>
      Array.isArray(commands) &&
      commands.length === 1 &&
      onlyCommandOf({ commands }, 'commands') !== undefined,
    input: {
      command: {
        at: 'commands',
        codec: makeCodec(onlyItemOf, (command) => [command]),
      },
    },
    result: shellResult,
  },
  {
    tool: 'shell',
    names: ['run_commands'],
    fits: ({ commands }) => typeof commands === 'string',
    input: { command: 'commands' },
  },
  oneCommandRow('command'),
  oneCommandRow('cmd'),
  {
    tool: 'read',
    names: ['read_files'],
    fits: (input) => onlyFileOf(input) !== undefined,
    input: {
      path: { at: 'files', codec: fileArgument('path') },
      start: { at: 'files', codec: fileArgument('start') },
      end: { at: 'files', codec: fileArgument('end') },
    },
  },
  oneFileRow('path'),
  oneFileRow('file_path'),
  oneFileRow('filePath'),
  {
    tool: 'write',
    names: ['editor'],
    fits: ({ old_text, insert_line }) => isAbsent(old_text) && isAbsent(insert_line),
    input: { path: { at: 'path', codec: filePath }, content: 'new_text' },
  },
  {
    tool: 'edit',
    names: ['editor'],
    fits: ({ insert_line }) => isAbsent(insert_line),
    input: { path: { at: 'path', codec: editPath }, old: 'old_text', new: 'new_text' },
  },
  {
    tool: 'delete',
    names: ['apply_patch'],
    fits: (input) => onlyDeletedFileOf(input) !== undefined,
    input: {
      path: {
        at: 'input',
        codec: makeCodec(
          (input, context) => filePath.read(onlyDeletedFileOf({ input }), context),
          (path) => `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n`,
        ),
      },
    },
  },
  {
    tool: 'grep',
    names: ['search_codebase'],
    fits: ({ queries }) => readTexts(queries)?.length === 1,
    input: {
      pattern: {
        at: 'queries',
        codec: makeCodec(onlyItemOf, (pattern) => [pattern]),
      },
    },
  },
  {
    tool: 'fetch',
    names: ['fetch_web_content'],
    fits: ({ requests }) => typeof onlyRequestOf(requests)?.url === 'string',
    input: {
      url: { at: 'requests', codec: requestArgument('url') },
      prompt: { at: 'requests', codec: requestArgument('prompt') },
    },
  },
  {
    tool: 'task',
    names: ['spawn_agent'],
    input: { description: { at: 'systemPrompt', supply: 'You are a helper.' }, prompt: 'task' },
  },
  {
    tool: 'task',
    names: ['team_run_task'],
    input: { agent: 'agentId', prompt: 'task' },
  },
] as const satisfies readonly StatedTool[];

/** MCP tools are named `SERVER__TOOL`, with the dashes of both, 3.0.65. */
export const mcp: McpNames = {
  read(name) {
    const match = /^(.*?)__(.+)$/s.exec(name);
    return match ? { server: match[1] || undefined, tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => `${server ?? ''}__${asText(tool)}`,
};
