/** Writes what was found of a project for people. */
import { describeFinding, type Finding, kindOfFinding } from '../../settings/finding.ts';
import { neutralVendor } from '../../settings/formats/index.ts';
import { formatHookNumber } from '../../settings/hook-names.ts';
import { explainMisnamedFile } from '../../settings/vendor-files.ts';
import type {
  AgentSurvey,
  FileSurvey,
  HookSurvey,
  ProjectSurvey,
  Truth,
} from '../../survey/index.ts';
import { alignColumns, paint, toPlainLine, wrapText } from '../paint.ts';
import { describeIgnored } from '../report/ignored.ts';
import { describeFindingPages, linkFinding } from '../site-pages.ts';
import { describeAgent, describeAgentNotes } from './agents.ts';
import type { RunnerReport } from './runner.ts';
import { describeRunner } from './runner-lines.ts';
import { filesUnder, listShownFiles, type ShownFile, truthsElsewhere } from './shown-files.ts';
import { isDead, isWell, longTruth, shorten, shortTruth, signOf } from './words.ts';

/** What the report shows besides what needs a decision. */
export interface ReportOptions {
  /** Everything: also agents without hooks, notes, and findings that change nothing. */
  verbose: boolean;
  /** How many changes `doctor --fix` would make. */
  fixes: number;
}

/** Returns the whole report. */
export function formatSurvey(
  survey: ProjectSurvey,
  runner: RunnerReport,
  { verbose, fixes }: ReportOptions,
): string {
  const ignored = describeIgnored(runner.ignored);
  const shown = listShownFiles(survey);
  const parts = [
    ...formatNeutral(survey, verbose),
    ...survey.agents.flatMap((agent) => formatAgent(agent, shown, verbose)),
    ...formatDecisions(survey, verbose),
    ...describeRunner(runner, verbose),
    ...(ignored.length ? [ignored.join('\n')] : []),
    ...(verbose && hasFindings(survey) ? [describeFindingPages().join('\n')] : []),
    summarize(survey, shown, runner, fixes),
  ].filter(Boolean);
  return parts.join('\n\n');
}

/** Returns the file with the hooks of every agent, with one line for each hook; none, if there is no such file. */
function formatNeutral({ neutral, workspace }: ProjectSurvey, verbose: boolean): string[] {
  const misnamed = explainMisnamedFile(neutralVendor(), workspace);
  if (misnamed !== undefined) return [wrapText('! ', misnamed)];
  if (!neutral) return [];
  const [, ...lines] = formatFile({ title: '', file: neutral, loaders: [] }, verbose);
  const head = `${paint('bold', neutral.file)}  ${paint('dim', 'written into each agent by anyhook sync')}`;
  return [[head, ...lines].join('\n')];
}

/** Returns an agent, its files and its hooks, one line each; none, if there is nothing to say of it. */
function formatAgent(agent: AgentSurvey, shown: readonly ShownFile[], verbose: boolean): string[] {
  const lines = filesUnder(agent, shown).flatMap((file) => formatFile(file, verbose));
  const notes = agent.files.length || verbose ? describeAgentNotes(agent, verbose) : [];
  if (!verbose && !lines.length && !notes.length) return [];
  return [[describeAgent(agent), ...lines, ...notes].join('\n')];
}

const roles: Record<FileSurvey['role'], string> = {
  own: '',
  alternative: '',
  additional: '',
  personal: 'yours alone',
  loaded: 'of another agent, loaded too',
  plugin: 'of a plugin',
};

function formatFile(shown: ShownFile, verbose: boolean): string[] {
  const { file, loaders } = shown;
  const plugin = file.plugin === undefined ? '' : ` ${file.plugin}`;
  const isYours = file.scope === 'user' && file.role !== 'plugin' && file.role !== 'loaded';
  const others = loaders.map(({ title }) => title).join(', ');
  const remarks = [
    isYours ? 'yours' : `${roles[file.role]}${plugin}`,
    others && `also loaded by ${others}`,
  ].filter(Boolean);
  const remark = remarks.length ? ` (${toPlainLine(remarks.join('; '))})` : '';
  const head = wrapText('  ', `${toPlainLine(file.file)}${remark}`);
  if (file.error !== undefined) return [head, `    ${paint('red', '✗')} cannot be read`];
  const rows = file.hooks.map(hookCells);
  const table = rows.length ? alignColumns(rows, 4).split('\n') : [];
  const painted = table.flatMap((line, i) => {
    const one = file.hooks[i];
    if (!one) return [];
    const elsewhere = truthsElsewhere(one, shown).map(({ titles, other }) =>
      wrapText('          ', `in ${titles.join(', ')}: ${shortTruth(other.truth)}`),
    );
    return [
      `    ${paintTruth(one.truth, line)}`,
      ...elsewhere.map((text) => paint('yellow', text)),
      ...(verbose ? describeOddFindings(one) : []),
    ];
  });
  const findings = file.findings.filter((one) => verbose || kindOfFinding(one) !== 'odd');
  const broken = findings.map((one) => describeFileFinding(one));
  return [head, ...painted, ...broken];
}

