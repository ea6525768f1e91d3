import type { PathOrRow, Row } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import { specificRow } from './outcomes.ts';

/**
 * Joins stdout and stderr of a shell command, which other agents have as one text, and wraps the
 * result of an MCP tool, which is a bare list of parts.
 */
export const toolResponseCodec = makeCodec(
  (value) => {
    if (Array.isArray(value)) return { content: value };
    if (!isObject(value) || typeof value.stdout !== 'string' || !value.stderr) return value;
    return { ...value, stdout: [value.stdout, value.stderr].filter(Boolean).join('\n') };
  },
  (value, { event }) => (event.tool === 'mcp' ? ((value as Json).content ?? []) : value),
);

/** Reads the text of the parts of an MCP result. */
export const contentTextCodec = makeCodec(
  (value) =>
    (Array.isArray(value) ? value : [value])
      .map((part) => (isObject(part) ? part.text : part))
      .filter((text) => typeof text === 'string')
      .join('\n'),
  (value) => [{ type: 'text', text: asText(value) }],
);

const countLines = (text: string): number => text.split('\n').length;

/**
 * Builds a result of a tool from a text. The client drops a replacement that has not the shape of
 * the tool's own result, 2.1.330.
 */
const resultShapes: Readonly<Record<string, (text: string, input: Json) => Json>> = {
  shell: (stdout) => ({ stdout, stderr: '', interrupted: false, isImage: false }),
  read: (content, { path }) => ({
    type: 'text',
    file: {
      ...{ filePath: path, content, numLines: countLines(content) },
      ...{ startLine: 1, totalLines: countLines(content) },
    },
  }),
  grep: (content) => ({
    ...{ mode: 'content', numFiles: 0, filenames: [], content },
    numLines: countLines(content),
  }),
  // By native name, since its canonical tool is `shell`: its result says only that the command
  // started.
  Monitor: (taskId) => ({ taskId, timeoutMs: 1, persistent: false }),
};

/** Returns the text that the model reads in a tool's result. */
function shownTextOf(tool: unknown, value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (tool === 'shell') return (toolResponseCodec.read(value, {} as never) as Json).stdout;
  if (tool === 'read') return isObject(value.file) ? value.file.content : undefined;
  return tool === 'grep' ? value.content : undefined;
}

/**
 * A block after a tool: its reason is added to the result, which the model still reads, 2.1.330.
 */
export const blockReasonRow = {
  at: 'reason',
  with: { decision: ['block'] },
} as const satisfies Row;

/** Tools whose result only confirms the call and repeats its arguments, 2.1.330. */
const toolsWithoutOutput: readonly unknown[] = ['write', 'edit'];

const mcpOutput = specificRow('PostToolUse', 'updatedMCPToolOutput');

export const replacedRow: PathOrRow = {
  ...specificRow('PostToolUse', 'updatedToolOutput'),
  codec: makeCodec(
    (value, { event }) => shownTextOf(event.tool, value),
    (value, { event: { name, tool, input } }) =>
      (resultShapes[name as string] ?? resultShapes[tool as string])?.(
        asText(value),
        input as Json,
      ),
  ),
  accepts: (_, tool) => typeof tool === 'string' && Object.hasOwn(resultShapes, tool),
  or: {
    ...mcpOutput,
    onlyTool: 'mcp',
    codec: makeCodec(
      () => undefined,
      (text) => contentTextCodec.write(text, {} as never),
    ),
    or: {
      ...blockReasonRow,
      accepts: (_, tool) => toolsWithoutOutput.includes(tool),
      lossOfVisibleOriginal: 'lossy',
    },
  },
};

/** A replaced result of an MCP tool: a list of parts, or a text. */
export const outputRow: PathOrRow = {
  ...mcpOutput,
  at: [mcpOutput.at, 'hookSpecificOutput.updatedToolOutput'],
  onlyTool: 'mcp',
  codec: makeCodec(
    (value) => {
      if (Array.isArray(value)) return { content: value };
      return typeof value === 'string' ? { content: [{ type: 'text', text: value }] } : undefined;
    },
    (value) => {
      const { content } = value as Json;
      return Array.isArray(content) ? content : [{ type: 'text', text: JSON.stringify(value) }];
    },
  ),
};
