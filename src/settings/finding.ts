import type { Position as TextPosition } from '../edit/positions.ts';
import { formatDuration } from '../util/duration.ts';
import { keysOf } from '../util/keys-of.ts';
import { quoteTypedPath } from '../util/shell/typed-word.ts';

/** A position in a settings file. */
export interface Position extends TextPosition {
  /** The file, if several are read. */
  file?: string;
}

/**
 * A message: a code, and the data that the function of that code in `Words` makes the sentence from.
 * `{ 'no-list': ({ event }) => `${event} holds no list` }` has the
 * message `{ code: 'no-list', event: 'Stop' }`.
 */
export type MessageOf<Words> = {
  [Code in keyof Words]: { code: Code } & (Words[Code] extends (data: infer Data) => string
    ? Data
    : never);
}[keyof Words];

/** Returns the sentence of a message. */
export const formatMessage = <Words extends object>(
  words: Words,
  message: MessageOf<Words>,
): string => (words[message.code] as (data: typeof message) => string)(message);

/** The data of a finding about a hook or a list: the native event that the file names. */
type ForEvent<Data = unknown> = { event: string } & Data;
const toJson = (value: unknown): string => JSON.stringify(value);
const toShortJson = (value: unknown): string => {
  const text = toJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The data of a finding about a matcher. `mend` is the matcher that was probably meant. */
type ForMatcher<Data = unknown> = ForEvent<{ matcher: string; mend?: string | undefined } & Data>;
/** Returns the end of a sentence about a matcher: `; write "Bash"`. Empty: there is no guess (`mend`). */
const suggestionText = ({ mend }: { mend?: string | undefined }): string =>
  mend === undefined ? '' : `; write ${toJson(mend)}`;

/** Returns the end of a sentence about `match` in `anyhook.yaml`: `; write tools: [shell] instead`. */
const keysText = ({ mend }: { mend?: string | undefined }): string =>
  mend === undefined ? '' : `; write ${mend} instead`;

/**
 * What an agent does because a script cannot run: it refuses each call, or goes on whenever it wants to end (`goesOn`),
 * or hides the result of each call (`hides`), or none of these.
 */
interface FailureEffect {
  refuses: boolean;
  goesOn?: boolean;
  hides?: boolean;
  agent: string;
}

/** Returns the end of a sentence about a script that cannot run. Empty: its agent does not refuse for that. */
const refusalText = ({ refuses, goesOn, hides, agent }: FailureEffect): string =>
  goesOn
    ? `, so ${agent} goes on each time it wants to end`
    : refuses
      ? `, so ${agent} refuses every call`
      : hides
        ? `, so ${agent} hides the result of each call: the model gets that message in its place`
        : '';

/**
 * Returns the end of a sentence about keys that an agent ignores. If one of them was meant to switch the hook
 * off, or to restrict it to some calls, the text says that it does not. Empty: there is no such key.
 */
const ignoredKeyEffect = (keys: readonly string[]): string => {
  if (keys.includes('enabled') || keys.includes('disabled')) return ': the hook runs all the same';
  return ['if', 'condition', 'when'].some((key) => keys.includes(key))
    ? ': the hook runs for every call'
    : '';
};

/** Why a refusal is not heard. */
interface UnheardRefusal {
  why: 'silent' | 'stdout' | 'key' | 'no-reason' | 'event';
  key?: string;
  instead?: string;
}

/** Returns the end of a sentence about a refusal that is not heard. Empty: the reason is not known. */
const whyUnheard = ({ why, key, instead }: UnheardRefusal, agent: string): string =>
  ({
    silent: '. It ends with exit code 2 and says nothing: print the reason on stderr',
    stdout: `. What it prints on stdout counts more for ${agent} than exit code 2: print nothing there, and the reason on stderr`,
    key: `. ${agent} drops an answer with ${key}: leave it out`,
    'no-reason': `. ${agent} drops a refusal without a reason: add ${key}`,
    event: `. ${agent} ignores ${key} at this event${instead === undefined ? '' : `: it reads ${instead}`}`,
  })[why];

/**
 * Wordings of findings about hooks that cannot run where they stand. Their kind ({@link kindOfFinding}) is
 * `dead`, or `refuses` if their data say so: then the agent refuses each call because the hook cannot run.
 */
const deadWords = {
  'hooks-no-object': () => 'the value of "hooks" is not an object of events, so no hook of it runs',
  'no-list': ({ event }: ForEvent) => `${event}: the value is not a list, so none of its hooks run`,
  'group-for-entry': () =>
    'this is a group of hooks, as files of another agent have it. Here each hook is an entry of its own',
  'entry-for-group': () =>
    'this entry is in no group, so it never runs: put it into { "hooks": [ … ] }',
  'no-group': () => 'this is not a group of hooks, so nothing of it runs',
  'group-without-entries': () => 'this group has no list "hooks", so nothing of it runs',
  'no-entry': ({ event }: ForEvent) => `${event}: this entry is not an object, so it never runs`,
  'wrong-value': (data: ForEvent<{ key: string; found?: unknown; wanted: unknown }>) => {
    const shown = data.found === undefined ? 'is missing' : `is ${toJson(data.found)}`;
    return `${data.event}: ${data.key} ${shown}; only ${toJson(data.wanted)} runs`;
  },
  'command-list': ({ event }: ForEvent) =>
    `${event}: the command is a list, so it never runs: write it as one line`,
  'no-command': ({ event }: ForEvent) => `${event}: this hook has no command, so nothing runs`,
  'no-address': ({ event }: ForEvent) =>
    `${event}: this hook has no url that begins with http:// or https://, so nothing is asked`,
  /** For an address to which the agent never sends a request. `why` is a whole sentence about it. */
  'address-unasked': ({ event, why }: ForEvent<{ why: string }>) => `${event}: ${why}`,
  'nul-in-command': ({ event }: ForEvent) =>
    `${event}: the command has a NUL character, which no command line can hold: remove it`,
  /** For a value that makes the agent drop a hook, or the `whole` file. */
  void: (data: {
    agent: string;
    key: string;
    found?: unknown;
    wanted: string;
    whole: boolean;
    effect?: string | undefined;
  }) => {
    const shown = data.found === undefined ? 'is missing' : `is ${toShortJson(data.found)}`;
    const { effect = `ignores ${data.whole ? 'the whole file' : 'this hook'} without a message` } =
      data;
    return `${data.key} ${shown}; ${data.agent} wants ${data.wanted}, and ${effect}`;
  },
  /** `hooks`: the names of all hooks of the line that is switched off, where it has several. */
  'switched-off': ({
    event,
    why,
    by,
    hooks,
  }: ForEvent<{ why: string; by?: string | undefined; hooks?: string }>) =>
    `${event}: the ${hooks === undefined ? 'hook' : `line of ${hooks}`} does not run, because ${why}${by === undefined ? '' : ` in ${by}`}`,
  /** A hook that a person has switched off runs again, since it is started by another entry. */
  'switched-on': (data: ForEvent<{ hook: string; list: string; name: string }>) =>
    `${data.event}: ${data.hook} was switched off in ${data.list}, and runs now, since its line is another one. To switch it off, write ${toJson(data.name)} into ${data.list}`,
  'matcher-matches-nothing': (data: ForMatcher) =>
    `${data.event}: the matcher ${toJson(data.matcher)} matches nothing${suggestionText(data)}`,
  'matcher-names-no-tool': (data: ForMatcher<{ agent: string }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} names no tool of ${data.agent}${suggestionText(data)}`,
  /**
   * For an expression as the matcher of an event whose matchers are compared letter by letter. It is equal to
   * no value of the event.
   */
  'matcher-compared': (data: ForMatcher) =>
    `${data.event}: the matcher ${toJson(data.matcher)} is compared letter by letter, not as an expression, so it never matches${data.mend === undefined ? '. Write one entry for each name' : suggestionText(data)}`,
  /** For a matcher that matches none of the `values` which the event compares matchers with. */
  'matcher-never-value': (data: ForEvent<{ matcher: string; values: readonly string[] }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} matches none of the values of this event: ${data.values.join(', ')}`,
  /** For `match` beside `on` in `anyhook.yaml`. It is compared with canonical names, and with those of each agent. */
  'match-never': (data: ForMatcher<{ agents: readonly string[] }>) =>
    `${data.event}: match ${toJson(data.matcher)} names no tool of ${data.agents.join(', ')}, so the hook never runs${keysText(data)}`,
  'hooks-elsewhere': ({ path, agent }: { path: string; agent: string }) =>
    `${path}: ${agent} reads no hooks here. Put them into "hooks"`,
  'script-missing': (
    data: ForEvent<{ script: string; why?: string | undefined } & FailureEffect>,
  ) =>
    `${data.event}: the script ${data.script} ${data.why ?? 'does not exist'}${refusalText(data)}`,
  /** For a hook of `anyhook.yaml` whose module cannot be made. */
  'module-missing': ({ event, path, why }: ForEvent<{ path: string; why: string }>) =>
    `${event}: the module ${path} ${why}, so anyhook sync writes nothing`,
  /** For a hook of `anyhook.yaml` whose module says nothing of the event. */
  'no-handler': (
    data: ForEvent<{ path: string; handler: string; near: string | undefined; refuses: boolean }>,
  ) =>
    `${data.event}: ${data.path} has no handler ${data.handler}${data.near === undefined ? '' : ` (it has ${data.near})`}${data.refuses ? ', so the hook refuses every call' : ', so the hook never runs'}`,
  /** For a hook of `anyhook.yaml` whose module cannot be loaded, since one of its handlers is for no event. */
  'misnamed-handler': (
    data: ForEvent<{ path: string; name: string; near: string | undefined; refuses: boolean }>,
  ) =>
    `${data.event}: ${data.path} cannot be loaded: no event has the handler ${data.name}${data.near === undefined ? '' : ` (${data.near}?)`}${data.refuses ? ', so the hook refuses every call' : ', so the hook never runs'}`,
  'line-unread': ({ event, problem }: ForEvent<{ refuses: boolean; problem: string }>) =>
    `${event}: this version of anyhook cannot read the line (${problem}), so it does not start the hook. Update anyhook, or delete the entry and run anyhook sync or anyhook convert again`,
  'values-lost': ({ event, key }: ForEvent<{ refuses: boolean; key: string }>) =>
    `${event}: the values of --values ${key} are not in .anyhook/kept.json, so the hook is not started. Restore that file, or run anyhook sync or anyhook convert again`,
  'script-not-executable': (data: ForEvent<{ script: string } & FailureEffect>) =>
    `${data.event}: the script ${data.script} is not executable${refusalText(data)}. Run: chmod +x ${quoteTypedPath(data.script)}`,
};

/**
 * Wordings of all other findings. In their data, `ends` and `voids` mean one thing, as `whole` does above: the
 * agent drops the whole file. The names differ since they are printed, as all data of findings are.
 */
const otherWords = {
  'trailing-comma': ({ effect }: { ends: boolean; effect: string }) =>
    `a trailing comma: ${effect}`,
  'byte-order-mark': ({ effect }: { ends: boolean; effect: string }) =>
    `a byte order mark: ${effect}`,
  comments: ({ ends }: { ends: boolean }) =>
    ends
      ? 'the file has comments, so its agent ignores the whole file'
      : 'the file has comments, which its agent may not be able to read',
  /** `of`: the agents that have the event. `instead`: the agent's own events for the same moment. */
  'unknown-event': (
    data: ForEvent<{ agent: string; voids: boolean; of?: string[]; instead?: string[] }>,
  ) =>
    [
      data.of
        ? `${data.event}: ${data.agent} has no such event, so the hook never runs. It is an event of ${data.of.join(', ')}`
        : `${data.event}: this is no event of ${data.agent} that anyhook knows`,
      ...(data.instead?.length ? [`write ${data.instead.join(' or ')}`] : []),
      ...(data.voids ? [`one unknown event makes ${data.agent} ignore the whole file`] : []),
    ].join('; '),
  'setting-missing': ({ path, wanted }: { path: string; wanted: unknown }) =>
    `${path} is missing, and must be ${toJson(wanted)}`,
  'setting-written': ({ path, value }: { path: string; value: unknown }) =>
    `anyhook adds ${path}: ${toJson(value)}, which the agent needs`,
  'lone-group': ({ event }: ForEvent) =>
    `${event}: this group is not in a list. It is read as if it were`,
  /** For an entry that is not known to be anything that the agent runs. */
  'unknown-handler': ({ event, agent, type }: ForEvent<{ agent: string; type: unknown }>) =>
    `${event}: ${type === undefined ? 'this hook has no command' : `the type of this hook is ${toJson(type)}`}, and anyhook knows nothing that ${agent} would run for it`,
  /** For a handler in a module of `anyhook.yaml` for an event at which no hook names that module. */
  'other-handler': ({ path, other }: ForEvent<{ path: string; other: string }>) =>
    `${path} also handles ${other}: add an entry with "on: ${other}"`,
  /** For a module of `anyhook.yaml` that may ask for other modules when it runs. The runner loads none but those of Node. */
  'not-bundled': ({ path, absent }: { path: string; absent: readonly string[] }) =>
    `${path} may load ${absent.join(', ')} when it runs, which is not in its bundle and counts as not installed. If the hook needs it, install it or import it by a fixed name, and run anyhook sync`,
  'same-name': ({ name, hooks }: { name: string; hooks: readonly string[] }) =>
    `several hooks are called ${toJson(name)}: ${hooks.join('; ')}. An option that names one means all of them`,
  'matcher-ignored': ({ event }: ForEvent) =>
    `${event}: a matcher is ignored on this event, so the hook always runs`,
  'matcher-misses': (data: ForMatcher<{ names: readonly string[]; agent: string }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} names ${data.names.map(toJson).join(', ')}, and no tool of ${data.agent} has that name${suggestionText(data)}`,
  'matcher-unknown': (data: ForMatcher<{ agent: string }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} names no tool of ${data.agent} that anyhook knows${suggestionText(data)}`,
  /** For `match` beside `on` that matches calls of some agents (`runs`), and none of others (`never`). */
  'match-some-agents': (data: ForMatcher<{ runs: readonly string[]; never: readonly string[] }>) =>
    `${data.event}: match ${toJson(data.matcher)} names a tool of ${data.runs.join(', ')} only, so the hook never runs in ${data.never.join(', ')}${keysText(data)}`,
  'match-misses': (data: ForMatcher<{ names: readonly string[] }>) =>
    `${data.event}: match ${toJson(data.matcher)} has ${data.names.map(toJson).join(', ')}, the ${data.names.length > 1 ? 'names of tools' : 'name of a tool'} in some agents only. The hook does not run for such a tool in the other agents${keysText(data)}`,
  /** `never`: no agent that the hook is for has the event, so that it never runs. */
  'no-such-event': ({
    event,
    agents,
    never,
  }: ForEvent<{ agents: readonly string[]; never: boolean }>) =>
    `${event}: ${agents.join(', ')} ${agents.length === 1 ? 'has' : 'have'} no such event, so the hook never runs ${never ? 'at all' : 'there'}`,
  /** `never`: no agent that the hook is for has one of the tools. */
  'no-such-tool': (
    data: ForEvent<{ tools: readonly string[]; agents: readonly string[]; never: boolean }>,
  ) =>
    `${data.event}: ${data.agents.join(', ')} ${data.agents.length === 1 ? 'has' : 'have'} no tool for ${data.tools.join(', ')}, so the hook never runs ${data.never ? 'at all' : 'there'}`,
  /** For a matcher that matches some of the event's `values`, but has the `names`, which match none. */
  'matcher-part-never': (
    data: ForMatcher<{ names: readonly string[]; values: readonly string[] }>,
  ) =>
    `${data.event}: the matcher ${toJson(data.matcher)} has ${data.names.map(toJson).join(', ')}, which this event never has. Its values are ${data.values.join(', ')}`,
  'matcher-of-command': ({ event, matcher }: ForEvent<{ matcher: string }>) =>
    `${event}: this event looks for the matcher in the command, and ${toJson(matcher)} looks like the name of a tool. Remove it, or write a part of the command`,
  'switch-ignored': ({ path, instead, agent }: { path: string; instead: string; agent: string }) =>
    `${path}: ${agent} no longer reads this key. Write ${instead}`,
  'key-ignored': ({ event, agent, keys }: ForEvent<{ agent: string; keys: readonly string[] }>) =>
    `${event}: ${agent} is not known to read ${keys.join(', ')}${ignoredKeyEffect(keys)}`,
  /** `isInScript`: the names are in the script, and not in the command. */
  'arguments-for-payload': (
    data: ForEvent<{ agent: string; names: readonly string[]; isInScript?: true }>,
  ) =>
    data.isInScript
      ? `${data.event}: the script looks for the call in ${data.names.join(', ')}, where ${data.agent} puts nothing. A hook reads the call as JSON from its stdin`
      : `${data.event}: ${data.agent} does not replace ${data.names.join(', ')} in the command. A hook reads the call as JSON from its stdin`,
  'speaks-another': (
    data: ForEvent<{ agent: string; agents: readonly string[]; keys: readonly string[] }>,
  ) =>
    `${data.event}: the script answers with ${data.keys.join(', ')}, which ${data.agents.join(', ')} ${data.agents.length > 1 ? 'read' : 'reads'} and ${data.agent} ignores`,
  /** `keys`, `instead`: whole paths in the payload. `tools`: those whose calls do not have them. Absent: no call has them. */
  'reads-another': (
    data: ForEvent<{
      agent: string;
      keys: readonly string[];
      instead?: readonly string[];
      tools?: readonly string[];
    }>,
  ) => {
    const mend = data.instead?.length ? `; read ${data.instead.join(', ')}` : '';
    const where = data.tools ? `a call of ${data.tools.join(', ')}` : 'this event';
    return `${data.event}: the script reads ${data.keys.join(', ')}, which ${data.agent} does not send with ${where}${mend}`;
  },
  /** `instead`: the path at which the agent looks for the key. */
  'flat-decision': (data: ForEvent<{ agent: string; key: string; instead: string }>) =>
    `${data.event}: the script prints ${data.key} at the top of its answer, where ${data.agent} ignores it; write it as ${data.instead}`,
  /** `key`: where the agent looks for the name of the event. `found`: what is there instead of `wanted`. */
  'no-event-name': (
    data: ForEvent<{ agent: string; key: string; wanted: string; found?: unknown }>,
  ) => {
    const shown = data.found === undefined ? 'without' : `with ${toShortJson(data.found)} as`;
    return `${data.event}: its script prints an answer ${shown} ${data.key}, which ${data.agent} ignores; write ${toJson(data.wanted)} there`;
  },
  'wrong-verdict-word': (
    data: ForEvent<{ agent: string; key: string; word: string; instead: string }>,
  ) =>
    `${data.event}: the script prints ${toShortJson(data.word)} as ${data.key}, a word that ${data.agent} does not know; write ${toJson(data.instead)}`,
  /** `text`: the beginning of what is printed around the answer. */
  'log-before-answer': (data: ForEvent<{ agent: string; text: string }>) =>
    `${data.event}: the script prints ${toShortJson(data.text)} on stdout beside its answer, so ${data.agent} does not read the answer; print it on stderr`,
  /** For a script that says that it refuses, and ends with an exit code that is no refusal. */
  'exit-not-refusal': (data: ForEvent<{ agent: string; exitCode: number; instead: number }>) =>
    `${data.event}: its script ends with exit code ${data.exitCode} where it means to refuse, which ${data.agent} does not take for a refusal; end it with exit code ${data.instead}`,
  /**
   * For a script that means to refuse, and of which its agent takes no run for a refusal. `why`: an ending with 2
   * without a text (`silent`) or beside one on stdout (`stdout`), a `key` that is not known (`key`) or that this event
   * does not have (`event`), or a missing reason (`no-reason`, at `key`).
   */
  'refusal-unheard': ({ event, agent, ...data }: ForEvent<{ agent: string } & UnheardRefusal>) =>
    `${event}: the script means to refuse, and ${agent} takes none of its answers for a refusal${whyUnheard(data, agent)}`,
  /** For a script that prints a text which its agent cannot read, so that it refuses. */
  'output-refuses': (data: ForEvent<{ agent: string; text: string; refuses: boolean }>) =>
    `${data.event}: the script prints ${toShortJson(data.text)}, which is no JSON, so ${data.agent} refuses every call`,
  /** `quoted`: the agent itself puts quotes around the value, so that further quotes take them away. */
  'unquoted-variable': (
    data: ForEvent<{
      agent: string;
      variable: string;
      instead: string;
      quoted: boolean;
      /** The variable is no part of the path of the script: the script is started. */
      argument?: boolean;
    }>,
  ) =>
    `${data.event}: the path of this project has a space, and ${data.quoted ? `${data.agent} itself puts quotes around ${data.variable}, which the quotes in the command end` : `the shell splits ${data.variable} there`}${data.argument ? ', so the script starts with a broken argument' : ''}; write ${data.instead}`,
  /** For a Windows path, on another system. */
  'script-unchecked': ({ event, script }: ForEvent<{ script: string }>) =>
    `${event}: the script ${script} has a path of Windows, so anyhook did not look for it here`,
  'odd-timeout': ({ event, milliseconds }: ForEvent<{ milliseconds: number }>) =>
    `${event}: the time limit is ${formatDuration(milliseconds)}. Was another unit meant?`,
  'env-ignored': ({ event, agent }: ForEvent<{ agent: string }>) =>
    `${event}: ${agent} ignores env, so the script does not get these variables`,
  /**
   * For a converted gate that is run twice for each path unless the first run refuses: with the path as the
   * agent writes it, and with the relative path. `paths`: what its script compares paths with, where only one of
   * the two may match. `unseen`: reasons why that is not known.
   */
  'both-wordings': (
    data: ForEvent<{ agent: string; paths: readonly string[]; unseen: readonly string[] }>,
  ) => {
    const { event, agent, paths, unseen } = data;
    const known = paths.slice(0, 3).map(toShortJson).join(', ');
    const why = paths.length ? `compares with ${known}` : unseen.slice(0, 2).join(', and ');
    return `${event}: the script ${why}, so anyhook starts it twice for each path: with the path as ${agent} writes it, and, unless it refuses, with the relative path`;
  },
  /** For a hook that has lost the settings which only its own agent reads: the value record has no such key. */
  'carry-lost': ({ event, key }: ForEvent<{ key: string }>) =>
    `${event}: .anyhook/kept.json does not have what --carry ${key} names, so the keys of this hook that only its own agent reads are lost`,
  /** `never`: the hook runs in no agent. */
  doubtful: ({ why }: { why: string; never?: boolean }) => why,
  'twice-by-event': (data: ForEvent<{ script: string; sources: [string, string] }>) =>
    `${data.script} is registered at ${data.sources.join(' and ')}, so ${data.event} runs it twice`,
  'twice-there': ({ script, event }: ForEvent<{ script: string }>) =>
    `${event} already runs ${script}, so it would run twice`,
  'twice-loaded': (data: {
    scripts: string[];
    file: string;
    lines: number[];
    how: string;
    /** The command that makes each hook there start through the shim, so that it runs once. Absent: there is none. */
    mend?: string | undefined;
  }) =>
    [
      `${data.file}:${data.lines.join(', ')} is loaded too, and runs ${data.scripts.join(', ')}, so it would run twice`,
      data.how,
      ...(data.mend === undefined ? [] : [`to run it once: ${data.mend}`]),
    ].join('; '),
  /**
   * For an agent that also loads the file which is written. It skips these hooks if anyhook has started them from
   * the agent's own file already. `mend`: the command after which the agent's own hooks start through the shim.
   * Until then these hooks and its own both run. Absent: there is no such command.
   */
  'loaded-by': ({ agent, mend }: { agent: string; mend?: string | undefined }) =>
    mend === undefined
      ? `${agent} loads this file too. It skips a hook that anyhook has started from its own file already`
      : `${agent} loads this file too, and runs these hooks beside those of its own file. To run each once: ${mend}`,
  /**
   * For an entry that was written for a `hook` of `source`, and is removed. `isStillThere`: the source still has
   * that hook, but it gets no entry now.
   */
  'taken-out': ({
    event,
    hook,
    source,
    isStillThere,
  }: ForEvent<{ hook: string; source: string; isStillThere?: true }>) =>
    `${event}: the entry for ${hook} is removed, because ${
      isStillThere
        ? `it can no longer be written for that hook of ${source}`
        : `${hook} is no longer in ${source}`
    }`,
  /** For an entry that was written for a hook of `source` under its older name, or that of an older script. */
  renamed: ({ event, from, to, source }: ForEvent<{ from: string; to: string; source: string }>) =>
    `${event}: the hook was renamed from ${from} to ${to} in ${source}`,
  'own-entry-wrapped': ({ event }: ForEvent) =>
    `${event}: anyhook now starts the hook of this entry, so that it runs once although agents here load the files of others too. To get the entry back: anyhook remove`,
  /** `beside`: how many other entries the same group holds. */
  edited: ({ event, beside }: ForEvent<{ beside: number }>) =>
    `${event}: this entry of anyhook was changed by hand, so it stays as it is. To get the entry of the source back, delete this one${beside ? ` and the ${beside} beside it` : ''}`,
  /** For a `hook` of `source` that stood in the target, and that a person deleted there. */
  restored: ({ event, hook, source }: ForEvent<{ hook: string; source: string }>) =>
    `${event}: ${hook} was deleted here by hand. ${source} has it, so it is written again. To leave it out, delete it there`,
  stray: ({ event }: ForEvent) =>
    `${event}: this entry starts anyhook, but .anyhook/written.json does not list it. It stays; delete it if nobody needs it`,
  /**
   * For a hook of the target from which an earlier conversion made a hook of the source (`file`), if the two now
   * differ. The hook of the target stays as it is. `run`: the command that makes the source's hook of it again.
   */
  'returned-changed': ({ event, file, run }: ForEvent<{ file: string; run: string }>) =>
    `${event}: ${file} has a hook that anyhook made from this one, and the two differ now. This one stays as it is. To make the other one anew: ${run}`,
  /**
   * For a `hook` of the source (`file`) that an earlier conversion made from a hook of the target, where the
   * target no longer holds that hook. It is not written into the target. `run`: the command that removes it from
   * the source.
   */
  'returned-gone': (data: ForEvent<{ file: string; run: string; hook: string }>) =>
    `${data.event}: ${data.file} has ${data.hook}, which anyhook made from a hook that is no longer in this file. It is not written back. To remove it from ${data.file}: ${data.run}`,
};

const findingWords = { ...deadWords, ...otherWords };

/** The code of every finding. */
export const findingCodes = keysOf(findingWords);

/** A fact about a settings file that a person should know: a code, the data of its wording, and the position. */
export type Finding = MessageOf<typeof findingWords> & { at?: Position | undefined };

/**
 * Returns how serious a finding is. `dead`: a hook cannot run where it stands. `refuses`: a hook cannot run, and
 * its agent refuses each call because of that, or hides its result. `odd`: anything else.
 */
export function kindOfFinding(finding: Finding): 'dead' | 'refuses' | 'odd' {
  if (('refuses' in finding && finding.refuses) || ('hides' in finding && finding.hides))
    return 'refuses';
  const isDead =
    finding.code in deadWords ||
    ('ends' in finding && finding.ends) ||
    ('never' in finding && finding.never === true) ||
    (finding.code === 'unknown-event' && (finding.voids || finding.of !== undefined));
  return isDead ? 'dead' : 'odd';
}

/**
 * Tells whether a finding says that a hook for several agents runs in some of them, and never in this one.
 *
 * @param agent The title of the agent.
 */
export const saysNeverIn = (finding: Finding, agent: string): boolean =>
  finding.code === 'match-some-agents' && finding.never.includes(agent);

/** Findings that need no decision: a report prints them with `-v` alone. */
const details: ReadonlySet<string> = new Set<(typeof findingCodes)[number]>([
  'both-wordings',
  'comments',
  'script-unchecked',
  'setting-written',
]);

/** Findings that need a decision only if they name a mend. */
const minorWithoutMend: typeof details = new Set<(typeof findingCodes)[number]>([
  'loaded-by',
  'matcher-unknown',
]);

/** Tells whether a finding needs no decision of a person. */
export const isDetail = (finding: Finding): boolean =>
  kindOfFinding(finding) === 'odd' &&
  (details.has(finding.code) ||
    (minorWithoutMend.has(finding.code) && !('mend' in finding && finding.mend)));

/** Returns a finding as one sentence. */
export const describeFinding = (finding: Finding): string => formatMessage(findingWords, finding);
