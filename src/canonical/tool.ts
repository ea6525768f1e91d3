import { z } from 'zod';

export type { McpIdentity, ShellDialect, ToolInput, ToolName, ToolResult } from './types.ts';

/** An object of any fields, which are passed on as they are. */
const anything = z.record(z.string(), z.unknown());
const path = z.string().describe('absolute path');

/** The result of a finished call, as far as the host tells it. */
const result = z.object({
  text: z.string().optional().describe('what the model was shown'),
  display: z.unknown().optional().describe('what the person was shown'),
  error: z
    .object({ message: z.string(), type: z.string().optional() })
    .optional()
    .describe('why the tool failed'),
});

/** The canonical tools, with the schemas of their arguments and results. Times are milliseconds. */
export const tools = {
  shell: {
    input: z.object({
      command: z.string(),
      directory: path.optional(),
      description: z.string().optional(),
      background: z.boolean().optional(),
      timeout: z.number().optional().describe('milliseconds'),
      sandbox: z.boolean().optional(),
    }),
    result: result.extend({ output: z.string().optional(), exitCode: z.number().optional() }),
  },
  read: {
    input: z.object({
      path,
      start: z.number().optional().describe('first line, from 1'),
      end: z.number().optional().describe('last line, included'),
      content: z.string().optional().describe('what the file holds, where the host tells it'),
      attachments: z.array(z.unknown()).optional(),
    }),
    result: result.extend({ length: z.number().optional().describe('characters read') }),
  },
  write: { input: z.object({ path, content: z.string() }), result },
  edit: {
    input: z.object({
      path,
      old: z.string(),
      new: z.string(),
      all: z.boolean().optional().describe('every occurrence, not exactly one'),
      instruction: z.string().optional(),
      edits: z.array(anything).optional().describe('every edit, where one call makes several'),
    }),
    result,
  },
  delete: { input: z.object({ path }), result },
  list: { input: z.object({ path, ignore: z.array(z.string()).optional() }), result },
  glob: {
    input: z.object({
      pattern: z.string(),
      path: path.optional(),
      caseSensitive: z.boolean().optional(),
    }),
    result,
  },
  grep: {
    input: z.object({
      pattern: z.string(),
      path: path.optional(),
      include: z.string().optional(),
      exclude: z.string().optional(),
    }),
    result,
  },
  fetch: {
    input: z.object({ url: z.string().optional(), prompt: z.string().optional() }),
    result,
  },
  search: { input: z.object({ query: z.string() }), result },
  task: {
    input: z.object({
      prompt: z.string(),
      agent: z.string().optional().describe('kind of subagent'),
      description: z.string().optional(),
      model: z.string().optional(),
    }),
    result,
  },
  todo: { input: z.object({ items: z.array(z.unknown()) }), result },
  /** A tool of an MCP server; its identity is the event's `mcp`. */
  mcp: { input: anything, result },
  /** Any other tool, by its native `name`. */
  other: { input: anything, result },
} as const;

/** How a call ended. `refused`: it never ran, because a hook or a person said no. */
export const status = z.enum(['ok', 'failed', 'timeout', 'refused']);

/** An MCP server's tool, and how the server is reached. */
export const mcp = z.object({
  server: z.string().optional().describe('absent where the host does not tell'),
  tool: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  tcp: z.string().optional(),
});
/** An MCP server's tool, and how the server is reached. */
