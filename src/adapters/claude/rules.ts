/**
 * Permission rules in the `if` key of an entry, as measured with 2.1.330: the hook runs for calls that the
 * rule matches. If it is not certain that a rule does not match a call, it counts as matching, so the hook runs.
 */
import { asText, type Json } from '../../util/json.ts';
import { posix } from '../../util/path.ts';
import { matchesIgnoreLine, matchesWildcard } from './globs.ts';
import { listCommands } from './shell-commands.ts';

/** The events that check rules. An entry with a rule never runs on other events, 2.1.330. */
const eventsWithRules = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
];

/** A rule: the name of a tool and, in parentheses, a pattern for its command or path, as in `Bash(git *)`. */
const ruleForm = /^(\w[\w-]*)(?:\((.*)\))?$/s;
/** The argument that holds the path, by tool. The rules of other tools have no path to compare. */
const pathArguments: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};
/** `Task` is the former name of `Agent`. */
const currentNameOf = (tool: unknown) => (tool === 'Task' ? 'Agent' : tool);
/** Tells whether a rule applies to a tool. Rules for `Bash` also apply to `Monitor`, 2.1.330. */
const isRuleFor = (ruleTool: string | undefined, calledTool: unknown): boolean =>
  currentNameOf(ruleTool) === currentNameOf(calledTool) ||
  (ruleTool === 'Bash' && calledTool === 'Monitor');

/** Tells whether a rule lets its hook run for the payload of an event. An empty rule always does. */
export function matchesRule(
  rule: string,
  { native, payload }: { native: string; payload: Json },
): boolean {
  if (rule === '') return true;
  const [, tool, content = '*'] = ruleForm.exec(rule) ?? [];
  if (!eventsWithRules.includes(native) || !isRuleFor(tool, payload.tool_name)) return false;
  if (['', '*', '**'].includes(content)) return true;
  const input = (payload.tool_input ?? {}) as Json;
  if (tool === 'Bash' || tool === 'Monitor') return matchesCommand(content, input.command);
  const path = input[pathArguments[tool as string] ?? ''];
  return typeof path === 'string' ? matchesPath(content, path, asText(payload.cwd)) : true;
}

/**
 * Tells whether any command in a shell line matches the content of a rule. True if the line is, or may be,
 * more than simple commands.
 *
 * @param content what the rule has in its parentheses: a command with `*`, or `PREFIX:*`
 */
function matchesCommand(content: string, line: unknown): boolean {
  const commands = typeof line === 'string' ? listCommands(line) : undefined;
  if (!commands || content.includes('\\')) return true;
  const pattern = content.replace(/[ \t\n]+/g, ' ').trim();
  if (pattern.endsWith(':*')) {
    const prefix = pattern.slice(0, -2);
    return commands.some((command) => command === prefix || command.startsWith(`${prefix} `));
  }
  // With a blank added, `git *` also matches `git` alone.
  return commands.some(
    (command) => matchesWildcard(command, pattern) || matchesWildcard(`${command} `, pattern),
  );
}

/**
 * Tells whether a path matches the content of a rule, which is a line as in `.gitignore`. The line is relative to
 * the working folder, or if it begins with `/` to the project, with `~/` to the home folder, with `//` to the
 * root of the file system.
 */
function matchesPath(pattern: string, path: string, cwd: string): boolean {
  if (pattern.includes('\\') || path[0] !== '/') return true;
  if (matchesWildcard(path, pattern.replaceAll('**', '*'))) return true;
  const matchesBelow = (folder: string, line: string): boolean => {
    const relative = posix.relative(folder, path);
    return relative !== '..' && !relative.startsWith('../') && matchesIgnoreLine(relative, line);
  };
  if (pattern.startsWith('//')) return matchesBelow('/', pattern.replace(/^\/+/, '/'));
  // The payload does not name the home folder and, after a `cd`, not the project. The home folder may be any
  // folder around the path, the project any folder around the working folder.
  const [, tilde, below = ''] = /^(~?)(\/.*)$/s.exec(pattern) ?? [];
  if (tilde === undefined) return matchesBelow(cwd, pattern.replace(/^\.\//, ''));
  return listFoldersAround(tilde ? path : cwd).some((folder) => matchesBelow(folder, below));
}

/** Lists a path and all folders around it, up to the root. */
const listFoldersAround = (path: string): string[] =>
  path.split('/').map((_, i, parts) => parts.slice(0, parts.length - i).join('/') || '/');
