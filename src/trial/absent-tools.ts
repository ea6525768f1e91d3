/** Tells which made-up calls an agent never makes, since it has no tool for them. */
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import { tableOf } from '../settings/tables.ts';

/** What a tool does, as the end of a sentence. */
const work: Readonly<Record<ToolName, string>> = {
  shell: 'runs commands',
  read: 'reads files',
  write: 'writes files',
  edit: 'changes files',
  delete: 'deletes files',
  list: 'lists folders',
  glob: 'finds files by their names',
  grep: 'searches files',
  fetch: 'fetches pages',
  search: 'searches the web',
  task: 'starts subagents',
  todo: 'keeps a list of tasks',
  mcp: 'belongs to an MCP server',
  other: 'is called so',
};

/** Explains why an agent never makes a call of a tool. Undefined: it may make the call. */
export function explainNoTool(
  { id, title }: Adapter,
  { tool, input }: Pick<Draft, 'tool' | 'input'>,
): string | undefined {
  if (tool === undefined) return undefined;
  const { absentTools, partialTools } = tableOf(id).firing;
  if (absentTools?.includes(tool as ToolName))
    return `${title} has no tool that ${work[tool as ToolName]}`;
  const partly = partialTools?.[tool as ToolName];
  const path = input?.path;
  return partly?.paths && typeof path === 'string' && !partly.paths.test(path)
    ? partly.why
    : undefined;
}
