import { formatDuration } from '../util/duration.ts';
import { keysOf } from '../util/keys-of.ts';

/** A position in a settings file. Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
  /** The file, if several are read. */
  file?: string;
}

/** A message of a table of wordings: a code of the table, with the data that its wording is made of. */
export type MessageOf<Words> = {
  [Code in keyof Words]: { code: Code } & (Words[Code] extends (data: infer Data) => string
    ? Data
    : never);
}[keyof Words];

/** Returns the wording of a message. */
export const formatMessage = <Words extends object>(words: Words, said: MessageOf<Words>): string =>
  (words[said.code] as (data: typeof said) => string)(said);

type ForEvent<Data = unknown> = { event: string } & Data;
const toJson = (value: unknown): string => JSON.stringify(value);
const toShortJson = (value: unknown): string => {
  const text = toJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The data of a finding about a matcher. `mend` is the matcher that was probably meant. */
type ForMatcher<Data = unknown> = ForEvent<{ matcher: string; mend?: string | undefined } & Data>;
const suggestionText = ({ mend }: { mend?: string | undefined }): string =>
  mend === undefined ? '' : `; write ${toJson(mend)}`;

const refusalText = ({ refuses, agent }: { refuses: boolean; agent: string }): string =>
  refuses ? `, and ${agent} takes that for a refusal, each time` : '';

/** Describes the effect of ignored keys with which a person meant to switch a hook off, or to restrict it to some calls. */
const ignoredKeyEffect = (keys: readonly string[]): string => {
  if (keys.includes('enabled') || keys.includes('disabled')) return ': the hook runs all the same';
  return ['if', 'condition', 'when'].some((key) => keys.includes(key))
    ? ': the hook runs for every call'
    : '';
};

/** Wordings of findings about hooks that have no effect where they stand. */
const deadWords = {
  'hooks-no-object': () => 'hooks is not an object of events',
  'no-list': ({ event }: ForEvent) => `${event} holds no list`,
  'group-for-entry': () =>
    'a group of hooks, where this file holds entries: it is written for another agent',
  'entry-for-group': () => 'an entry outside a group: put it into { "hooks": [ … ] }',
  'no-group': () => 'not a group of hooks',
  'group-without-entries': () => 'a group without a list of hooks',
  'no-entry': ({ event }: ForEvent) => `${event}: not an object`,
  'wrong-value': (of: ForEvent<{ key: string; found?: unknown; wanted: unknown }>) => {
    const shown = of.found === undefined ? 'is missing' : `is ${toJson(of.found)}`;
    return `${of.event}: ${of.key} ${shown}; only ${toJson(of.wanted)} runs`;
  },
  'command-list': ({ event }: ForEvent) => `${event}: command is a list: write one line`,
  'no-command': ({ event }: ForEvent) => `${event}: no command`,
  'no-address': ({ event }: ForEvent) => `${event}: no url that begins with http:// or https://`,
  'address-unasked': ({ event, why }: ForEvent<{ why: string }>) => `${event}: ${why}`,
  'nul-in-command': ({ event }: ForEvent) =>
    `${event}: a NUL character, which no command line can hold`,
  void: (of: {
    agent: string;
    key: string;
    found?: unknown;
    wanted: string;
    whole: boolean;
    effect?: string | undefined;
  }) => {
    const shown = of.found === undefined ? 'is missing' : `is ${toShortJson(of.found)}`;
    const { effect = `drops ${of.whole ? 'the whole file' : 'it'} without a word` } = of;
    return `${of.key} ${shown}; ${of.agent} wants ${of.wanted}, and ${effect}`;
  },
  'switched-off': ({ event, why, by }: ForEvent<{ why: string; by?: string | undefined }>) =>
    `${event}: ${why}${by === undefined ? '' : ` in ${by}`}`,
  'matcher-matches-nothing': (of: ForMatcher) =>
    `${of.event}: the matcher ${toJson(of.matcher)} matches nothing${suggestionText(of)}`,
  'matcher-names-no-tool': (of: ForMatcher<{ agent: string }>) =>
    `${of.event}: the matcher ${toJson(of.matcher)} names no tool of ${of.agent}${suggestionText(of)}`,
  'matcher-compared': ({ event, matcher }: ForEvent<{ matcher: string }>) =>
    `${event}: the matcher ${toJson(matcher)} is compared, not matched: it never equals; write one entry for each word`,
  'matcher-never-value': (of: ForEvent<{ matcher: string; values: readonly string[] }>) =>
    `${of.event}: the matcher ${toJson(of.matcher)} meets none of what is there: ${of.values.join(', ')}`,
  'hooks-elsewhere': ({ path, agent }: { path: string; agent: string }) =>
    `${path}: ${agent} reads no hooks there: put them into "hooks"`,
  'script-missing': (
    of: ForEvent<{ script: string; refuses: boolean; agent: string; why?: string | undefined }>,
  ) => `${of.event}: its script ${of.script} ${of.why ?? 'does not exist'}${refusalText(of)}`,
  'values-lost': ({ event, key }: ForEvent<{ refuses: boolean; key: string }>) =>
    `${event}: the values of --values ${key} are not in .anyhook/kept.json, so it is not started: bring that file back, or run anyhook sync, or anyhook convert again`,
  'script-not-executable': (of: ForEvent<{ script: string; refuses: boolean; agent: string }>) =>
    `${of.event}: its script ${of.script} is not executable (chmod +x it)${refusalText(of)}`,
};

/** Wordings of all other findings. */
const oddWords = {
  'trailing-comma': ({ effect }: { ends: boolean; effect: string }) =>
    `a trailing comma: ${effect}`,
  'byte-order-mark': ({ effect }: { ends: boolean; effect: string }) =>
    `a byte order mark: ${effect}`,
  comments: ({ ends }: { ends: boolean }) =>
    ends
      ? 'the file has comments: its agent drops all of it'
      : 'the file has comments, and its agent may not read them',
  'unknown-event': (
    of: ForEvent<{ agent: string; voids: boolean; of?: string[]; instead?: string[] }>,
  ) =>
    [
      of.of
        ? `${of.event}: an event of ${of.of.join(', ')}, and none of ${of.agent}: the hook never runs`
        : `${of.event}: no event of ${of.agent} that is known here`,
      ...(of.instead?.length ? [`${of.agent} has ${of.instead.join(', ')}`] : []),
      ...(of.voids ? ['one unknown event voids the whole file'] : []),
    ].join('; '),
  'setting-missing': ({ path, wanted }: { path: string; wanted: unknown }) =>
    `${path} is missing; it should be ${toJson(wanted)}`,
  'setting-written': ({ path, value }: { path: string; value: unknown }) =>
    `${path} was not there, and becomes ${toJson(value)}`,
  'lone-group': ({ event }: ForEvent) => `${event} holds one group and no list`,
  'unknown-handler': ({ event, agent, type }: ForEvent<{ agent: string; type: unknown }>) =>
    `${event}: ${type === undefined ? 'no command' : `type is ${toJson(type)}`}, and nothing that ${agent} runs is known to be so`,
  'same-name': ({ name, hooks }: { name: string; hooks: readonly string[] }) =>
    `several hooks are called ${toJson(name)}: ${hooks.join('; ')}. An option that names one means all of them`,
  'matcher-ignored': ({ event }: ForEvent) => `${event}: a matcher is ignored on this event`,
  'matcher-misses': (of: ForMatcher<{ names: readonly string[]; agent: string }>) =>
    `${of.event}: the matcher ${toJson(of.matcher)} never meets ${of.names.map(toJson).join(', ')}: no tool of ${of.agent} is called so${suggestionText(of)}`,
  'matcher-unknown': ({ event, matcher, agent }: ForEvent<{ matcher: string; agent: string }>) =>
    `${event}: the matcher ${toJson(matcher)} names no tool of ${agent} that is known here`,
  'matcher-part-never': (of: ForMatcher<{ names: readonly string[]; values: readonly string[] }>) =>
    `${of.event}: the matcher ${toJson(of.matcher)} never meets ${of.names.map(toJson).join(', ')}: there is ${of.values.join(', ')}`,
  'matcher-of-command': ({ event, matcher }: ForEvent<{ matcher: string }>) =>
    `${event}: the matcher ${toJson(matcher)} is looked for in the command, which is told without the tool's name`,
  'switch-ignored': ({ path, instead, agent }: { path: string; instead: string; agent: string }) =>
    `${path}: ${agent} no longer reads it; say ${instead}`,
  'key-ignored': ({ event, agent, keys }: ForEvent<{ agent: string; keys: readonly string[] }>) =>
    `${event}: ${agent} is not known to read ${keys.join(', ')}${ignoredKeyEffect(keys)}`,
  'arguments-for-payload': (of: ForEvent<{ agent: string; names: readonly string[] }>) =>
    `${of.event}: ${of.agent} puts nothing in place of ${of.names.join(', ')}: a hook reads what happens as JSON from its stdin`,
  'speaks-another': (
    of: ForEvent<{ agent: string; agents: readonly string[]; keys: readonly string[] }>,
  ) =>
    `${of.event}: what its script answers (${of.keys.join(', ')}) is heard by ${of.agents.join(', ')}, and not by ${of.agent}`,
  'reads-another': ({ event, agent, keys }: ForEvent<{ agent: string; keys: readonly string[] }>) =>
    `${event}: its script reads ${keys.join(', ')}, which ${agent} does not tell there`,
  /** For a Windows path, on another system. */
  'script-unchecked': ({ event, script }: ForEvent<{ script: string }>) =>
    `${event}: its script ${script} is written for Windows, and was not looked for here`,
  'odd-timeout': ({ event, milliseconds }: ForEvent<{ milliseconds: number }>) =>
    `${event}: its time limit is ${formatDuration(milliseconds)}: was another unit meant?`,
  'env-ignored': ({ event, agent }: ForEvent<{ agent: string }>) =>
    `${event}: env is ignored by ${agent}`,
  'both-wordings': (
    of: ForEvent<{ agent: string; paths: readonly string[]; unseen: readonly string[] }>,
  ) => {
    const { event, agent, paths, unseen } = of;
    const known = paths.slice(0, 3).map(toShortJson).join(', ');
    const why = paths.length ? `compares with ${known}` : unseen.slice(0, 2).join(', and ');
    return `${event}: its script ${why}: it is asked about a path as ${agent} tells it, and relative, up to its first refusal`;
  },
  'carry-lost': ({ event, key }: ForEvent<{ key: string }>) =>
    `${event}: what --carry ${key} names is not in .anyhook/kept.json: what only its own agent reads of it is lost`,
  doubtful: ({ why }: { why: string }) => why,
  'twice-by-event': (of: ForEvent<{ script: string; sources: [string, string] }>) =>
    `${of.script} stands at ${of.sources.join(' and ')}: ${of.event} runs it twice`,
  'twice-there': ({ script, event }: ForEvent<{ script: string }>) =>
    `${event} runs ${script} already: it would run twice`,
  'twice-loaded': (of: {
    scripts: string[];
    file: string;
    lines: number[];
    how: string;
    /** Starts each hook there through the shim, so that it runs once. */
    mend?: string | undefined;
  }) =>
    [
      `${of.file}:${of.lines.join(', ')} is loaded there too, and runs ${of.scripts.join(', ')}: it would run twice`,
      of.how,
      ...(of.mend === undefined ? [] : [`to run it once: ${of.mend}`]),
    ].join('; '),
  'loaded-by': ({ agent, mend }: { agent: string; mend?: string | undefined }) =>
    `${agent} loads this file too: these hooks hold there as well, and ${
      mend === undefined
        ? 'stand aside where a line of ours in its own file was started for them'
        : `run beside its own; to run each once: ${mend}`
    }`,
  'taken-out': ({ event, hook, source }: ForEvent<{ hook: string; source: string }>) =>
    `${event}: what was written for ${hook} goes: nothing of ${source} is to stand there for it now`,
  edited: ({ event, beside }: ForEvent<{ beside: number }>) =>
    `${event}: an entry of ours was changed by hand; it stays until it is deleted${beside ? `, with the ${beside} beside it` : ''}`,
  stray: ({ event }: ForEvent) =>
    `${event}: an entry not of this source, and no record (.anyhook/written.json) tells whose; it stays until it is deleted`,
  'returned-changed': ({ event, file, run }: ForEvent<{ file: string; run: string }>) =>
    `${event}: ${file} has it in other words; it stays as it is here. To have it so there: ${run}`,
  'returned-gone': ({
    event,
    file,
    hook,
    run,
  }: ForEvent<{ file: string; run: string; hook: string }>) =>
    `${event}: ${file} has ${hook}, made from a hook of this file that is no longer here so; it is not put back. To take it out there: ${run}`,
};

const findingWords = { ...deadWords, ...oddWords };

/** The code of every finding. */
export const findingCodes = keysOf(findingWords);

/** A fact about a settings file that a person should know: a code, the data of its wording, and the position. */
export type Finding = MessageOf<typeof findingWords> & { at?: Position | undefined };

/**
 * Returns how serious a finding is. `dead`: a hook has no effect where it stands. `refuses`: a hook
 * cannot run, and its agent takes that for a refusal each time. `odd`: anything else.
 */
export function kindOfFinding(finding: Finding): 'dead' | 'refuses' | 'odd' {
  if ('refuses' in finding && finding.refuses) return 'refuses';
  const ends =
    finding.code in deadWords ||
    ('ends' in finding && finding.ends) ||
    (finding.code === 'unknown-event' && (finding.voids || finding.of !== undefined));
  return ends ? 'dead' : 'odd';
}

/** Returns a finding as one sentence. */
export const describeFinding = (finding: Finding): string => formatMessage(findingWords, finding);
