import type { Binding } from '../../mapping/adapter.ts';
import {
  expressions,
  type Matchers,
  type Meaning,
  readExpression,
} from '../../mapping/matchers.ts';

/**
 * Further names by which a matcher may call a tool, 0.24.4. Most tools also have the regular names
 * `RunItsName` and `RunItsNameTool`.
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
/** Tools without the regular names. */
const irregularNames: readonly string[] = ['grep_search', 'list_directory', 'run_shell_command'];

/** Returns the tool that has a further name, or undefined if no tool has it. */
function findToolByAlias(alias: string): string | undefined {
  const irregular = Object.keys(aliases).find((name) => aliases[name]?.split(' ').includes(alias));
  if (irregular || !/^(?:[A-Z][a-z]+)+$/.test(alias)) return irregular;
  const words = alias.replace(/(?<=.)Tool$/, '').replace(/(?<=.)[A-Z]/g, (char) => `_${char}`);
  const name = words.toLowerCase();
  return irregularNames.includes(name) ? undefined : name;
}

/**
 * Splits an expression into alternatives as the client does: at each `|` outside groups and
 * classes.
 */
function splitAlternatives(text: string): string[] {
  if (!text.includes('|') || text[0] === '^' || text[0] === '(') return [text];
  const parts: string[] = [''];
  let depth = 0;
  let inClass = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '|' && !inClass && !depth) {
      parts.push('');
      continue;
    }
    if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    parts[parts.length - 1] += char === '\\' ? char + (text[++i] ?? '') : char;
  }
  return parts.map((one) => one.trim()).filter(Boolean);
}

/** Reads a matcher. Each alternative is a further name of a tool or is searched for in the name. */
function readMatcher(matcher: string, { subject }: Binding): Meaning {
  const text = matcher.trim();
  const parts = splitAlternatives(text);
  if (!text || parts.some((one) => one === '*' || one === '.*')) return 'every';
  const tools = subject === 'tool_name' ? parts.flatMap((one) => findToolByAlias(one) ?? []) : [];
  const meaning = parts.length ? readExpression(parts.join('|')) : 'nothing';
  if (meaning === undefined) return { names: [...parts, ...tools] };
  if (!tools.length || typeof meaning === 'string' || 'names' in meaning) return meaning;
  return { pattern: [meaning.pattern, ...tools.map((name) => `^${name}$`)].join('|') };
}

/** Matchers are expressions that are searched for in the name, or further names of tools. */
export const matchers: Matchers = { read: readMatcher, write: expressions.write };
