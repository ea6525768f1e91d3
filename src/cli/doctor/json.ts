/** Writes a survey as the JSON that `--json` prints. */
import { describeFinding, type Finding, kindOfFinding } from '../../settings/finding.ts';
import type {
  AgentSurvey,
  FileSurvey,
  HookSurvey,
  ProjectSurvey,
  Truth,
} from '../../survey/index.ts';
import { findFindingPage } from '../site-pages.ts';
import type { RunnerReport } from './runner.ts';

const truthToJson = ({ code, cause, why, remedy }: Truth): object => ({ code, cause, why, remedy });

const findingToJson = (finding: Finding): object => ({
  code: finding.code,
  kind: kindOfFinding(finding),
  text: describeFinding(finding),
  docs: findFindingPage(finding.code),
  line: finding.at?.line,
  column: finding.at?.column,
});

/** Returns a hook as JSON. */
const hookToJson = (one: HookSurvey): object => ({
  number: one.number,
  name: one.name,
  event: one.event,
  matcher: one.hook.matcher,
  speaks: one.hook.speaks,
  line: one.at?.line,
  column: one.at?.column,
  throughAnyhook: one.wrapped,
  gate: one.isGate,
  refusesAtCrash: one.refusesAtCrash,
  trust: one.trust,
  truth: truthToJson(one.truth),
  alsoTrue: one.alsoTrue.map(truthToJson),
  findings: one.findings.map(findingToJson),
});

const fileToJson = (one: FileSurvey): object => ({
  file: one.file,
  scope: one.scope,
  role: one.role,
  owner: one.owner,
  plugin: one.plugin,
  error: one.error,
  trust: one.trust,
  findings: one.findings.map(findingToJson),
  hooks: one.hooks.map(hookToJson),
});

const agentToJson = (one: AgentSurvey): object => ({
  agent: one.agent,
  title: one.title,
  program: one.program,
  usedByPerson: one.isUsedByPerson,
  usedByProject: one.isUsedByProject,
  trust: one.trust,
  movedBy: one.movedBy,
  files: one.files.map(fileToJson),
});

/** Returns a survey as JSON. */
export const surveyToJson = (survey: ProjectSurvey, runner: RunnerReport): object => ({
  project: survey.workspace.root,
  agents: survey.agents.map(agentToJson),
  neutral: survey.neutral && fileToJson(survey.neutral),
  runner,
});
