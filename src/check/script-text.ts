/** Tells from the text of a hook's script for which agent it was written, and whether it decides anything. */

import { adapters } from '../adapters/index.ts';
import type { EventName } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import { baseKinds, outcomeKeysWith } from '../canonical/kinds.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { type Path, splitPath } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import { ownBindingOf, shellLineOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { effectiveKeysOf, nativePathsOf } from '../translate/foreign-responses.ts';
import { adapterOf } from '../translate/host.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import { scriptPathOf } from './script.ts';
import { readScriptText } from './script-source.ts';

/** The names of all agents as variables have them, such as `CLAUDE` in `CLAUDE_FILE_PATH`, as an expression. */
const vendorPrefixes = Object.keys(adapters).join('|').toUpperCase();

/** Returns where the responses of a binding hold outcome keys, each path as a list of its keys. */
const responsePathsOf = (binding: Binding, keys = effectiveKeysOf(binding)): Path[] =>
  nativePathsOf(binding, keys).map((path) => splitPath(path));
/** Returns all native keys on the paths of verdicts in the responses of a binding. */
const verdictKeysOf = (binding: Binding): string[] =>
  responsePathsOf(binding, outcomeKeysWith.isVerdict).flat();

/** Returns all agents, without the canonical dialect, which has no tools. */
const agents = once(() => Object.values<Adapter>(adapters).filter(({ tools }) => tools.length));
const bindingsOfAgents = once(() => agents().flatMap((agent) => agent.bindings.all()));

