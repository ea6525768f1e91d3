/** What the text of a hook's script shows of whom it was written for. */

import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import { baseKinds, outcomeKeysWith } from '../canonical/kinds.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { split } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import { handlerOf, ownBindingOf, shellLineOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { effectiveKeysOf, nativePathsOf } from '../translate/foreign-responses.ts';
import { adapterOf } from '../translate/host.ts';
import { readText } from '../translate/machine.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { once } from '../util/once.ts';
import { scriptPathOf } from './script.ts';

const longest = 256 * 1024;

/** The script of a hook, or its line where that is all there is to it; undefined: nobody can tell. */
export function readScriptText(hook: Hook, place: Workspace): string | undefined {
  if (!['shell', 'program'].includes(handlerOf(hook).kind)) return undefined;
  const path = scriptPathOf(hook, place);
  if (path === undefined) return shellLineOf(hook);
  const read = readText(path);
  return 'text' in read && read.text.length <= longest && !read.text.includes('\0')
    ? read.text
    : undefined;
}

/** The native keys that words of an outcome stand under. */
const keysIn = (binding: Binding, of = effectiveKeysOf(binding)): string[] =>
  nativePathsOf(binding, of).flatMap((path) => split(path));

const agents = once(() => Object.values<Adapter>(adapters).filter(({ tools }) => tools.length));

/** Whether a key is written in a text as of an object. */
const writes = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w.-])\\\\?["']?${key}\\\\?["']?\\s*:`).test(text);

/** An exit code that more than one agent takes for a refusal. */
const refusing = /\bexit\b[\s(]*2\b|SystemExit\(2\)|\bexitCode\s*=\s*2\b/;

/** The agents whose verdicts a text says, where it says none that its own agent hears at some events. */
export function findForeignVerdicts(
  text: string,
  hook: Hook,
  events: readonly string[],
): { agents: string[]; keys: string[] } | undefined {
  const own = adapterOf(hook.speaks);
  if (own.takesAnyWords || refusing.test(text)) return undefined;
  const heard = new Set(
    events.flatMap((event) => keysIn(ownBindingOf({ speaks: hook.speaks, event }))),
  );
  if ([...heard].some((key) => key !== 'hookSpecificOutput' && writes(text, key))) return undefined;
  const keys = new Set<string>();
  const found = agents().filter((one) => {
    const said = one.bindings
      .all()
      .flatMap((binding) => keysIn(binding, outcomeKeysWith.isVerdict))
      .filter((key) => !heard.has(key) && writes(text, key));
    for (const key of said) keys.add(key);
    return one !== own && said.length > 0;
  });
  return found.length ? { agents: found.map(({ title }) => title), keys: [...keys] } : undefined;
}

/** What the canonical dialect hears as a refusal, in whatever key. */
const refusals = /\b(?:den(?:y|ied)|block|reject|refuse|forbid|disallow|prevent|abort|veto|ok)/i;

/** Whether the script of a hook could be read, and shows nothing that any agent takes for a verdict. */
export function showsNoVerdict(hook: Hook, place: Workspace): boolean {
  const text = scriptPathOf(hook, place) === undefined ? undefined : readScriptText(hook, place);
  if (text === undefined) return false;
  const all = agents().flatMap((one) => one.bindings.all());
  const keys = new Set(all.flatMap((one) => keysIn(one, outcomeKeysWith.isVerdict)));
  const ends = /\bexit\b[\s(]*[1-9$]|SystemExit|\bexitCode\b|\bset -\w*e|\bthrow\b|\braise\b/;
  if (adapterOf(hook.speaks).takesAnyWords && refusals.test(text)) return false;
  return !ends.test(text) && ![...keys].some((key) => new RegExp(`\\b${key}\\b`).test(text));
}

/** The keys at the top of a payload that are about what happens. */
const topKeys = (binding: Binding): string[] =>
  payloadPlanOf(binding)
    .ops.filter(({ canon }) => !Object.hasOwn(baseKinds, canon))
    .flatMap(({ paths }) => paths.map(([key]) => key as string));

/** Whether a key is read in a text; what stands below a call's arguments does not count. */
const reads = (text: string, key: string): boolean =>
  new RegExp(`(?:^|[^\\w\\])}])\\.${key}\\b|["']${key}["']`).test(text);

/**
 * What a script reads of another agent's payloads, where it reads nothing of those that it is told:
 * `events` are all that start it.
 */
export function findForeignKeys(text: string, hook: Hook, events: readonly string[]): string[] {
  const { event } = ownBindingOf(hook);
  const own = adapterOf(hook.speaks);
  const told = new Set(
    events.flatMap((one) => topKeys(ownBindingOf({ speaks: hook.speaks, event: one }))),
  );
  const top = text.replace(/\b(tool_input|toolArgs|tool_response|toolResult)\W{1,6}\w+/g, '.$1 ');
  if (!told.size || [...told].some((key) => reads(top, key))) return [];
  const others = agents().filter((one) => one !== own);
  const foreign = others.flatMap((one) => one.bindings.of(event).flatMap(topKeys));
  return [...new Set(foreign)].filter((key) => !told.has(key) && reads(top, key));
}

/** What a hook's script was written for, if not for what it is told here. */
export function* checkScriptText(
  hook: Hook,
  events: readonly string[],
  place: Workspace,
): Iterable<Finding> {
  const { event, speaks } = hook;
  const text = readScriptText(hook, place);
  if (text === undefined) return;
  const { title: agent } = adapterOf(speaks);
  const spoken = findForeignVerdicts(text, hook, events);
  if (spoken) yield { code: 'speaks-another', event, agent, ...spoken };
  const keys = findForeignKeys(text, hook, events);
  if (keys.length) yield { code: 'reads-another', event, agent, keys };
  const line = shellLineOf(hook) ?? '';
  const own = new Set([...line.matchAll(given)].map(([, , name]) => name));
  const names = [...new Set(line.match(asArguments) ?? [])].filter((text) => {
    const name = text.replace(/\W/g, '');
    return !own.has(name) && hook.env?.[name] === undefined;
  });
  if (!readsStdin.test(text)) names.push(...new Set(text.match(asVariables) ?? []));
  if (names.length) yield { code: 'arguments-for-payload', event, agent, names };
}

/** Names that a line gives a value itself. */
const given = /(^|[\s;&|({])(?:for\s+|read\s+(?:-\w+\s+)*)?(\w+)(?==|\s+in\s|\s*[;<&|)]|\s*$)/g;

/** What reads a payload, in any language. */
const readsStdin = /\bstdin\b|\bcat\b|\bread\b|\bjq\b|readFileSync\(\s*0/;

/** Variables that scripts look for a call in, and no agent sets. */
const asVariables = /\b[A-Z]+_(?:TOOL|HOOK)_INPUT\b/g;

/** What people write where other tools put a path or a call; no agent does. */
const asArguments =
  /\$\{?(?:file|files|filePath|COMMAND|TOOL|FILE|FILE_PATH|FILEPATH|FILE_PATHS|CLAUDE_FILE_PATHS?|(?:CLAUDE_)?TOOL_(?:INPUT|NAME|ARGS|OUTPUT)(?:_\w+)?)\b\}?|\{\{\w+\}\}/g;
