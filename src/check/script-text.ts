/** Tells from the text of a hook's script for which agent it was written, and whether it decides anything. */

import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import { baseKinds, outcomeKeysWith } from '../canonical/kinds.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { type Path, splitPath } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import { handlerOf, ownBindingOf, shellLineOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { effectiveKeysOf, nativePathsOf } from '../translate/foreign-responses.ts';
import { adapterOf } from '../translate/host.ts';
import { readText } from '../translate/machine.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import { scriptPathOf } from './script.ts';

/** The longest script that is read, in UTF-16 units. */
const longest = 256 * 1024;
/** Matches how names of variables begin that are named after an agent, such as `CLAUDE` in `CLAUDE_FILE_PATH`. */
const vendorPrefixes = Object.keys(adapters).join('|').toUpperCase();

/**
 * Returns the text of a hook's script, or its command line if that starts no script that we can find.
 * @returns undefined if there is no line, or if the script cannot be read, is too long, or is no text.
 */
export function readScriptText(hook: Hook, workspace: Workspace): string | undefined {
  if (!['shell', 'program'].includes(handlerOf(hook).kind)) return undefined;
  const path = scriptPathOf(hook, workspace);
  if (path === undefined) return shellLineOf(hook);
  const read = readText(path);
  return 'text' in read && read.text.length <= longest && !read.text.includes('\0')
    ? read.text
    : undefined;
}

/** Returns where the responses of a binding hold outcome keys, each path as a list of its keys. */
const responsePathsOf = (binding: Binding, keys = effectiveKeysOf(binding)): Path[] =>
  nativePathsOf(binding, keys).map((path) => splitPath(path));
/** Returns all native keys on the paths of verdicts in the responses of a binding. */
const verdictKeysOf = (binding: Binding): string[] =>
  responsePathsOf(binding, outcomeKeysWith.isVerdict).flat();

/** Returns all agents, without the canonical dialect, which has no tools. */
const agents = once(() => Object.values<Adapter>(adapters).filter(({ tools }) => tools.length));

