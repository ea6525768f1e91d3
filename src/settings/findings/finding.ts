import { match } from 'ts-pattern';
import { formatDuration } from '../command-line/line.ts';

/** A place in a settings file; lines and columns count from 1. */
export interface At {
  line: number;
  column: number;
}

/** What can be said of a settings file: a closed code, and what its words are made of. */
export type Matter =
  // of the file
  | { code: 'trailing-comma'; ends: boolean; effect: string }
  | { code: 'comments' }
  | { code: 'hooks-no-object' }
  | { code: 'unknown-event'; event: string; agent: string; voids: boolean }
  | { code: 'setting-missing'; path: string; wanted: unknown }
  | { code: 'setting-written'; path: string; value: unknown }
  // of its lists
  | { code: 'no-list'; event: string }
  | { code: 'lone-group'; event: string }
  | { code: 'group-for-entry' }
  | { code: 'entry-for-group' }
  | { code: 'no-group' }
  | { code: 'group-without-entries' }
  // of an entry
  | { code: 'no-entry'; event: string }
  | { code: 'wrong-value'; event: string; key: string; found?: unknown; wanted: unknown }
  | { code: 'unknown-handler'; event: string; agent: string; type: unknown }
  | { code: 'command-list'; event: string }
  | { code: 'no-command'; event: string }
  | { code: 'nul-in-command'; event: string }
  // of a hook
  | { code: 'switched-off'; event: string; why: string }
  | { code: 'matcher-matches-nothing'; event: string; matcher: string }
  | { code: 'matcher-names-no-tool'; event: string; matcher: string; agent: string }
  | { code: 'matcher-compared'; event: string; matcher: string }
  | { code: 'matcher-ignored'; event: string }
  | { code: 'script-missing'; event: string; script: string }
  | { code: 'script-not-executable'; event: string; script: string }
  | { code: 'script-unchecked'; event: string; script: string } // a path of Windows, elsewhere
  | { code: 'odd-timeout'; event: string; milliseconds: number }
  | { code: 'env-ignored'; event: string; agent: string }
  | { code: 'doubtful'; why: string }
  | { code: 'twice-by-event'; script: string; event: string; sources: [string, string] }
  | { code: 'twice-there'; script: string; event: string }
  | { code: 'twice-loaded'; script: string; file: string; line: number }
  // of what earlier runs wrote
  | { code: 'edited'; event: string; beside: number }
  | { code: 'stray'; event: string }
  | { code: 'returned-changed'; event: string; file: string; run: string }
  | { code: 'returned-gone'; event: string; file: string; run: string; hook: string };

/** Something to know about a settings file, and where. */
export type Finding = Matter & { at?: At | undefined };

/** The hook does nothing where it is. */
const dead: readonly Finding['code'][] = [
  ...(['hooks-no-object', 'no-list', 'group-for-entry', 'entry-for-group'] as const),
  ...(['no-group', 'group-without-entries', 'no-entry', 'wrong-value', 'command-list'] as const),
  ...(['no-command', 'nul-in-command', 'switched-off', 'matcher-matches-nothing'] as const),
  ...([
    'matcher-names-no-tool',
    'matcher-compared',
    'script-missing',
    'script-not-executable',
  ] as const),
];

/** `dead`: a hook does nothing where it is. `odd`: something else looks wrong. */
export const kindOfFinding = (finding: Finding): 'dead' | 'odd' =>
  dead.includes(finding.code) ||
  (finding.code === 'trailing-comma' && finding.ends) ||
  (finding.code === 'unknown-event' && finding.voids)
    ? 'dead'
    : 'odd';

