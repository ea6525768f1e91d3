import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { toFileError } from '../files/file-errors.ts';
import { isBelow, resolveInside, statOf } from '../files/root.ts';
import { kindOfFinding } from '../settings/finding.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { findUnwrittenHooks, type ProjectSurvey, surveyProject } from '../survey/index.ts';
import { computeStep } from '../util/progress.ts';
import { applyFixes } from './doctor/fix.ts';
import { findFixes } from './doctor/fixes.ts';
import { surveyToJson } from './doctor/json.ts';
import { formatSurvey } from './doctor/report.ts';
import { describeTrials, runTrials, trialToJson } from './doctor/run.ts';
import { checkRunner } from './doctor/runner.ts';
import { surveyToSarif } from './doctor/sarif.ts';
import { isDead } from './doctor/words.ts';
import { asJson } from './paint.ts';
import { describeProject, findProjectOfAnyAgent } from './project.ts';
import { print, printError } from './spelling.ts';
import { readVersion } from './version.ts';

interface Flags {
  json?: boolean;
  sarif?: string;
  strict?: boolean;
  verbose?: boolean;
  fix?: boolean;
  run?: boolean;
  yes?: boolean;
}

/** Says of every hook here whether it does what it is there for. */
export async function examineProject({
  json,
  sarif,
  strict,
  verbose = false,
  fix,
  run,
  yes = false,
}: Flags) {
  if (json && sarif === '-')
    throw new AnyhookError('usage', '--json and --sarif - both print to stdout: choose one');
  if (fix && (json || sarif !== undefined))
    throw new AnyhookError('usage', '--fix changes files: say --json or --sarif without it');
  const root = findProjectOfAnyAgent();
  const look = async () => {
    const found = computeStep('Looking at the agents', () =>
      surveyProject(resolveWorkspace({ root })),
    );
    await findUnwrittenHooks(found);
    return found;
  };
  let survey = await look();
  let runner = checkRunner(survey);
  const isForMachines = json || sarif === '-';
  if (!isForMachines && root !== undefined) print(`${describeProject(root).join('')}\n`);
  if (fix) {
    await applyFixes(findFixes(survey, runner), survey, yes);
    print();
    survey = await look();
    runner = checkRunner(survey);
  }
  // What is said to people must not get into what machines read.
  const say = (text: string) => (isForMachines ? printError(text) : print(text));
  const trials = run ? await runTrials(survey, yes, say) : undefined;
  if (trials?.length && !isForMachines) print(`${describeTrials(trials)}\n`);
  if (sarif !== undefined) writeSarif(sarif, survey);
  if (json)
    console.log(asJson({ ...surveyToJson(survey, runner), trials: trials?.map(trialToJson) }));
  else if (!isForMachines) {
    const fixes = fix ? 0 : findFixes(survey, runner).length;
    print(formatSurvey(survey, runner, { verbose, fixes }));
  }
  if (strict && isSomethingDead(survey)) process.exitCode = 5;
}

/** Tells whether a hook does nothing or refuses every call, or a file cannot be read, so that its hooks do nothing. */
function isSomethingDead(survey: ProjectSurvey): boolean {
  const { agents, neutral } = survey;
  const files = [...(neutral ? [neutral] : []), ...agents.flatMap((agent) => agent.files)];
  return files.some(
    ({ error, hooks, findings }) =>
      error !== undefined ||
      hooks.some(({ truth, alsoTrue }) => [truth, ...alsoTrue].some(isDead)) ||
      findings.some((finding) => kindOfFinding(finding) !== 'odd'),
  );
}

function writeSarif(file: string, survey: ProjectSurvey): void {
  const text = asJson(surveyToSarif(survey, readVersion()));
  if (file === '-') {
    console.log(text);
    return;
  }
  const { root: path } = survey.workspace;
  try {
    // A project could make its file, or a folder of it, a link to a file of the person's.
    if (isBelow(path, resolve(file))) {
      if (statOf(file)?.isSymbolicLink())
        throw new Error('it is a symbolic link; remove it, or choose another name');
      resolveInside({ path }, resolve(file), 'write');
    }
    writeFileSync(file, `${text}\n`);
  } catch (error) {
    throw error instanceof AnyhookError ? error : toFileError('write', file, error);
  }
}