/** Returns the odd findings of a hook, with which it does what it is there for, except those that its truths tell already. */
function describeOddFindings({ findings, truth, alsoTrue }: HookSurvey): string[] {
  const told = new Set<string | undefined>([truth, ...alsoTrue].map(({ cause }) => cause));
  return findings
    .filter((one) => kindOfFinding(one) === 'odd' && !told.has(one.code))
    .map((one) => linkFinding(wrapText('        ! ', toPlainLine(describeFinding(one))), one.code));
}

/** Returns a finding about a file or an entry. Its sign is that of its kind. */
function describeFileFinding(one: Finding): string {
  const isOdd = kindOfFinding(one) === 'odd';
  const text = wrapText(isOdd ? '    ! ' : '    ✗ ', toPlainLine(describeFinding(one)));
  return linkFinding(isOdd ? text : text.replace('✗', paint('red', '✗')), one.code);
}

const paintTruth = (truth: Truth, text: string): string =>
  isWell(truth) ? text : paint(isDead(truth) ? 'red' : 'yellow', text);

/** Returns the cells of a hook's line: its sign and number, name, event and matcher, and what is true of it. */
function hookCells(one: HookSurvey): string[] {
  const { truth, alsoTrue, number, name, event, hook, asksFirst } = one;
  const matcher = hook.matcher ? ` ${hook.matcher}` : '';
  const also = isWell(truth) && alsoTrue[0] ? `, ${shortTruth(alsoTrue[0])}` : '';
  return [
    linkFinding(`${signOf(truth)} ${formatHookNumber(number)}`, truth.cause),
    shorten(toPlainLine(name), 26),
    shorten(toPlainLine(event + matcher), 28),
    shortTruth(truth) + (isWell(truth) && asksFirst ? ', once you trust it' : also),
  ];
}

/** A thing to decide: the hooks with one truth for one reason, and what to do about it. */
interface Decision {
  truth: Truth;
  /** The hooks, each with its place, and the agents for which it is true. */
  hooks: Map<string, string[]>;
}

/** Returns what needs a decision, in long form: the hooks that do not do what they are there for, and broken files. */
function formatDecisions(survey: ProjectSurvey, verbose: boolean): string[] {
  const agents = withNeutral(survey);
  const decisions = new Map<string, Decision>();
  for (const { title, files } of agents)
    for (const file of files)
      for (const one of file.hooks) {
        const truths = [one.truth, ...(verbose ? one.alsoTrue : [])].filter(
          (truth) => !isWell(truth) && !isToldOfSource(one, truth, file, survey),
        );
        for (const truth of truths) {
          const key = JSON.stringify(truth);
          const line = one.at ? `:${one.at.line}` : '';
          const place = `${formatHookNumber(one.number)}  ${shorten(toPlainLine(one.name), 40)}  ${toPlainLine(file.file)}${line}`;
          const decision = decisions.get(key) ?? { truth, hooks: new Map() };
          const titles = [...(decision.hooks.get(place) ?? []), ...(title ? [title] : [])];
          decision.hooks.set(place, [...new Set(titles)]);
          decisions.set(key, decision);
        }
      }
  const broken = agents.flatMap(({ title, files }) =>
    files.flatMap(({ file, error }) =>
      error === undefined
        ? []
        : [
            [
              paint('bold', `${toPlainLine(file)}${title && ` (${toPlainLine(title)})`}`),
              wrapText(
                '    ',
                `It cannot be read, so its hooks are not known: ${toPlainLine(error)}.`,
              ),
            ].join('\n'),
          ],
    ),
  );
  const blocks = [...decisions.values()].map(formatDecision);
  return [...new Set(broken), ...blocks];
}

