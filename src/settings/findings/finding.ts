import { formatDuration } from '../command-line/line.ts';

/** A place in a settings file; lines and columns count from 1. */
export interface At {
  line: number;
  column: number;
  /** Which file, where they are several. */
  file?: string;
}

/** What a table of words can say: each code with what its words are made of. */
export type Said<Words> = {
  [Code in keyof Words]: { code: Code } & (Words[Code] extends (data: infer Data) => string
    ? Data
    : never);
}[keyof Words];

/** The words for one of them. */
export const inWords = <Words extends object>(words: Words, said: Said<Words>): string =>
  (words[said.code] as (data: typeof said) => string)(said);

type Of<Data = unknown> = { event: string } & Data;
const json = (value: unknown): string => JSON.stringify(value);
const short = (value: unknown): string => {
  const text = json(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The hook does nothing where it is. */
const dead = {
  'hooks-no-object': () => 'hooks is not an object of events',
  'no-list': ({ event }: Of) => `${event} holds no list`,
  'group-for-entry': () =>
    'a group of hooks, where this file holds entries: it is written for another agent',
  'entry-for-group': () => 'an entry outside a group: put it into { "hooks": [ … ] }',
  'no-group': () => 'not a group of hooks',
  'group-without-entries': () => 'a group without a list of hooks',
  'no-entry': ({ event }: Of) => `${event}: not an object`,
  'wrong-value': (of: Of<{ key: string; found?: unknown; wanted: unknown }>) => {
    const shown = of.found === undefined ? 'is missing' : `is ${json(of.found)}`;
    return `${of.event}: ${of.key} ${shown}; only ${json(of.wanted)} runs`;
  },
  'command-list': ({ event }: Of) => `${event}: command is a list: write one line`,
  'no-command': ({ event }: Of) => `${event}: no command`,
  'no-address': ({ event }: Of) => `${event}: no url that begins with http:// or https://`,
  'address-unasked': ({ event, why }: Of<{ why: string }>) => `${event}: ${why}`,
  'nul-in-command': ({ event }: Of) => `${event}: a NUL character, which no command line can hold`,
  void: (of: {
    agent: string;
    key: string;
    found?: unknown;
    wanted: string;
    whole: boolean;
    effect?: string | undefined;
  }) => {
    const shown = of.found === undefined ? 'is missing' : `is ${short(of.found)}`;
    const { effect = `drops ${of.whole ? 'the whole file' : 'it'} without a word` } = of;
    return `${of.key} ${shown}; ${of.agent} wants ${of.wanted}, and ${effect}`;
  },
  'switched-off': ({ event, why }: Of<{ why: string }>) => `${event}: ${why}`,
  'matcher-matches-nothing': ({ event, matcher }: Of<{ matcher: string }>) =>
    `${event}: the matcher ${json(matcher)} matches nothing`,
  'matcher-names-no-tool': ({ event, matcher, agent }: Of<{ matcher: string; agent: string }>) =>
    `${event}: the matcher ${json(matcher)} names no tool of ${agent}`,
  'matcher-compared': ({ event, matcher }: Of<{ matcher: string }>) =>
    `${event}: the matcher ${json(matcher)} is compared, not matched: it never equals`,
  'script-missing': ({ event, script }: Of<{ script: string }>) =>
    `${event}: its script ${script} does not exist`,
  'script-not-executable': ({ event, script }: Of<{ script: string }>) =>
    `${event}: its script ${script} is not executable (chmod +x it)`,
};

/** Something else looks wrong, or is to be known. */
const oddities = {
  'trailing-comma': ({ effect }: { ends: boolean; effect: string }) =>
    `a trailing comma: ${effect}`,
  'byte-order-mark': ({ effect }: { ends: boolean; effect: string }) =>
    `a byte order mark: ${effect}`,
  comments: ({ ends }: { ends: boolean }) =>
    ends
      ? 'the file has comments: its agent drops all of it'
      : 'the file has comments, and its agent may not read them',
  'unknown-event': ({ event, agent, voids }: Of<{ agent: string; voids: boolean }>) =>
    `${event}: no event of ${agent} that is known here${voids ? '; one unknown event voids the whole file' : ''}`,
  'setting-missing': ({ path, wanted }: { path: string; wanted: unknown }) =>
    `${path} is missing; it should be ${json(wanted)}`,
  'setting-written': ({ path, value }: { path: string; value: unknown }) =>
    `${path} was not there, and becomes ${json(value)}`,
  'lone-group': ({ event }: Of) => `${event} holds one group and no list`,
  'unknown-handler': ({ event, agent, type }: Of<{ agent: string; type: unknown }>) =>
    `${event}: ${type === undefined ? 'no command' : `type is ${json(type)}`}, and nothing that ${agent} runs is known to be so`,
  'matcher-ignored': ({ event }: Of) => `${event}: a matcher is ignored on this event`,
  /** A path of Windows, elsewhere. */
  'script-unchecked': ({ event, script }: Of<{ script: string }>) =>
    `${event}: its script ${script} is written for Windows, and was not looked for here`,
  'odd-timeout': ({ event, milliseconds }: Of<{ milliseconds: number }>) =>
    `${event}: its time limit is ${formatDuration(milliseconds)}: was another unit meant?`,
  'env-ignored': ({ event, agent }: Of<{ agent: string }>) =>
    `${event}: env is ignored by ${agent}`,
  doubtful: ({ why }: { why: string }) => why,
  'twice-by-event': (of: Of<{ script: string; sources: [string, string] }>) =>
    `${of.script} stands at ${of.sources.join(' and ')}: ${of.event} runs it twice`,
  'twice-there': ({ script, event }: Of<{ script: string }>) =>
    `${event} runs ${script} already: it would run twice`,
  'twice-loaded': (of: { scripts: string[]; file: string; lines: number[]; how: string }) =>
    `${of.file}:${of.lines.join(', ')} is loaded there too, and runs ${of.scripts.join(', ')}: it would run twice; ${of.how}`,
  'loaded-by': ({ agent }: { agent: string }) =>
    `${agent} loads this file too: these hooks hold there as well, and stand aside where its own file has them`,
  edited: ({ event, beside }: Of<{ beside: number }>) =>
    `${event}: an entry of ours was changed by hand; it stays until it is deleted${beside ? `, with the ${beside} beside it` : ''}`,
  stray: ({ event }: Of) =>
    `${event}: an entry not of this source, and no record (.anyhook/written.json) tells whose; it stays until it is deleted`,
  'returned-changed': ({ event, file, run }: Of<{ file: string; run: string }>) =>
    `${event}: ${file} has it in other words; it stays as it is here. To have it so there: ${run}`,
  'returned-gone': ({ event, file, hook, run }: Of<{ file: string; run: string; hook: string }>) =>
    `${event}: ${file} has ${hook}, made from a hook of this file that is no longer here so; it is not put back. To take it out there: ${run}`,
};

const findingWords = { ...dead, ...oddities };

/** Something to know about a settings file: a closed code, what its words are made of, and where. */
export type Finding = Said<typeof findingWords> & { at?: At | undefined };

/** `dead`: a hook does nothing where it is. `odd`: something else looks wrong. */
export const kindOfFinding = (finding: Finding): 'dead' | 'odd' =>
  finding.code in dead ||
  ('ends' in finding && finding.ends) ||
  (finding.code === 'unknown-event' && finding.voids)
    ? 'dead'
    : 'odd';

/** A finding in one sentence. */
export const describeFinding = (finding: Finding): string => inWords(findingWords, finding);
