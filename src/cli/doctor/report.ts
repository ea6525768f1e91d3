/** Writes what was found of a project for people. */
import { describeFinding, kindOfFinding } from '../../settings/finding.ts';
import type {
  AgentSurvey,
  FileSurvey,
  HookSurvey,
  ProjectSurvey,
  Truth,
} from '../../survey/index.ts';
import { alignColumns, paint, toPlainLine, wrapText } from '../paint.ts';
import { describeAgent, describeAgentNotes } from './agents.ts';
import type { RunnerReport } from './runner.ts';
import { describeRunner } from './runner-lines.ts';
import { hooksOf, isDead, isWell, longTruth, shorten, shortTruth, signOf } from './words.ts';

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
  const agents = survey.agents.filter(({ files }) => verbose || files.length > 0);
  const parts = [
    ...formatNeutral(survey, verbose),
    ...agents.map((agent) => formatAgent(agent, verbose)),
    ...formatDecisions(survey, verbose),
    ...describeRunner(runner, verbose),
    summarize(survey, runner, fixes),
  ];
  return parts.join('\n\n');
}

/** Returns the file with the hooks of every agent, with one line for each hook; none, if there is no such file. */
function formatNeutral({ neutral }: ProjectSurvey, verbose: boolean): string[] {
  if (!neutral) return [];
  const [, ...lines] = formatFile(neutral, verbose);
  const head = `${paint('bold', neutral.file)}  ${paint('dim', 'written into each agent by anyhook sync')}`;
  return [[head, ...lines].join('\n')];
}

/** Returns an agent, its files and its hooks, one line each. */
function formatAgent(agent: AgentSurvey, verbose: boolean): string {
  const lines = agent.files.flatMap((file) => formatFile(file, verbose));
  const notes = describeAgentNotes(agent, verbose);
  return [describeAgent(agent), ...lines, ...notes].join('\n');
}

const roles: Record<FileSurvey['role'], string> = {
  own: '',
  alternative: '',
  additional: '',
  personal: 'yours alone',
  loaded: 'of another agent, loaded too',
  plugin: 'of a plugin',
};

function formatFile(file: FileSurvey, verbose: boolean): string[] {
  const plugin = file.plugin === undefined ? '' : ` ${file.plugin}`;
  const isYours = file.scope === 'user' && file.role !== 'plugin' && file.role !== 'loaded';
  const role = isYours ? 'yours' : `${roles[file.role]}${plugin}`;
  const head = `  ${toPlainLine(file.file)}${role && ` (${toPlainLine(role)})`}`;
  if (file.error !== undefined) return [head, `    ${paint('red', '✗')} cannot be read`];
  const rows = file.hooks.map(hookCells);
  const table = rows.length ? alignColumns(rows, 4).split('\n') : [];
  const painted = table.map((line, i) => {
    const truth = file.hooks[i]?.truth;
    return `    ${truth && !isWell(truth) ? paint(isDead(truth) ? 'red' : 'yellow', line) : line}`;
  });
  const findings = file.findings.filter((one) => verbose || kindOfFinding(one) !== 'odd');
  const broken = findings.map((one) => wrapText('    ! ', toPlainLine(describeFinding(one))));
  return [head, ...painted, ...broken];
}

/** Returns the cells of a hook's line: its sign and number, name, event and matcher, and what is true of it. */
function hookCells({ truth, alsoTrue, number, name, event, hook }: HookSurvey): string[] {
  const matcher = hook.matcher ? ` ${hook.matcher}` : '';
  const also = isWell(truth) && alsoTrue[0] ? `, ${shortTruth(alsoTrue[0])}` : '';
  return [
    `${signOf(truth)} ${String(number).padStart(2)}`,
    shorten(toPlainLine(name), 26),
    shorten(toPlainLine(event + matcher), 28),
    shortTruth(truth) + also,
  ];
}

