import type { Binding, Subjects } from '../../mapping/adapter.ts';
import {
  expressions,
  type Matchers,
  type Meaning,
  readExpression,
} from '../../mapping/matchers.ts';

/**
 * Tool → further names that a matcher may have for it, 0.24.4. Most tools also have two regular names: a
 * `web_fetch` is called `WebFetch` and `WebFetchTool`.
 */
const aliases: Readonly<Record<string, string>> = {
  agent: 'Task TaskTool task',
  edit: 'replace',
  get_goal: 'Goal GoalTool',
  glob: 'FindFiles',
  grep_search: 'Grep GrepTool SearchFiles search_file_content',
  list_directory: 'ListFiles ListFilesTool ReadFolder',
  read_file: 'Read',
  run_shell_command: 'Bash Shell ShellTool',
  todo_write: 'TodoList TodoListTool',
  write_file: 'Write',
};
/** Tools that do not have the regular names. */
const irregularNames: readonly string[] = ['grep_search', 'list_directory', 'run_shell_command'];

/** Returns the tool that has a further name, or undefined if no tool can have it. */
function findToolByAlias(alias: string): string | undefined {
  const listed = Object.keys(aliases).find((name) => aliases[name]?.split(' ').includes(alias));
  if (listed || !/^(?:[A-Z][a-z]+)+$/.test(alias)) return listed;
  const words = alias.replace(/(?<=.)Tool$/, '').replace(/(?<=.)[A-Z]/g, (char) => `_${char}`);
  const name = words.toLowerCase();
  return irregularNames.includes(name) ? undefined : name;
}

/**
 * Splits an expression into alternatives as the client does: at each `|` that is outside of groups and of
 * character classes. An expression that begins with `^` or `(` is one alternative.
 */
function splitAlternatives(text: string): string[] {
  if (!text.includes('|') || text[0] === '^' || text[0] === '(') return [text];
  const parts: string[] = [''];
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string;
    if (char === '|' && !inClass && !depth) {
      parts.push('');
      continue;
    }
    if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    parts[parts.length - 1] += char === '\\' ? char + (text[++index] ?? '') : char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/**
 * Returns the meaning of a matcher. Each alternative is an expression to search for. At a tool event it can also
 * be a further name of a tool, and then that tool matches as well. An invalid expression is a list of names.
 */
function readMatcher(matcher: string, { subject }: Binding): Meaning {
  const text = matcher.trim();
  const parts = splitAlternatives(text);
  if (!text || parts.some((part) => part === '*' || part === '.*')) return 'every';
  const tools = subject === 'tool_name' ? parts.flatMap((part) => findToolByAlias(part) ?? []) : [];
  const meaning = parts.length ? readExpression(parts.join('|')) : 'nothing';
  if (meaning === undefined) return { names: [...parts, ...tools] };
  if (!tools.length || typeof meaning === 'string' || 'names' in meaning) return meaning;
  return { pattern: [meaning.pattern, ...tools.map((name) => `^${name}$`)].join('|') };
}

/** Matchers of 0.24.4: expressions that are searched for in the name, and further names of tools. */
export const matchers: Matchers = { read: readMatcher, write: expressions.write };

/** Native event → what its matchers are compared with. At any other event they are ignored. */
export const subjects: Subjects = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  InstructionsLoaded: 'file_path',
  Notification: 'notification_type',
  UserPromptExpansion: 'command_name',
  StopFailure: 'error',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  PreToolUse: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PermissionRequest: 'tool_name',
  PermissionDenied: 'tool_name',
};
