/** Finds what is wrong with the script of a hook, by its text: what it reads, what it answers, and how it ends. */

import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Finding } from '../settings/finding.ts';
import { ownBindingOf, shellLineOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { isProvenHarmless, readEvidence } from './evidence/index.ts';
import { findUnquotedVariable } from './line-variables.ts';
import { scriptPathOf } from './script.ts';
import { findExitWithoutRefusal, findSpoiltAnswer, findUnheardAnswers } from './script-answers.ts';
import { findForeignReads } from './script-reads.ts';

/** The names of all agents as variables have them, such as `CLAUDE` in `CLAUDE_FILE_PATH`, as an expression. */
const vendorPrefixes = Object.keys(adapters).join('|').toUpperCase();

/** Tells whether the text of a hook's script proves that it gives no verdict. False also if it cannot be read. */
export const isScriptWithoutVerdict = (hook: Hook, workspace: Workspace): boolean =>
  scriptPathOf(hook, workspace) !== undefined && isProvenHarmless(hook, workspace);

/**
 * Yields findings about a script that its own agent does not understand, or that does not understand its own agent.
 * @param hooks - All hooks of its agent that start the script. One script may answer each event in another way.
 */
export function* checkScriptText(
  hook: Hook,
  hooks: readonly Hook[],
  workspace: Workspace,
): Iterable<Finding> {
  const { event, speaks } = hook;
  const unquoted = findUnquotedVariable(hook, workspace);
  if (unquoted) yield unquoted;
  const evidence = readEvidence(hook, workspace);
  if (evidence === undefined) return;
  const { runs, reads, text, unknown } = evidence;
  const own = adapterOf(speaks);
  const events = new Set(hooks.map((one) => one.event));
  const bindings = [...events].map((native) => ownBindingOf({ speaks, event: native }));
  const script = { runs, isPartlyUnknown: unknown.length > 0, own, bindings };
  yield* findUnheardAnswers(script, event);
  const spoilt = findSpoiltAnswer(script, event);
  if (spoilt) yield spoilt;
  const exit = findExitWithoutRefusal(script, hook);
  if (exit) yield exit;
  const foreign = findForeignReads({ reads, text, own, hooks }, event);
  if (foreign) yield foreign;
  const names = findArgumentNames(hook, text);
  if (names.length) yield { code: 'arguments-for-payload', event, agent: own.title, names };
}

/** Finds variables and templates in a line or a script in which no agent puts the call. */
function findArgumentNames(hook: Hook, text: string): string[] {
  const line = shellLineOf(hook) ?? '';
  const assigned = new Set([...line.matchAll(assignedName)].map(([, name]) => name));
  const names = [...new Set(line.match(argumentTemplates) ?? [])].filter((template) => {
    const name = template.replace(/\W/g, '');
    return !assigned.has(name) && hook.env?.[name] === undefined;
  });
  if (!readsStdin.test(text)) names.push(...new Set(text.match(payloadVariables) ?? []));
  return names;
}

/**
 * Matches the names of variables that a command line itself gives a value, or may give one: the last word of any
 * command is matched as well, since it may be a variable that `read` sets.
 */
const assignedName =
  /(?:^|[\s;&|({])(?:for\s+|read\s+(?:-\w+\s+)*)?(\w+)(?==|\s+in\s|\s*[;<&|)]|\s*$)/g;

/** Matches code that reads a payload from stdin, in any language. */
const readsStdin = /\bstdin\b|\bcat\b|\bread\b|\bjq\b|readFileSync\(\s*0/;

/** Matches variables in which scripts look for a call, and which no agent sets. */
const payloadVariables = /\b[A-Z]+_(?:TOOL|HOOK)_INPUT\b/g;

/**
 * Matches variables and templates, such as `$FILE` or `{{file}}`, in place of which other tools put a path or
 * a call. No agent sets them, though some of their names begin with an agent's name.
 */
const argumentTemplates = new RegExp(
  `\\$\\{?(?:files?|filePath|FILES?|FILEPATH|COMMAND|TOOL|(?:(?:${vendorPrefixes})_)?(?:FILE_PATHS?|TOOL_(?:INPUT|NAME|ARGS|OUTPUT)(?:_\\w+)?))\\b\\}?|\\{\\{\\w+\\}\\}`,
  'g',
);
