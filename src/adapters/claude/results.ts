import type { Native, Row } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import { extra } from './outcomes.ts';

/** Both pipes of a command are one text to all others; an MCP result is a bare list of parts. */
export const response = codec(
  (value) => {
    if (Array.isArray(value)) return { content: value };
    if (!isObject(value) || typeof value.stdout !== 'string' || !value.stderr) return value;
    return { ...value, stdout: [value.stdout, value.stderr].filter(Boolean).join('\n') };
  },
  (value, { event }) => (event.tool === 'mcp' ? ((value as Json).content ?? []) : value),
);

/** The text of the parts of an MCP result. */
export const contentText = codec(
  (value) =>
    (Array.isArray(value) ? value : [value])
      .map((part) => (isObject(part) ? part.text : part))
      .filter((text) => typeof text === 'string')
      .join('\n'),
  (value) => [{ type: 'text', text: asText(value) }],
);

const lines = (text: string): number => text.split('\n').length;

/** A text in the shape of a tool's own result: of another shape it is dropped, 2.1.330. */
const shapes: Readonly<Record<string, (text: string, input: Json) => Json>> = {
  shell: (stdout) => ({ stdout, stderr: '', interrupted: false, isImage: false }),
  read: (content, { path }) => ({
    type: 'text',
    file: {
      ...{ filePath: path, content, numLines: lines(content) },
      ...{ startLine: 1, totalLines: lines(content) },
    },
  }),
  grep: (content) => ({
    ...{ mode: 'content', numFiles: 0, filenames: [], content },
    numLines: lines(content),
  }),
  // By its name: of a command that is watched, nothing is shown but that it began.
  Monitor: (taskId) => ({ taskId, timeoutMs: 1, persistent: false }),
};

/** What the model reads of a result of a tool. */
function shownOf(tool: unknown, value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (tool === 'shell') return (response.read(value, {} as never) as Json).stdout;
  if (tool === 'read') return isObject(value.file) ? value.file.content : undefined;
  return tool === 'grep' ? value.content : undefined;
}

/** The reason is added to what the model reads, which is not replaced, 2.1.330. */
export const blocks = { at: 'reason', with: { decision: ['block'] } } as const satisfies Row;

/** Tools whose result says that the call was done, and nothing that it did not hold, 2.1.330. */
const done: readonly unknown[] = ['write', 'edit'];

const mcpOutput = extra('PostToolUse', 'updatedMCPToolOutput');

export const replaced: Native = {
  ...extra('PostToolUse', 'updatedToolOutput'),
  codec: codec(
    (value, { event }) => shownOf(event.tool, value),
    (value, { event: { name, tool, input } }) =>
      (shapes[name as string] ?? shapes[tool as string])?.(asText(value), input as Json),
  ),
  takes: (_, tool) => typeof tool === 'string' && Object.hasOwn(shapes, tool),
  or: {
    ...mcpOutput,
    only: 'mcp',
    codec: codec(
      () => undefined,
      (text) => contentText.write(text, {} as never),
    ),
    or: { ...blocks, takes: (_, tool) => done.includes(tool), unhidden: 'lossy' },
  },
};

/** An MCP result: a list of parts, or a text. */
export const output: Native = {
  ...mcpOutput,
  at: [mcpOutput.at, 'hookSpecificOutput.updatedToolOutput'],
  only: 'mcp',
  codec: codec(
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