/** A thing to decide: the hooks with one truth for one reason, and what to do about it. */
interface Decision {
  truth: Truth;
  hooks: string[];
}

/** Returns what needs a decision, in long form: the hooks that do not do what they are there for, and broken files. */
function formatDecisions(survey: ProjectSurvey, verbose: boolean): string[] {
  const agents = withNeutral(survey);
  const decisions = new Map<string, Decision>();
  for (const { title, files } of agents)
    for (const file of files)
      for (const one of file.hooks) {
        const truths = [one.truth, ...(verbose ? one.alsoTrue : [])].filter(
          (truth) => !isWell(truth),
        );
        for (const truth of truths) {
          const key = JSON.stringify(truth);
          const line = one.at ? `:${one.at.line}` : '';
          const place = `${one.number}  ${shorten(toPlainLine(one.name), 40)}  ${toPlainLine(file.file)}${line} (${title})`;
          const known = decisions.get(key) ?? { truth, hooks: [] };
          decisions.set(key, { truth, hooks: [...known.hooks, place] });
        }
      }
  const broken = agents.flatMap(({ title, files }) =>
    files.flatMap(({ file, error }) =>
      error === undefined
        ? []
        : [
            [
              paint('bold', `${toPlainLine(file)} (${title})`),
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

/** Returns all agents, and the file with the hooks of every agent as if it were one more. */
const withNeutral = ({
  agents,
  neutral,
}: ProjectSurvey): Pick<AgentSurvey, 'title' | 'files'>[] => [
  ...(neutral ? [{ title: 'for every agent', files: [neutral] }] : []),
  ...agents,
];

/** The most hooks that are named in one decision. */
const maxNamed = 4;

function formatDecision({ truth, hooks }: Decision): string {
  const named = hooks.slice(0, maxNamed);
  const more = hooks.length - named.length;
  const { remedy } = truth;
  return [
    ...named.map((place) => paint('bold', wrapText('', place))),
    ...(more ? [`and ${more} more`] : []),
    wrapText('    ', toPlainLine(longTruth(truth))),
    ...(remedy ? [wrapText('    ', toPlainLine(remedy.text))] : []),
    ...(remedy?.command ? [`      $ ${toPlainLine(remedy.command)}`] : []),
  ].join('\n');
}

/** Returns the last line: how many hooks there are, and how many need a decision. */
function summarize(survey: ProjectSurvey, { isWrong }: RunnerReport, fixes: number): string {
  const hooks = hooksOf(survey);
  const { neutral } = survey;
  const agents = survey.agents.filter(({ files }) => files.some((file) => file.hooks.length));
  const unreadable = withNeutral(survey).some(({ files }) => files.some(({ error }) => error));
  const isBad = ({ truth }: HookSurvey) => !isWell(truth);
  const bad = hooks.filter(isBad).length;
  const badThere = neutral?.hooks.filter(isBad).length ?? 0;
  if (!hooks.length && neutral?.hooks.length)
    return `${plural(neutral.hooks.length, 'hook')} in ${neutral.file}, and in no agent yet. To write ${neutral.hooks.length === 1 ? 'it' : 'them'}: anyhook sync${survey.agents.some(({ isUsedByProject }) => isUsedByProject) ? '' : ' --to claude,gemini'}`;
  if (!hooks.length && !unreadable)
    return 'No hooks found here. To write the first ones: anyhook init';
  const count = `${plural(hooks.length, 'hook')} in ${plural(agents.length, 'agent')}`;
  const next = fixes
    ? ` To make ${plural(fixes, 'change')} that ${fixes === 1 ? 'needs' : 'need'} no decision: anyhook doctor --fix`
    : '';
  if (!bad && !badThere && !unreadable && !isWrong && !fixes)
    return `${count}, nothing wrong. (-v: everything)`;
  const wrong = bad ? `, ${bad} of them with something wrong` : '';
  return wrapText('', `${count}${wrong}. (-v: everything)${next}`);
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
