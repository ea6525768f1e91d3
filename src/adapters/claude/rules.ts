/** Permission rules in an entry's `if`, as 2.1.330 was seen to hold them; what is not sure holds. */
import { asText, type Json } from '../../util/json.ts';
import { posix } from '../../util/path.ts';
import { like, likePath } from './globs.ts';
import { commandsIn } from './shell-commands.ts';

/** On other events an entry with a rule never runs, 2.1.330. */
const ruled = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
];

const form = /^(\w[\w-]*)(?:\((.*)\))?$/s;
const pathIn: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};
const named = (tool: unknown): unknown => (tool === 'Task' ? 'Agent' : tool);
/** Rules for `Bash` hold for the lines of `Monitor` as well, 2.1.330. */
const isAbout = (tool: string | undefined, called: unknown): boolean =>
  named(tool) === named(called) || (tool === 'Bash' && called === 'Monitor');

/** Whether a rule lets a hook run on what it is told. */
export function meets(rule: string, told: { native: string; payload: Json }): boolean {
  const { native, payload } = told;
  if (rule === '') return true;
  const [, tool, about = '*'] = form.exec(rule) ?? [];
  if (!ruled.includes(native) || !isAbout(tool, payload.tool_name)) return false;
  if (['', '*', '**'].includes(about)) return true;
  const input = (payload.tool_input ?? {}) as Json;
  if (tool === 'Bash' || tool === 'Monitor') return holdsFor(about, input.command);
  const path = input[pathIn[tool as string] ?? ''];
  return typeof path === 'string' ? isBelow(about, path, asText(payload.cwd)) : true;
}

/** Whether one of the commands in a line is as a rule says. */
function holdsFor(about: string, line: unknown): boolean {
  const commands = typeof line === 'string' ? commandsIn(line) : undefined;
  if (!commands || about.includes('\\')) return true;
  const wanted = about.replace(/[ \t\n]+/g, ' ').trim();
  if (wanted.endsWith(':*')) {
    const start = wanted.slice(0, -2);
    return commands.some((one) => one === start || one.startsWith(`${start} `));
  }
  return commands.some((one) => like(one, wanted) || like(`${one} `, wanted));
}

/** Lines of `.gitignore`: from the working folder; `/` from the project, `~/` from the home, `//` from the root. */
function isBelow(pattern: string, path: string, cwd: string): boolean {
  if (pattern.includes('\\') || path[0] !== '/') return true;
  if (like(path, pattern.replaceAll('**', '*'))) return true;
  const from = (root: string, line: string): boolean => {
    const way = posix.relative(root, path);
    return way !== '..' && !way.startsWith('../') && likePath(way, line);
  };
  if (pattern.startsWith('//')) return from('/', pattern.replace(/^\/+/, '/'));
  // Where the home is, no payload says; and the session may have gone further into the project.
  const [, mark, below = ''] = /^(~?)(\/.*)$/s.exec(pattern) ?? [];
  if (mark === undefined) return from(cwd, pattern.replace(/^\.\//, ''));
  return foldersAround(mark ? path : cwd).some((root) => from(root, below));
}

const foldersAround = (path: string): string[] =>
  path.split('/').map((_, i, all) => all.slice(0, all.length - i).join('/') || '/');
