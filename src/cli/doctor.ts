import { Command } from 'commander';
import { resolveWorkspace } from '../settings/workspace.ts';
import { surveyProject } from '../survey/index.ts';
import { surveyToJson } from './doctor/json.ts';
import { formatSurvey } from './doctor/report.ts';
import { checkRunner } from './doctor/runner.ts';
import { hooksOf, isDead } from './doctor/words.ts';
import { asJson } from './paint.ts';
import { describeProject, findProjectOfAnyAgent } from './project.ts';

interface Flags {
  json?: boolean;
  strict?: boolean;
  verbose?: boolean;
}

/** Makes `anyhook doctor`, which says of every hook here whether it does what it is there for. */
export function makeDoctorCommand(): Command {
  return new Command('doctor')
    .description('say what is true of every agent, settings file and hook here')
    .option('-v, --verbose', 'show everything')
    .option('--json', 'print JSON')
    .option('--strict', 'end with 5 if a hook does nothing or refuses every call')
    .addHelpText('after', help)
    .action(({ json, strict, verbose = false }: Flags) => {
      const root = findProjectOfAnyAgent();
      const survey = surveyProject(resolveWorkspace({ root }));
      const runner = checkRunner(survey);
      if (json) console.log(asJson(surveyToJson(survey, runner)));
      else
        console.log(
          [...describeProject(root), formatSurvey(survey, runner, { verbose })].join('\n\n'),
        );
      const isBroken = survey.agents.some(({ files }) => files.some(({ error }) => error));
      if (strict && (isBroken || hooksOf(survey).some(({ truth }) => isDead(truth))))
        process.exitCode = 5;
    });
}

const help = `
Example:
  $ anyhook doctor             # each agent, file and hook, one line each
  $ anyhook doctor -v          # everything that was found
  $ anyhook doctor --strict    # in CI

Nothing of the project is started. The runner in .anyhook is tried with a hook
of anyhook's own, and only if it is byte for byte that of this version.

Exit codes: 0 done; 2 bad usage; 5 a hook does nothing or refuses every call,
or a settings file cannot be read (--strict).`;
