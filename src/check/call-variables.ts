/** Finds variables, arguments and templates in which a line or a script looks for the call, and where no agent puts it. */

import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { isSetByOwnAgent } from './script.ts';

/** The names of all agents as variables have them, such as `CLAUDE` in `CLAUDE_FILE_PATH`, as an expression. */
const vendorPrefixes = Object.keys(adapters).join('|').toUpperCase();

/**
 * Matches variables and templates, such as `$FILE` or `{{file}}`, in place of which other tools put a path or
 * a call. No agent sets them, though some of their names begin with an agent's name.
 */
const argumentTemplates = new RegExp(
  `\\$\\{?(?:files?|filePath|FILES?|FILEPATH|COMMAND|TOOL|(?:(?:${vendorPrefixes})_)?(?:FILE_PATHS?|TOOL_(?:INPUT|NAME|ARGS|OUTPUT)(?:_\\w+)?))\\b\\}?|\\{\\{\\w+\\}\\}`,
  'g',
);

/**
 * Matches the names of variables that a command line itself gives a value, or may give one: the last word of any
 * command is matched as well, since it may be a variable that `read` sets.
 */
const assignedName =
  /(?:^|[\s;&|({])(?:for\s+|read\s+(?:-\w+\s+)*)?(\w+)(?==|\s+in\s|\s*[;<&|)]|\s*$)/g;

/** Returns the variables and templates in the command line of a hook in which no agent puts the call. */
export function findTemplatesOnLine(hook: Hook): string[] {
  const line = shellLineOf(hook) ?? '';
  const assigned = new Set([...line.matchAll(assignedName)].map(([, name]) => name));
  return [...new Set(line.match(argumentTemplates) ?? [])].filter((template) => {
    const name = template.replace(/\W/g, '');
    return !assigned.has(name) && hook.env?.[name] === undefined;
  });
}

/** Matches code that may read a payload from stdin, or take over what another file sets, in any language. */
const readsElsewhere =
  /\bstdin\b|\bcat\b|\bread\b|\bjq\b|\bargv\b|readFileSync\(\s*0|\bsource\b|\beval\b|(?:^|[;&|\s])\.\s+\S|\brequire\(\s*["']\.|\bfrom\s+["']?\./m;

/** The names of variables in which scripts look for a call, as an expression. */
const callVariable = `(?:[A-Z]+_)?(?:TOOL|HOOK)_(?:INPUT|NAME|ARGS|OUTPUT|PAYLOAD)|(?:${vendorPrefixes})_(?:FILE_PATHS?|COMMAND)`;

/** Matches a read of such a variable: in a shell (group 1), in Python and in JavaScript (group 2). */
const callVariables = new RegExp(
  `\\$\\{?(${callVariable})\\b|(?:\\benviron(?:\\.get\\(|\\[)|\\bgetenv\\(|process\\.env(?:\\.|\\[))["']?(${callVariable})\\b|\\b([A-Z]+_(?:TOOL|HOOK)_INPUT)\\b`,
  'g',
);

/** No script looks for a call under more names. */
const maxNames = 32;

/** Matches a place where a shell looks for a pattern in its first argument. */
const searchedArgument =
  /\[\[\s+"?\$\{?1\}?"?\s+(?:==?|=~)\s+["'\w-]*\*|\becho\s+"?\$\{?1\}?"?\s*\|\s*grep\b|<<<\s*"?\$\{?1\}?"?/;

/**
 * Returns the variables and the argument in which the script of a hook looks for the call. Empty if it may find the
 * call elsewhere: it reads stdin, or code that is not read here.
 */
export function findCallVariables(hook: Hook, text: string): string[] {
  const code = text.replace(/^[^\S\n]*(?:#|\/\/).*$/gm, '');
  const line = shellLineOf(hook) ?? '';
  if (!scriptOf(line) || readsElsewhere.test(code)) return [];
  const found = [...code.matchAll(callVariables)].map(([, inShell, inProgram, plain]) =>
    inShell === undefined ? (inProgram ?? plain ?? '') : `$${inShell}`,
  );
  // Each name costs a look at the whole text.
  const names = [...new Set(found)].slice(0, maxNames).filter((shown) => {
    const name = shown.replace('$', '');
    const isSet =
      hook.env?.[name] !== undefined ||
      isSetByOwnAgent(hook, name) ||
      new RegExp(`(?:^|[^\\w$])${name}=|\\bfor\\s+${name}\\b|\\b${name}\\s*[:?]?=[^=]`, 'm').test(
        `${line}\n${code}`,
      );
    return !isSet;
  });
  return [...new Set([...names, ...findSearchedArgument(line, code)])];
}

/** Returns `$1` if a shell script looks for a pattern in it, and the line passes no argument. */
function findSearchedArgument(line: string, code: string): string[] {
  const script = scriptOf(line);
  const passesNone = script && line.trim().replace(/["']$/, '').endsWith(script.path);
  const hasOwnArguments = /\bset\s+--|\bfunction\b|\w\s*\(\)/.test(code);
  return passesNone && !hasOwnArguments && searchedArgument.test(code) ? ['$1'] : [];
}
