import type { PathOrRow, Row } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import { specificRow } from './outcomes.ts';

/**
 * Converts `tool_response`. Of a shell command, stdout and stderr are joined when read, since other agents
 * have them as one text. Of an MCP tool it is a list of parts, which canonically is in `content`.
 */
export const toolResponseCodec = makeCodec(
  (value) => {
    if (Array.isArray(value)) return { content: value };
    if (!isObject(value) || typeof value.stdout !== 'string' || !value.stderr) return value;
    return { ...value, stdout: [value.stdout, value.stderr].filter(Boolean).join('\n') };
  },
  (value, { event }) => (event.tool === 'mcp' ? ((value as Json).content ?? []) : value),
);

/** Converts the parts of an MCP result: reads the text of all parts, writes one part with the text. */
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
 * Builds a result from a text, by tool. The client drops a replacement that does not have the shape of the
 * tool's own result, 2.1.330.
 */
const resultBuilders: Readonly<Record<string, (text: string, input: Json) => Json>> = {
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
  // This key is a native name: canonically the tool is `shell`, but its result only says that the command
  // has started.
  Monitor: (taskId) => ({ taskId, timeoutMs: 1, persistent: false }),
};

/** Returns the text that the model reads in a tool's result. Undefined: the tool's results are not known to hold one. */
function shownTextOf(tool: unknown, value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (tool === 'shell') return (toolResponseCodec.read(value, {} as never) as Json).stdout;
  if (tool === 'read') return isObject(value.file) ? value.file.content : undefined;
  return tool === 'grep' ? value.content : undefined;
}

/**
 * The reason of a block after a tool. The client adds it to the result, which the model still reads, 2.1.330.
 */
export const blockReasonRow = {
  at: 'reason',
  with: { decision: ['block'] },
} as const satisfies Row;

/** Tools whose result only confirms the call and repeats its arguments, so that a replacement hides little, 2.1.330. */
const toolsWithoutOutput: readonly unknown[] = ['write', 'edit'];

const mcpOutput = specificRow('PostToolUse', 'updatedMCPToolOutput');

/**
 * A text in place of a result. Its three forms: the result of a tool in `resultBuilders`; the parts of an MCP
 * result; and the reason of a block, for tools whose result hides nothing.
 */
export const replacedRow: PathOrRow = {
  ...specificRow('PostToolUse', 'updatedToolOutput'),
  codec: makeCodec(
    (value, { event }) => shownTextOf(event.tool, value),
    (value, { event: { name, tool, input } }) =>
      (resultBuilders[name as string] ?? resultBuilders[tool as string])?.(
        asText(value),
        input as Json,
      ),
  ),
  accepts: (_, tool) => typeof tool === 'string' && Object.hasOwn(resultBuilders, tool),
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
      severityIfOriginalStays: 'lossy',
    },
  },
};

/** A rewritten result of an MCP tool. The client takes a list of parts, or a text. */
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
