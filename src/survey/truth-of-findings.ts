/** Tells from findings what is true of a hook. */
import { describeFinding, type Finding, kindOfFinding } from '../settings/finding.ts';
import { moduleStateOf } from '../settings/modules/state.ts';
import type { Workspace } from '../settings/workspace.ts';
import { type HookPlace, remedyFor } from './remedies.ts';
import type { Remedy, Truth, TruthCode } from './types.ts';

/** Findings of the kind `odd` after which a hook does not do what it is there for. */
const truthsByCode: Partial<Record<Finding['code'], TruthCode>> = {
  'speaks-another': 'speaks-another',
  'reads-another': 'speaks-another',
  'arguments-for-payload': 'speaks-another',
  'match-some-agents': 'fails-open',
  'unquoted-variable': 'never-runs',
};

/** Findings about verdicts that the agent does not take. A hook that gives others as well may still guard. */
const unheardCodes: ReadonlySet<Finding['code']> = new Set([
  'exit-not-refusal',
  'flat-decision',
  'log-before-answer',
  'no-event-name',
  'refusal-unheard',
  'wrong-verdict-word',
]);

/** Returns what a finding says about a hook of which the agent takes no verdict. Undefined: the finding is about something else. */
export const truthOfUnheard = (finding: Finding, workspace: Workspace): Truth | undefined =>
  unheardCodes.has(finding.code) ? makeTruth('fails-open', finding, workspace) : undefined;

/** Tells whether a finding is about something for which an agent drops the whole file. */
export const dropsFile = (finding: Finding): boolean =>
  ('ends' in finding && finding.ends) ||
  ('whole' in finding && finding.whole) ||
  ('voids' in finding && finding.voids) ||
  finding.code === 'hooks-no-object';

/** The part of a finding that the words for the truth say already. */
const saysTruth =
  /, so (?:(?:the hook|it) never runs|nothing (?:of it )?runs|(?:\w+ )+(?:refuses every call|goes on each time it wants to end))(?=$|[.:;] )/;

/** Returns the part of a finding that its remedy says already. Empty: nothing is known to be said twice. */
function adviceOf(finding: Finding, remedy: Remedy): string {
  switch (finding.code) {
    case 'script-not-executable':
      return `. Run: ${remedy.command}`;
    case 'exit-not-refusal':
      return `; end it with exit code ${finding.instead}`;
    case 'unknown-event':
      return finding.instead?.length ? `; write ${finding.instead.join(' or ')}` : '';
    case 'values-lost':
      return '. Restore that file, or run anyhook sync or anyhook convert again';
    case 'hooks-elsewhere':
      return '. Put them into "hooks"';
    case 'entry-for-group':
      return ': put it into { "hooks": [ … ] }';
    default:
      return '';
  }
}

/** Returns the sentence about a finding without the event at its start, as the end of another sentence. */
const reasonOf = (finding: Finding, remedy: Remedy | undefined): string => {
  const text = describeFinding(finding);
  const start = 'event' in finding ? `${finding.event}: ` : '';
  const reason = start && text.startsWith(start) ? text.slice(start.length) : text;
  // What to do stands in the remedy.
  const at = reason.lastIndexOf('; write ');
  const words = at < 0 ? '' : reason.slice(at);
  const isAdvice = /^; write "[^"]*"$/.test(words) || /(?: in its place| instead)$/.test(words);
  const advice = isAdvice ? words : remedy ? adviceOf(finding, remedy) : '';
  return reason.replace(advice, '').replace(/\.$/, '').replace(saysTruth, '');
};

/** Tells whether the source of a module is gone, and the file that was made of it is there: lines that are written run it. */
const standsWithoutSource = (finding: Finding, workspace: Workspace): boolean =>
  finding.code === 'module-missing' && moduleStateOf(finding.path, workspace).state === 'outdated';

/**
 * Returns what a finding says about the hook that it is about. Undefined: nothing that changes what the hook does.
 *
 * @param workspace Where the settings are that the finding is about.
 * @param place Where the hook stands. Absent: the finding is about the file.
 */
export function truthOfFinding(
  finding: Finding,
  workspace: Workspace,
  place?: HookPlace,
): Truth | undefined {
  const kind = kindOfFinding(finding);
  const isArgument = finding.code === 'unquoted-variable' && finding.argument;
  const odd = isArgument ? 'unknown' : truthsByCode[finding.code];
  const refusing = 'goesOn' in finding && finding.goesOn ? 'never-ends' : 'refuses-every-call';
  const stopped = standsWithoutSource(finding, workspace) ? 'out-of-date' : 'never-runs';
  const code: TruthCode | undefined =
    kind === 'refuses' ? refusing : kind === 'dead' ? stopped : odd;
  return code && makeTruth(code, finding, workspace, place);
}

/** Returns a truth of a code, for the reason that a finding tells. */
export function makeTruth(
  code: TruthCode,
  finding: Finding,
  workspace: Workspace,
  place?: HookPlace,
): Truth {
  const remedy = remedyFor(finding, workspace, place);
  return { code, cause: finding.code, why: reasonOf(finding, remedy), ...(remedy && { remedy }) };
}
