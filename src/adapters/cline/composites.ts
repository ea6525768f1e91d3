import { traitsOf } from '../../canonical/traits.ts';
import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import {
  listCallsOfPatch,
  makeCall,
  makeEditCall,
  readContentBefore,
  samplePatch,
} from '../../mapping/patch-calls.ts';
import { callFolderOf, recordWrittenPaths, resolveOpenedPath } from '../../mapping/path-codecs.ts';
import { applyHunksIfCertain } from '../../util/apply-patch.ts';
import { isObject } from '../../util/equal.ts';
import { asText } from '../../util/json.ts';
import { quoteWord } from '../../util/shell/quote.ts';
import { type Command, readCommands, readFiles, readLineNumber, readTexts } from './arguments.ts';
import { paths } from './file-search.ts';
import { readPatch } from './read-patch.ts';

/**
 * Returns what is listed in place of a call whose arguments cannot be read. Before the call that is a refusal, since a later
 * version of the tool may accept them.
 */
function listUnreadable(event: Draft, argument: string): Draft[] {
  if (traitsOf(event.event).ends === 'call') return [event];
  throw new AnyhookError(
    'tool',
    `${event.name}: what it would do cannot be known from ${argument}`,
  );
}

/** Returns a command as a line for a shell, which the client starts for a program without a list of arguments as well, 3.0.65. */
const lineOf = (command: Command): string => {
  if (typeof command === 'string') return command;
  return command.args === undefined
    ? command.command
    : [command.command, ...(command.args ?? [])].map((word) => quoteWord(word, false)).join(' ');
};

const resolvePath = (event: Draft, text: string, use: 'file' | 'edit', { disk }: World): string =>
  resolveOpenedPath({ text, use, root: callFolderOf(event) }, paths, disk);

/** Returns a text with other text inserted before a line, as the tool inserts it. Undefined: there is no such line. */
function insertLines(text: string, line: number, inserted: string): string | undefined {
  const lines = text.split(/\r\n|\n/);
  if (line < 1 || line > lines.length + 1) return undefined;
  lines.splice(line - 1, 0, ...inserted.split(/\r\n|\n/));
  return lines.join(text.includes('\r\n') ? '\r\n' : '\n');
}

/** Matches what the client puts behind the name of an MCP tool that is too long, or has a character that no model takes, 3.0.65. */
const nameHash = /_[0-9a-f]{8}$/;

/** Lists the tools that the name of an MCP tool may be of: one that has a hash behind it is asked about without it as well. */
export function listCallMeanings(event: Draft): Draft[][] {
  const { event: happening, mcp } = event;
  if (happening !== 'before-tool' || typeof mcp?.tool !== 'string' || !nameHash.test(mcp.tool))
    return [];
  return [[event, { ...event, mcp: { ...mcp, tool: mcp.tool.replace(nameHash, '') } }]];
}

/** Tools whose calls do the work of several calls, or of one that the arguments do not state. */
export const composites: Readonly<Record<string, Composite>> = {
  // All commands are started at the same time, but for the lines of a here-document, which are one command.
  run_commands: {
    sample: { commands: ['x', { command: 'y', args: ['z'] }] },
    calls(event) {
      const read = readCommands(event.input);
      if (!read) return listUnreadable(event, 'commands');
      return read.commands.map((command) => makeCall(event, 'shell', { command: lineOf(command) }));
    },
  },
  read_files: {
    sample: { files: [{ path: '/x' }, { path: '/y' }] },
    calls(event, world) {
      const files = readFiles(event.input);
      if (!files) return listUnreadable(event, 'files');
      return files.map(({ path: text, ...range }) =>
        recordWrittenPaths(
          makeCall(event, 'read', { path: resolvePath(event, text, 'file', world), ...range }),
          text,
        ),
      );
    },
  },
  search_codebase: {
    sample: { queries: ['x', 'y'] },
    calls(event) {
      const patterns = readTexts(event.input?.queries);
      if (!patterns) return listUnreadable(event, 'queries');
      return patterns.map((pattern) => makeCall(event, 'grep', { pattern }));
    },
  },
  fetch_web_content: {
    sample: {
      requests: [
        { url: 'https://x', prompt: 'y' },
        { url: 'https://z', prompt: 'y' },
      ],
    },
    calls(event) {
      const { requests } = event.input ?? {};
      if (!Array.isArray(requests) || !requests.every(isObject))
        return listUnreadable(event, 'requests');
      return requests.map(({ url, prompt }) => makeCall(event, 'fetch', { url, prompt }));
    },
  },
  // With `insert_line`, it inserts lines into a file.
  editor: {
    sample: { path: '/x', new_text: 'b', insert_line: 1 },
    calls(event, world) {
      const { path: text, new_text: inserted, insert_line } = event.input ?? {};
      const line = readLineNumber(insert_line);
      if (typeof text !== 'string' || typeof inserted !== 'string' || line === undefined)
        return listUnreadable(event, 'insert_line');
      const path = resolvePath(event, text, 'edit', world);
      const before = readContentBefore(event, path, world);
      // Without such a line or such a file, the tool changes nothing.
      const after = before === undefined ? undefined : insertLines(before, line, inserted);
      const edit = after === undefined ? { old: '', new: inserted } : { old: before, new: after };
      return [recordWrittenPaths(makeEditCall(event, path, [edit]), text)];
    },
  },
  apply_patch: {
    sample: { input: samplePatch.split('\n').slice(1, -2).join('\n') }, // the tool adds the marks
    calls(event, world) {
      const { input } = event.input ?? {};
      if (typeof input !== 'string') return listUnreadable(event, 'input');
      return listCallsOfPatch(event, world, readPatch(asText(input)), {
        paths,
        applyHunks: applyHunksIfCertain,
      });
    },
  },
};
