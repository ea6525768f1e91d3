import { neutralVendor } from '../settings/formats/index.ts';
import { formatHookNumber } from '../settings/hook-names.ts';
import { explainMisnamedFile } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import {
  type AgentSurvey,
  type HookSurvey,
  type ProjectSurvey,
  surveyProject,
} from '../survey/index.ts';
import { groupBy } from '../util/group.ts';
import { computeStep } from '../util/progress.ts';
import { hooksOf, isWell, shorten, shortTruth, signOf } from './doctor/words.ts';
import { alignColumns, asJson, paint, toPlainLine, wrapText } from './paint.ts';
import { describeProject, findProjectOfAnyAgent } from './project.ts';
import { linkFinding } from './site-pages.ts';
import { print } from './spelling.ts';

/** Prints a table of hooks and agents. */
export function listHooks({ json }: { json?: boolean }): void {
  const root = findProjectOfAnyAgent();
  const survey = computeStep('Looking at the agents', () =>
    surveyProject(resolveWorkspace({ root })),
  );
  if (json) console.log(asJson(toJson(survey)));
  else print([...describeProject(root), formatTable(survey)].join('\n\n'));
}

/** Returns the hooks of an agent, by their numbers. */
const byNumber = ({ files }: AgentSurvey): Map<number, HookSurvey[]> =>
  groupBy(
    files.flatMap(({ hooks }) => hooks),
    ({ number }) => number,
  );

/** Returns the agents that have hooks, and all hooks by their numbers, those of `anyhook.yaml` too. */
function collect(survey: ProjectSurvey) {
  const agents = survey.agents.filter(({ files }) => files.some(({ hooks }) => hooks.length));
  const all = groupBy(
    [...(survey.neutral?.hooks ?? []), ...hooksOf(survey)],
    ({ number }) => number,
  );
  return { agents, all: [...all].sort(([a], [b]) => a - b) };
}

/**
 * Returns what is true of a hook under an agent, which may start it by several entries: what the entries do that do
 * what they are there for, and how many do. If one of them refuses every call, that is what is true of all.
 */
function describeEntries(hooks: readonly HookSurvey[]): string {
  const refusing = hooks.find(
    ({ truth: { code } }) => code === 'refuses-every-call' || code === 'never-ends',
  );
  const well = refusing ? [] : hooks.filter(({ truth }) => isWell(truth));
  const guarding = well.find(({ truth }) => truth.code === 'guards');
  const shown = refusing ?? guarding ?? well[0] ?? hooks[0];
  if (!shown) return '–';
  const isAll = !well.length || well.length === hooks.length;
  const share = isAll ? '' : ` (${well.length} of ${hooks.length})`;
  return linkFinding(
    `${signOf(shown.truth)} ${shortTruth(shown.truth)}${share}`,
    shown.truth.cause,
  );
}

/** Returns a sentence for each file that cannot be read, since its hooks are missing in the table. */
function listUnreadable({ agents, neutral, workspace }: ProjectSurvey): string {
  const misnamed = explainMisnamedFile(neutralVendor(), workspace);
  const files = [...(neutral ? [neutral] : []), ...agents.flatMap((agent) => agent.files)];
  const errors = files.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return [
    ...(misnamed === undefined ? [] : [wrapText('! ', misnamed)]),
    ...[...new Set(errors)].map((error) =>
      wrapText('✗ ', `A file cannot be read, so its hooks are not shown: ${toPlainLine(error)}`),
    ),
  ].join('\n');
}

function formatTable(survey: ProjectSurvey): string {
  const { agents, all } = collect(survey);
  const unreadable = listUnreadable(survey);
  if (!all.length)
    return unreadable || 'No hooks found here. To write the first ones: anyhook init';
  const numbers = agents.map(byNumber);
  const rows = all.map(([number, hooks]) => {
    const [first] = hooks;
    const cells = numbers.map((known) => describeEntries(known.get(number) ?? []));
    return [formatHookNumber(number), shorten(toPlainLine(first?.name ?? ''), 30), ...cells];
  });
  const head = ['', 'hook', ...agents.map(({ title }) => title)];
  const [first = '', ...lines] = alignColumns([head, ...rows]).split('\n');
  const table = [paint('dim', first), ...lines].join('\n');
  return unreadable ? `${table}\n\n${unreadable}` : table;
}

const toJson = (survey: ProjectSurvey): object => {
  const { agents, all } = collect(survey);
  return {
    project: survey.workspace.root,
    agents: agents.map(({ agent }) => agent),
    hooks: all.map(([number, hooks]) => ({
      number,
      name: hooks[0]?.name,
      inNeutralFile: survey.neutral?.hooks.some((one) => one.number === number) ?? false,
      agents: Object.fromEntries(
        agents.flatMap((agent) => {
          const found = byNumber(agent).get(number) ?? [];
          const places = found.map(({ event, hook, truth }) => {
            return { event, matcher: hook.matcher, truth: truth.code, cause: truth.cause };
          });
          return places.length ? [[agent.agent, places]] : [];
        }),
      ),
    })),
  };
};
