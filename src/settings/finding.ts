import type { Position as TextPosition } from '../edit/positions.ts';
import { formatDuration } from '../util/duration.ts';
import { keysOf } from '../util/keys-of.ts';

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

/** Returns the end of a sentence about `match` in `anyhook.yaml`: `; write tools: [shell]`. */
const keysText = ({ mend }: { mend?: string | undefined }): string =>
  mend === undefined ? '' : `; write ${mend} in its place`;

/** What an agent does because a script cannot run: it refuses each call, or hides its result (`hides`), or neither. */
interface FailureEffect {
  refuses: boolean;
  hides?: boolean;
  agent: string;
}

/** Returns the end of a sentence about a script that cannot run. Empty: its agent does not refuse for that. */
const refusalText = ({ refuses, hides, agent }: FailureEffect): string =>
  refuses
    ? `, and ${agent} takes that for a refusal, each time`
    : hides
      ? `, and ${agent} hides the result of each call: the model gets that message in its place`
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

/**
 * Wordings of findings about hooks that cannot run where they stand. Their kind ({@link kindOfFinding}) is
 * `dead`, or `refuses` if their data say so: then the agent refuses each call because the hook cannot run.
 */
const deadWords = {
  'hooks-no-object': () => 'hooks is not an object of events',
  'no-list': ({ event }: ForEvent) => `${event} holds no list`,
  'group-for-entry': () =>
    'a group of hooks, where this file holds entries: it is written for another agent',
  'entry-for-group': () => 'an entry outside a group: put it into { "hooks": [ … ] }',
  'no-group': () => 'not a group of hooks',
  'group-without-entries': () => 'a group without a list of hooks',
  'no-entry': ({ event }: ForEvent) => `${event}: not an object`,
  'wrong-value': (data: ForEvent<{ key: string; found?: unknown; wanted: unknown }>) => {
    const shown = data.found === undefined ? 'is missing' : `is ${toJson(data.found)}`;
    return `${data.event}: ${data.key} ${shown}; only ${toJson(data.wanted)} runs`;
  },
  'command-list': ({ event }: ForEvent) => `${event}: command is a list: write one line`,
  'no-command': ({ event }: ForEvent) => `${event}: no command`,
  'no-address': ({ event }: ForEvent) => `${event}: no url that begins with http:// or https://`,
  /** For an address to which the agent never sends a request. `why` is a whole sentence about it. */
  'address-unasked': ({ event, why }: ForEvent<{ why: string }>) => `${event}: ${why}`,
  'nul-in-command': ({ event }: ForEvent) =>
    `${event}: a NUL character, which no command line can hold`,
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
    const { effect = `drops ${data.whole ? 'the whole file' : 'it'} without a word` } = data;
    return `${data.key} ${shown}; ${data.agent} wants ${data.wanted}, and ${effect}`;
  },
  'switched-off': ({ event, why, by }: ForEvent<{ why: string; by?: string | undefined }>) =>
    `${event}: ${why}${by === undefined ? '' : ` in ${by}`}`,
  'matcher-matches-nothing': (data: ForMatcher) =>
    `${data.event}: the matcher ${toJson(data.matcher)} matches nothing${suggestionText(data)}`,
  'matcher-names-no-tool': (data: ForMatcher<{ agent: string }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} names no tool of ${data.agent}${suggestionText(data)}`,
  /**
   * For an expression as the matcher of an event whose matchers are compared letter by letter. It is equal to
   * no value of the event.
   */
  'matcher-compared': (data: ForMatcher) =>
    `${data.event}: the matcher ${toJson(data.matcher)} is compared, not matched: it never equals${data.mend === undefined ? '; write one entry for each word' : suggestionText(data)}`,
  /** For a matcher that matches none of the `values` which the event compares matchers with. */
  'matcher-never-value': (data: ForEvent<{ matcher: string; values: readonly string[] }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} meets none of what is there: ${data.values.join(', ')}`,
  /** For `match` beside `on` in `anyhook.yaml`. It is compared with canonical names, and with those of each agent. */
  'match-never': (data: ForMatcher<{ agents: readonly string[] }>) =>
    `${data.event}: match ${toJson(data.matcher)} is no name of a tool in ${data.agents.join(', ')}: the hook never runs${keysText(data)}`,
  'hooks-elsewhere': ({ path, agent }: { path: string; agent: string }) =>
    `${path}: ${agent} reads no hooks there: put them into "hooks"`,
  'script-missing': (
    data: ForEvent<{ script: string; why?: string | undefined } & FailureEffect>,
  ) =>
    `${data.event}: its script ${data.script} ${data.why ?? 'does not exist'}${refusalText(data)}`,
  'values-lost': ({ event, key }: ForEvent<{ refuses: boolean; key: string }>) =>
    `${event}: the values of --values ${key} are not in .anyhook/kept.json, so it is not started: bring that file back, or run anyhook sync, or anyhook convert again`,
  'script-not-executable': (data: ForEvent<{ script: string } & FailureEffect>) =>
    `${data.event}: its script ${data.script} is not executable (chmod +x it)${refusalText(data)}`,
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
      ? 'the file has comments: its agent drops all of it'
      : 'the file has comments, and its agent may not read them',
  /** `of`: the agents that have the event. `instead`: the agent's own events for the same moment. */
  'unknown-event': (
    data: ForEvent<{ agent: string; voids: boolean; of?: string[]; instead?: string[] }>,
  ) =>
    [
      data.of
        ? `${data.event}: an event of ${data.of.join(', ')}, and none of ${data.agent}: the hook never runs`
        : `${data.event}: no event of ${data.agent} that is known here`,
      ...(data.instead?.length ? [`${data.agent} has ${data.instead.join(', ')}`] : []),
      ...(data.voids ? ['one unknown event voids the whole file'] : []),
    ].join('; '),
  'setting-missing': ({ path, wanted }: { path: string; wanted: unknown }) =>
    `${path} is missing; it should be ${toJson(wanted)}`,
  'setting-written': ({ path, value }: { path: string; value: unknown }) =>
    `${path} was not there, and becomes ${toJson(value)}`,
  'lone-group': ({ event }: ForEvent) => `${event} holds one group and no list`,
  /** For an entry that is not known to be anything that the agent runs. */
  'unknown-handler': ({ event, agent, type }: ForEvent<{ agent: string; type: unknown }>) =>
    `${event}: ${type === undefined ? 'no command' : `type is ${toJson(type)}`}, and nothing that ${agent} runs is known to be so`,
  'same-name': ({ name, hooks }: { name: string; hooks: readonly string[] }) =>
    `several hooks are called ${toJson(name)}: ${hooks.join('; ')}. An option that names one means all of them`,
  'matcher-ignored': ({ event }: ForEvent) => `${event}: a matcher is ignored on this event`,
  'matcher-misses': (data: ForMatcher<{ names: readonly string[]; agent: string }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} never meets ${data.names.map(toJson).join(', ')}: no tool of ${data.agent} is called so${suggestionText(data)}`,
  'matcher-unknown': (data: ForMatcher<{ agent: string }>) =>
    `${data.event}: the matcher ${toJson(data.matcher)} names no tool of ${data.agent} that is known here${suggestionText(data)}`,
  /** For `match` beside `on` that matches calls of some agents (`runs`), and none of others (`never`). */
  'match-some-agents': (data: ForMatcher<{ runs: readonly string[]; never: readonly string[] }>) =>
    `${data.event}: match ${toJson(data.matcher)} is a name in ${data.runs.join(', ')} alone: the hook never runs in ${data.never.join(', ')}${keysText(data)}`,
  'match-misses': (data: ForMatcher<{ names: readonly string[] }>) =>
    `${data.event}: match ${toJson(data.matcher)} has ${data.names.map(toJson).join(', ')}, which some agents have no such tool for: they call it otherwise${keysText(data)}`,
  /** `never`: no agent that the hook is for has the event, so that it never runs. */
  'no-such-event': ({
    event,
    agents,
    never,
  }: ForEvent<{ agents: readonly string[]; never: boolean }>) =>
    `${event}: no such event in ${agents.join(', ')}: the hook never runs ${never ? 'at all' : 'there'}`,
  /** `never`: no agent that the hook is for has one of the tools. */
  'no-such-tool': (
    data: ForEvent<{ tools: readonly string[]; agents: readonly string[]; never: boolean }>,
  ) =>
    `${data.event}: ${data.agents.join(', ')} ${data.agents.length === 1 ? 'has' : 'have'} no tool for ${data.tools.join(', ')}: the hook never runs ${data.never ? 'at all' : 'there'}`,
  /** For a matcher that matches some of the event's `values`, but has the `names`, which match none. */
  'matcher-part-never': (
    data: ForMatcher<{ names: readonly string[]; values: readonly string[] }>,
  ) =>
    `${data.event}: the matcher ${toJson(data.matcher)} never meets ${data.names.map(toJson).join(', ')}: there is ${data.values.join(', ')}`,
  'matcher-of-command': ({ event, matcher }: ForEvent<{ matcher: string }>) =>
    `${event}: the matcher ${toJson(matcher)} is looked for in the command, which is told without the tool's name`,
  'switch-ignored': ({ path, instead, agent }: { path: string; instead: string; agent: string }) =>
    `${path}: ${agent} no longer reads it; say ${instead}`,
  'key-ignored': ({ event, agent, keys }: ForEvent<{ agent: string; keys: readonly string[] }>) =>
    `${event}: ${agent} is not known to read ${keys.join(', ')}${ignoredKeyEffect(keys)}`,
  'arguments-for-payload': (data: ForEvent<{ agent: string; names: readonly string[] }>) =>
    `${data.event}: ${data.agent} puts nothing in place of ${data.names.join(', ')}: a hook reads what happens as JSON from its stdin`,
  'speaks-another': (
    data: ForEvent<{ agent: string; agents: readonly string[]; keys: readonly string[] }>,
  ) =>
    `${data.event}: what its script answers (${data.keys.join(', ')}) is heard by ${data.agents.join(', ')}, and not by ${data.agent}`,
  'reads-another': (
    data: ForEvent<{ agent: string; keys: readonly string[]; instead?: readonly string[] }>,
  ) => {
    const mend = data.instead?.length ? `; read ${data.instead.join(', ')}` : '';
    return `${data.event}: its script reads ${data.keys.join(', ')}, which ${data.agent} does not send there${mend}`;
  },
  /** `instead`: the path at which the agent looks for the key. */
  'flat-decision': (data: ForEvent<{ agent: string; key: string; instead: string }>) =>
    `${data.event}: its script prints ${data.key} at the top of its answer, where ${data.agent} ignores it; write it as ${data.instead}`,
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
    `${data.event}: its script prints ${toShortJson(data.word)} as ${data.key}, a word that ${data.agent} does not know; write ${toJson(data.instead)}`,
  /** `text`: the beginning of what is printed around the answer. */
  'log-before-answer': (data: ForEvent<{ agent: string; text: string }>) =>
    `${data.event}: its script prints ${toShortJson(data.text)} on stdout beside its answer, so ${data.agent} does not read the answer; print it on stderr`,
  /** For a script that says that it refuses, and ends with an exit code that is no refusal. */
  'exit-not-refusal': (data: ForEvent<{ agent: string; exitCode: number; instead: number }>) =>
    `${data.event}: its script ends with exit code ${data.exitCode} where it means to refuse, and ${data.agent} refuses nothing for that; end it with ${data.instead}`,
  /** `quoted`: the agent itself puts quotes around the value, so that further quotes take them away. */
  'unquoted-variable': (
    data: ForEvent<{ agent: string; variable: string; instead: string; quoted: boolean }>,
  ) =>
    `${data.event}: the path of this project has a space, and ${data.quoted ? `${data.agent} puts quotes around ${data.variable} itself, which the quotes in the line take away` : `the shell takes ${data.variable} apart there`}; write ${data.instead}`,
  /** For a Windows path, on another system. */
  'script-unchecked': ({ event, script }: ForEvent<{ script: string }>) =>
    `${event}: its script ${script} is written for Windows, and was not looked for here`,
  'odd-timeout': ({ event, milliseconds }: ForEvent<{ milliseconds: number }>) =>
    `${event}: its time limit is ${formatDuration(milliseconds)}: was another unit meant?`,
  'env-ignored': ({ event, agent }: ForEvent<{ agent: string }>) =>
    `${event}: env is ignored by ${agent}`,
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
    return `${event}: its script ${why}: it is asked about a path as ${agent} tells it, and relative, up to its first refusal`;
  },
  /** For a hook that has lost the settings which only its own agent reads: the value record has no such key. */
  'carry-lost': ({ event, key }: ForEvent<{ key: string }>) =>
    `${event}: what --carry ${key} names is not in .anyhook/kept.json: what only its own agent reads of it is lost`,
  doubtful: ({ why }: { why: string }) => why,
  'twice-by-event': (data: ForEvent<{ script: string; sources: [string, string] }>) =>
    `${data.script} stands at ${data.sources.join(' and ')}: ${data.event} runs it twice`,
  'twice-there': ({ script, event }: ForEvent<{ script: string }>) =>
    `${event} runs ${script} already: it would run twice`,
  'twice-loaded': (data: {
    scripts: string[];
    file: string;
    lines: number[];
    how: string;
    /** The command that makes each hook there start through the shim, so that it runs once. Absent: there is none. */
    mend?: string | undefined;
  }) =>
    [
      `${data.file}:${data.lines.join(', ')} is loaded there too, and runs ${data.scripts.join(', ')}: it would run twice`,
      data.how,
      ...(data.mend === undefined ? [] : [`to run it once: ${data.mend}`]),
    ].join('; '),
  /**
   * For an agent that also loads the file which is written. It skips these hooks if anyhook has started them from
   * the agent's own file already. `mend`: the command after which the agent's own hooks start through the shim.
   * Until then these hooks and its own both run. Absent: there is no such command.
   */
  'loaded-by': ({ agent, mend }: { agent: string; mend?: string | undefined }) =>
    `${agent} loads this file too: these hooks hold there as well, and ${
      mend === undefined
        ? 'stand aside where a line of ours in its own file was started for them'
        : `run beside its own; to run each once: ${mend}`
    }`,
  /** For an entry that was written for a `hook` of `source`, and is removed, since that hook now needs none. */
  'taken-out': ({ event, hook, source }: ForEvent<{ hook: string; source: string }>) =>
    `${event}: what was written for ${hook} goes: nothing of ${source} is to stand there for it now`,
  /** `beside`: how many other entries the same group holds. */
  edited: ({ event, beside }: ForEvent<{ beside: number }>) =>
    `${event}: an entry of ours was changed by hand; it stays until it is deleted${beside ? `, with the ${beside} beside it` : ''}`,
  stray: ({ event }: ForEvent) =>
    `${event}: an entry not of this source, and no record (.anyhook/written.json) tells whose; it stays until it is deleted`,
  /**
   * For a hook of the target from which an earlier conversion made a hook of the source (`file`), if the two now
   * differ. The hook of the target stays as it is. `run`: the command that makes the source's hook of it again.
   */
  'returned-changed': ({ event, file, run }: ForEvent<{ file: string; run: string }>) =>
    `${event}: ${file} has it in other words; it stays as it is here. To have it so there: ${run}`,
  /**
   * For a `hook` of the source (`file`) that an earlier conversion made from a hook of the target, where the
   * target no longer holds that hook. It is not written into the target. `run`: the command that removes it from
   * the source.
   */
  'returned-gone': (data: ForEvent<{ file: string; run: string; hook: string }>) =>
    `${data.event}: ${data.file} has ${data.hook}, made from a hook of this file that is no longer here so; it is not put back. To take it out there: ${data.run}`,
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

/** Returns a finding as one sentence. */
export const describeFinding = (finding: Finding): string => formatMessage(findingWords, finding);