/** Tells whether the file with the hooks of every agent has the fault that a hook has which was written from it. */
function isToldOfSource(
  one: HookSurvey,
  { cause }: Truth,
  file: FileSurvey,
  { neutral }: ProjectSurvey,
): boolean {
  if (!neutral || file === neutral) return false;
  const sources = neutral.hooks.filter(({ number }) => number === one.number);
  const causes = sources
    .flatMap(({ truth, alsoTrue }) => [truth, ...alsoTrue])
    .map((truth) => truth.cause);
  const isOfMatch = (text: string | undefined) => text?.startsWith('match-') === true;
  // Without its source, the module that stands cannot be made anew either.
  if (cause === 'module-outdated' && causes.includes('module-missing')) return true;
  return (
    cause !== undefined &&
    causes.some((other) => other === cause || (isOfMatch(other) && isOfMatch(cause)))
  );
}

/** Tells whether anything was found about a file or a hook. */
const hasFindings = (survey: ProjectSurvey): boolean =>
  withNeutral(survey).some(({ files }) =>
    files.some(({ findings, hooks }) =>
      [{ findings }, ...hooks].some((one) => one.findings.length),
    ),
  );

/** Returns all agents, and the file with the hooks of every agent as if it were one more, without a title. */
const withNeutral = ({
  agents,
  neutral,
}: ProjectSurvey): Pick<AgentSurvey, 'title' | 'files'>[] => [
  ...(neutral ? [{ title: '', files: [neutral] }] : []),
  ...agents,
];

/** The most hooks that are named in one decision. */
const maxNamed = 4;

function formatDecision({ truth, hooks }: Decision): string {
  const places = [...hooks].map(([place, titles]) =>
    titles.length ? `${place} (${toPlainLine(titles.join(', '))})` : place,
  );
  const named = places.slice(0, maxNamed);
  const more = places.length - named.length;
  const { remedy } = truth;
  return [
    ...named.map((place) => paint('bold', wrapText('', place))),
    ...(more ? [`and ${more} more`] : []),
    linkFinding(wrapText('    ', toPlainLine(longTruth(truth))), truth.cause, /\S[^:.\n]*/),
    ...(remedy ? [wrapText('    ', toPlainLine(remedy.text))] : []),
    ...(remedy?.command ? [`      $ ${toPlainLine(remedy.command)}`] : []),
  ].join('\n');
}

/** Returns the last line: how many hooks there are, and how many need a decision. */
function summarize(
  survey: ProjectSurvey,
  shown: readonly ShownFile[],
  { isWrong }: RunnerReport,
  fixes: number,
): string {
  const hooks = shown.flatMap((one) => one.file.hooks.map((hook) => ({ hook, shown: one })));
  const { neutral } = survey;
  const agents = survey.agents.filter(({ files }) => files.some((file) => file.hooks.length));
  const unreadable = withNeutral(survey).some(({ files }) => files.some(({ error }) => error));
  const isBad = ({ truth }: HookSurvey) => !isWell(truth);
  const bad = hooks.filter(({ hook, shown: file }) =>
    [hook, ...truthsElsewhere(hook, file).map(({ other }) => other)].some(isBad),
  ).length;
  const badThere = neutral?.hooks.filter(isBad).length ?? 0;
  if (!hooks.length && neutral?.hooks.length)
    return `${plural(neutral.hooks.length, 'hook')} in ${neutral.file}, and in no agent yet.`;
  const faults = withNeutral(survey)
    .flatMap(({ files }) => files.flatMap(({ findings }) => findings))
    .filter((one) => kindOfFinding(one) !== 'odd').length;
  if (!hooks.length && faults)
    return wrapText(
      '',
      `No hook here is read by its agent: ${plural(faults, 'thing')} above ${faults === 1 ? 'is' : 'are'} wrong. (-v: everything)`,
    );
  if (!hooks.length && !unreadable)
    return 'No hooks found here. To write the first ones: anyhook init';
  const count = `${plural(hooks.length, 'hook')} in ${plural(agents.length, 'agent')}`;
  const next = fixes
    ? `\n${wrapText('', `To make ${plural(fixes, 'change')} that ${fixes === 1 ? 'needs' : 'need'} no decision: anyhook doctor --fix`)}`
    : '';
  if (
    !bad &&
    !badThere &&
    !faults &&
    !unreadable &&
    !isWrong &&
    !fixes &&
    !explainMisnamedFile(neutralVendor(), survey.workspace)
  )
    return `${count}, nothing wrong. (-v: everything)`;
  const wrong = bad ? `, ${bad} of them with something wrong` : '';
  return wrapText('', `${count}${wrong}. (-v: everything)`) + next;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