/** A finding in one sentence. */
export const describeFinding = (finding: Finding): string =>
  match(finding)
    .with({ code: 'trailing-comma' }, ({ effect }) => `a trailing comma: ${effect}`)
    .with({ code: 'comments' }, () => 'the file has comments, and its agent may not read them')
    .with({ code: 'hooks-no-object' }, () => 'hooks is not an object of events')
    .with({ code: 'unknown-event' }, ({ event, agent, voids }) => {
      const whole = voids ? '; one unknown event voids the whole file' : '';
      return `${event}: no event of ${agent} that is known here${whole}`;
    })
    .with({ code: 'setting-missing' }, ({ path, wanted }) => {
      return `${path} is missing; it should be ${JSON.stringify(wanted)}`;
    })
    .with({ code: 'setting-written' }, ({ path, value }) => {
      return `${path} was not there, and becomes ${JSON.stringify(value)}`;
    })
    .with({ code: 'no-list' }, ({ event }) => `${event} holds no list`)
    .with({ code: 'lone-group' }, ({ event }) => `${event} holds one group and no list`)
    .with({ code: 'group-for-entry' }, () => {
      return 'a group of hooks, where this file holds entries: it is written for another agent';
    })
    .with({ code: 'entry-for-group' }, () => {
      return 'an entry outside a group: put it into { "hooks": [ … ] }';
    })
    .with({ code: 'no-group' }, () => 'not a group of hooks')
    .with({ code: 'group-without-entries' }, () => 'a group without a list of hooks')
    .with({ code: 'no-entry' }, ({ event }) => `${event}: not an object`)
    .with({ code: 'unknown-handler' }, ({ event, agent, type }) => {
      const what = type === undefined ? 'no command' : `type is ${JSON.stringify(type)}`;
      return `${event}: ${what}, and nothing that ${agent} runs is known to be so`;
    })
    .with({ code: 'wrong-value' }, ({ event, key, found, wanted }) => {
      const shown = found === undefined ? 'is missing' : `is ${JSON.stringify(found)}`;
      return `${event}: ${key} ${shown}; only ${JSON.stringify(wanted)} runs`;
    })
    .with({ code: 'command-list' }, ({ event }) => `${event}: command is a list: write one line`)
    .with({ code: 'no-command' }, ({ event }) => `${event}: no command`)
    .with({ code: 'nul-in-command' }, ({ event }) => {
      return `${event}: a NUL character, which no command line can hold`;
    })
    .with({ code: 'switched-off' }, ({ event, why }) => `${event}: ${why}`)
    .with({ code: 'matcher-matches-nothing' }, ({ event, matcher }) => {
      return `${event}: the matcher ${JSON.stringify(matcher)} matches nothing`;
    })
    .with({ code: 'matcher-names-no-tool' }, ({ event, matcher, agent }) => {
      return `${event}: the matcher ${JSON.stringify(matcher)} names no tool of ${agent}`;
    })
    .with({ code: 'matcher-compared' }, ({ event, matcher }) => {
      const shown = JSON.stringify(matcher);
      return `${event}: the matcher ${shown} is compared, not matched: it never equals`;
    })
    .with({ code: 'matcher-ignored' }, ({ event }) => {
      return `${event}: a matcher is ignored on this event`;
    })
    .with({ code: 'script-missing' }, ({ event, script }) => {
      return `${event}: its script ${script} does not exist`;
    })
    .with({ code: 'script-not-executable' }, ({ event, script }) => {
      return `${event}: its script ${script} is not executable (chmod +x it)`;
    })
    .with({ code: 'script-unchecked' }, ({ event, script }) => {
      return `${event}: its script ${script} is written for Windows, and was not looked for here`;
    })
    .with({ code: 'odd-timeout' }, ({ event, milliseconds }) => {
      return `${event}: its time limit is ${formatDuration(milliseconds)}: was another unit meant?`;
    })
    .with({ code: 'env-ignored' }, ({ event, agent }) => `${event}: env is ignored by ${agent}`)
    .with({ code: 'doubtful' }, ({ why }) => why)
    .with({ code: 'twice-by-event' }, ({ script, event, sources: [one, other] }) => {
      return `${script} stands at ${one} and ${other}: ${event} runs it twice`;
    })
    .with({ code: 'twice-there' }, ({ script, event }) => {
      return `${event} runs ${script} already: it would run twice`;
    })
    .with({ code: 'twice-loaded' }, ({ script, file, line }) => {
      return `${file}:${line} is loaded there too, and runs ${script}: it would run twice`;
    })
    .with({ code: 'edited' }, ({ event, beside }) => {
      const all = beside ? `, with the ${beside} beside it` : '';
      return `${event}: an entry of ours was changed by hand; it stays until it is deleted${all}`;
    })
    .with({ code: 'stray' }, ({ event }) => {
      const why = 'not of this source, and no record (.anyhook/written.json) tells whose';
      return `${event}: an entry ${why}; it stays until it is deleted`;
    })
    .with({ code: 'returned-changed' }, ({ event, file, run }) => {
      return `${event}: ${file} has it in other words; it stays as it is here. To have it so there: ${run}`;
    })
    .with({ code: 'returned-gone' }, ({ event, file, hook, run }) => {
      return `${event}: ${file} has ${hook}, made from a hook of this file that is no longer here so; it is not put back. To take it out there: ${run}`;
    })
    .exhaustive();