/** Tells whether a text has a key of an object, as in `decision:`, `"decision":` and `\"decision\":`. */
const writesKey = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w.-])\\\\?["']?${key}\\\\?["']?\\s*:`).test(text);

/** Matches code that ends a script with exit code 2, which several agents take for a refusal. */
const exitsWithRefusal = /\bexit\b[\s(]*2\b|SystemExit\(2\)|\bexitCode\s*=\s*2\b/;

/** The text of a script, the agent that it was written for, and the events of that agent that start it. */
interface Script {
  text: string;
  own: Adapter;
  bindings: readonly Binding[];
}

/**
 * Finds the agents whose verdicts a script prints, where it prints nothing that its own agent accepts.
 * @returns The titles of the agents, and the keys of verdicts that the script prints. Some of the keys may be
 *   such that its own agent accepts them too, but at other events. Undefined: there are no such agents.
 */
function findForeignVerdicts({ text, own, bindings }: Script) {
  if (own.takesAnyWords || exitsWithRefusal.test(text)) return undefined;
  const ownPaths = bindings.flatMap((binding) => responsePathsOf(binding));
  // In a path of several keys, the first names only the object around the answer.
  const printsAnswer = ([first, ...below]: Path) =>
    (below.length ? below : [first]).some((key) => key !== undefined && writesKey(text, key));
  if (ownPaths.some(printsAnswer)) return undefined;
  const accepted = new Set(ownPaths.flat());
  const isForeign = (key: string) => !accepted.has(key) && writesKey(text, key);
  const printed = agents().map((agent) => {
    return { agent, keys: agent.bindings.all().flatMap(verdictKeysOf).filter(isForeign) };
  });
  const found = printed.filter(({ agent, keys }) => agent !== own && keys.length);
  const keys = [...new Set(printed.flatMap((one) => one.keys))];
  return found.length ? { agents: found.map(({ agent }) => agent.title), keys } : undefined;
}

/**
 * Matches the beginnings of words that the canonical dialect takes for a refusal under any key, and of the key `ok`,
 * since `ok: false` is a refusal.
 */
const refusalWords =
  /\b(?:den(?:y|ied)|block|reject|refuse|forbid|disallow|prevent|abort|veto|ok)/i;
/** Matches code that may end a script with an exit code other than 0. */
const failingEnd = /\bexit\b[\s(]*[1-9$]|SystemExit|\bexitCode\b|\bset -\w*e|\bthrow\b|\braise\b/;

/**
 * Tells whether the script of a hook can be read and has nothing in it that any agent takes for a verdict. False
 * also if it cannot be read.
 */
export function isScriptWithoutVerdict(hook: Hook, workspace: Workspace): boolean {
  const hasScript = scriptPathOf(hook, workspace) !== undefined;
  const text = hasScript ? readScriptText(hook, workspace) : undefined;
  if (text === undefined || failingEnd.test(text)) return false;
  if (adapterOf(hook.speaks).takesAnyWords && refusalWords.test(text)) return false;
  const keys = new Set(bindingsOfAgents().flatMap(verdictKeysOf));
  return ![...keys].some((key) => new RegExp(`\\b${key}\\b`).test(text));
}

/** Returns the top-level keys of a binding's payload, without those that every event has. */
const topKeysOf = (binding: Binding): string[] =>
  payloadPlanOf(binding)
    .ops.filter(({ canonicalName }) => !Object.hasOwn(baseKinds, canonicalName))
    .flatMap(({ readPaths }) => readPaths.map(([key]) => key));

/** Tells whether a text reads a key of an object: `.key` that follows no name or bracket, as in jq, or the key in quotes. */
const readsKey = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w\\])}])\\.${key}\\b|["']${key}["']`).test(text);

/**
 * Returns an expression for `tool_input.command` and the like, in the payloads of any agent: the key that holds the
 * arguments or the result of a call (group 1), and a key in these.
 */
const keyBelowCall = once(() => {
  const ops = bindingsOfAgents()
    .map(payloadPlanOf)
    .flatMap(({ input, result }) => [input, result]);
  const keys = new Set(ops.flatMap((op) => (op?.readPaths ?? []).map(([key]) => key)));
  return new RegExp(`\\b(${[...keys].join('|')})\\W{1,6}\\w+`, 'g');
});

/** Finds the keys of other agents' payloads that a script reads, if it reads no key of its own agent's payloads. */
function findForeignPayloadKeys({ text, own, bindings }: Script, event: EventName): string[] {
  const ownKeys = new Set(bindings.flatMap(topKeysOf));
  // Keeps the outer key alone. With the dot in front `readsKey` finds it, also after the name of a variable.
  const withoutInnerKeys = text.replace(keyBelowCall(), '.$1 ');
  const isRead = (key: string) => readsKey(withoutInnerKeys, key);
  if (!ownKeys.size || [...ownKeys].some(isRead)) return [];
  const others = agents().filter((agent) => agent !== own);
  const keys = others.flatMap((agent) => agent.bindings.listFor(event).flatMap(topKeysOf));
  return [...new Set(keys)].filter((key) => !ownKeys.has(key) && isRead(key));
}

/**
 * Yields findings about a script that was written for another agent, or that expects the call in variables or in
 * its command line, and not in a payload.
 * @param events - All native events that start the script.
 */
export function* checkScriptText(
  hook: Hook,
  events: readonly string[],
  workspace: Workspace,
): Iterable<Finding> {
  const { event, speaks } = hook;
  const text = readScriptText(hook, workspace);
  if (text === undefined) return;
  const own = adapterOf(speaks);
  const bindings = events.map((native) => ownBindingOf({ speaks, event: native }));
  const script = { text, own, bindings };
  const verdicts = findForeignVerdicts(script);
  if (verdicts) yield { code: 'speaks-another', event, agent: own.title, ...verdicts };
  const keys = findForeignPayloadKeys(script, ownBindingOf(hook).event);
  if (keys.length) yield { code: 'reads-another', event, agent: own.title, keys };
  const line = shellLineOf(hook) ?? '';
  const assigned = new Set([...line.matchAll(assignedName)].map(([, name]) => name));
  const names = [...new Set(line.match(argumentTemplates) ?? [])].filter((template) => {
    const name = template.replace(/\W/g, '');
    return !assigned.has(name) && hook.env?.[name] === undefined;
  });
  if (!readsStdin.test(text)) names.push(...new Set(text.match(payloadVariables) ?? []));
  if (names.length) yield { code: 'arguments-for-payload', event, agent: own.title, names };
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
