/**
 * Permission rules in the `if` key of an entry, as measured with 2.1.330. Where it is not certain
 * that a rule fails, it counts as met, so the hook runs.
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

/** A rule: the name of a tool and, in parentheses, what its call must be like. */
const ruleForm = /^(\w[\w-]*)(?:\((.*)\))?$/s;
/** The argument that holds the path, by tool. */
const pathArguments: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};
/** `Task` is the former name of `Agent`. */
const currentNameOf = (tool: unknown): unknown => (tool === 'Task' ? 'Agent' : tool);
/** Tells whether a rule applies to a tool. Rules for `Bash` also apply to `Monitor`, 2.1.330. */
const isRuleFor = (tool: string | undefined, called: unknown): boolean =>
  currentNameOf(tool) === currentNameOf(called) || (tool === 'Bash' && called === 'Monitor');

/** Tells whether a rule lets its hook run for a payload. */
export function matchesRule(rule: string, call: { native: string; payload: Json }): boolean {
  const { native, payload } = call;
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
 * Tells whether a command in a shell line matches the content of a rule.
 *
 * @param content what the rule has in its parentheses: a command with `*`, or `PREFIX:*`
 */
function matchesCommand(content: string, line: unknown): boolean {
  const commands = typeof line === 'string' ? listCommands(line) : undefined;
  if (!commands || content.includes('\\')) return true;
  const pattern = content.replace(/[ \t\n]+/g, ' ').trim();
  if (pattern.endsWith(':*')) {
    const start = pattern.slice(0, -2);
    return commands.some((one) => one === start || one.startsWith(`${start} `));
  }
  return commands.some(
    (one) => matchesWildcard(one, pattern) || matchesWildcard(`${one} `, pattern),
  );
}

/**
 * Tells whether a path matches the content of a rule, which is a line of `.gitignore`. It is
 * relative to the working folder; `/` begins at the project, `~/` at the home folder, `//` at the
 * file system's root.
 */
function matchesPath(pattern: string, path: string, cwd: string): boolean {
  if (pattern.includes('\\') || path[0] !== '/') return true;
  if (matchesWildcard(path, pattern.replaceAll('**', '*'))) return true;
  const matchesBelow = (root: string, line: string): boolean => {
    const relative = posix.relative(root, path);
    return relative !== '..' && !relative.startsWith('../') && matchesIgnoreLine(relative, line);
  };
  if (pattern.startsWith('//')) return matchesBelow('/', pattern.replace(/^\/+/, '/'));
  // The payload tells neither the home folder nor, after a `cd`, the project: every folder around
  // the path or the working folder may be it.
  const [, mark, below = ''] = /^(~?)(\/.*)$/s.exec(pattern) ?? [];
  if (mark === undefined) return matchesBelow(cwd, pattern.replace(/^\.\//, ''));
  return listFoldersAround(mark ? path : cwd).some((root) => matchesBelow(root, below));
}

/** Lists a path and all folders around it, up to the root. */
const listFoldersAround = (path: string): string[] =>
  path.split('/').map((_, i, all) => all.slice(0, all.length - i).join('/') || '/');