/** Tells whether a text has a key of an object, as in `decision:`, `"decision":` and `\"decision\":`. */
const writesKey = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w.-])\\\\?["']?${key}\\\\?["']?\\s*:`).test(text);

/** Matches code that ends a script with exit code 2, which several agents take for a refusal. */
const exitsWithRefusal = /\bexit\b[\s(]*2\b|SystemExit\(2\)|\bexitCode\s*=\s*2\b/;

/**
 * Finds the agents whose verdicts a script prints, where it prints nothing that its own agent accepts.
 * @param events - All native events that start the script.
 * @returns The titles of the agents, and the keys of their verdicts; undefined: there are none.
 */
export function findVerdictsOfOtherAgents(
  text: string,
  hook: Hook,
  events: readonly string[],
): { agents: string[]; keys: string[] } | undefined {
  const own = adapterOf(hook.speaks);
  if (own.takesAnyWords || exitsWithRefusal.test(text)) return undefined;
  const ownPaths = events.flatMap((event) =>
    responsePathsOf(ownBindingOf({ speaks: hook.speaks, event })),
  );
  // The first key of a longer path is that of an object which holds the answer; alone it is no answer.
  const isAnswer = ([first, ...rest]: Path) =>
    (rest.length ? rest : [first]).some((key) => key !== undefined && writesKey(text, key));
  if (ownPaths.some(isAnswer)) return undefined;
  const accepted = new Set(ownPaths.flat());
  const keys = new Set<string>();
  const found = agents().filter((one) => {
    const written = one.bindings
      .all()
      .flatMap(verdictKeysOf)
      .filter((key) => !accepted.has(key) && writesKey(text, key));
    for (const key of written) keys.add(key);
    return one !== own && written.length > 0;
  });
  return found.length ? { agents: found.map(({ title }) => title), keys: [...keys] } : undefined;
}

/** Matches words that the canonical dialect takes for a refusal under any key. */
const refusalWords =
  /\b(?:den(?:y|ied)|block|reject|refuse|forbid|disallow|prevent|abort|veto|ok)/i;

/**
 * Tells whether the script of a hook can be read and has nothing in it that any agent takes for a verdict. False
 * also if it cannot be read.
 */
export function isScriptWithoutVerdict(hook: Hook, workspace: Workspace): boolean {
  const text =
    scriptPathOf(hook, workspace) === undefined ? undefined : readScriptText(hook, workspace);
  if (text === undefined) return false;
  const bindings = agents().flatMap((one) => one.bindings.all());
  const keys = new Set(bindings.flatMap(verdictKeysOf));
  const failingEnd = /\bexit\b[\s(]*[1-9$]|SystemExit|\bexitCode\b|\bset -\w*e|\bthrow\b|\braise\b/;
  if (adapterOf(hook.speaks).takesAnyWords && refusalWords.test(text)) return false;
  return !failingEnd.test(text) && ![...keys].some((key) => new RegExp(`\\b${key}\\b`).test(text));
}

/** Returns the top-level keys of a binding's payload, without those that every event has. */
const topKeysOf = (binding: Binding): string[] =>
  payloadPlanOf(binding)
    .ops.filter(({ canonicalName }) => !Object.hasOwn(baseKinds, canonicalName))
    .flatMap(({ readPaths }) => readPaths.map(([key]) => key));

/** Tells whether a text reads a key of an object: `.key` behind no variable's name, or the key in quotes. */
const readsKey = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w\\])}])\\.${key}\\b|["']${key}["']`).test(text);

/** Returns an expression for the key of a call's arguments or result, in any agent's payloads, and the key below it. */
const keyBelowCall = once(() => {
  const plans = agents().flatMap((one) => one.bindings.all().map(payloadPlanOf));
  const paths = plans.flatMap(({ input, result }) =>
    [input, result].flatMap((op) => op?.readPaths ?? []),
  );
  const keys = new Set(paths.map(([key]) => key));
  return new RegExp(`\\b(${[...keys].join('|')})\\W{1,6}\\w+`, 'g');
});

/**
 * Finds the keys of other agents' payloads that a script reads, if it reads no key of its own agent's payloads.
 * @param events - All native events that start the script.
 */
export function findPayloadKeysOfOtherAgents(
  text: string,
  hook: Hook,
  events: readonly string[],
): string[] {
  const { event } = ownBindingOf(hook);
  const own = adapterOf(hook.speaks);
  const ownKeys = new Set(
    events.flatMap((native) => topKeysOf(ownBindingOf({ speaks: hook.speaks, event: native }))),
  );
  const withoutInnerKeys = text.replace(keyBelowCall(), '.$1 ');
  if (!ownKeys.size || [...ownKeys].some((key) => readsKey(withoutInnerKeys, key))) return [];
  const others = agents().filter((one) => one !== own);
  const foreign = others.flatMap((one) => one.bindings.listFor(event).flatMap(topKeysOf));
  return [...new Set(foreign)].filter(
    (key) => !ownKeys.has(key) && readsKey(withoutInnerKeys, key),
  );
}

/**
 * Yields findings about a script that was written for another agent, or for arguments instead of a payload.
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
  const { title: agent } = adapterOf(speaks);
  const verdicts = findVerdictsOfOtherAgents(text, hook, events);
  if (verdicts) yield { code: 'speaks-another', event, agent, ...verdicts };
  const keys = findPayloadKeysOfOtherAgents(text, hook, events);
  if (keys.length) yield { code: 'reads-another', event, agent, keys };
  const line = shellLineOf(hook) ?? '';
  const assigned = new Set([...line.matchAll(assignedName)].map(([, , name]) => name));
  const names = [...new Set(line.match(argumentTemplates) ?? [])].filter((text) => {
    const name = text.replace(/\W/g, '');
    return !assigned.has(name) && hook.env?.[name] === undefined;
  });
  if (!readsStdin.test(text)) names.push(...new Set(text.match(payloadVariables) ?? []));
  if (names.length) yield { code: 'arguments-for-payload', event, agent, names };
}

/** Matches the names of variables that a command line itself gives a value. */
const assignedName =
  /(^|[\s;&|({])(?:for\s+|read\s+(?:-\w+\s+)*)?(\w+)(?==|\s+in\s|\s*[;<&|)]|\s*$)/g;

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
