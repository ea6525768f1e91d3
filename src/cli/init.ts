import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { AnyhookError } from '../errors.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { explainMisnamedFile } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { findRefused, hasChanges, type Plan, planProject, writeProject } from '../starters/plan.ts';
import { surveyProject } from '../survey/index.ts';
import {
  type Answers,
  checkFlags,
  type Flags,
  type Found,
  findHooks,
  readFlags,
} from './init-answers.ts';
import {
  describeFound,
  describeNext,
  explainWhatToType,
  formatPlan,
  planToJson,
} from './init-report.ts';
import { asJson } from './paint.ts';
import { describeProject, findProject } from './project.ts';
import { type Asker, makeAsker, readYesOrNo } from './questions.ts';
import { describeConversions, explainRefusal } from './report/index.ts';
import { print } from './spelling.ts';

/** Makes `anyhook init`, which sets up the hooks of a project. */
export function makeInitCommand(): Command {
  return new Command('init')
    .description('set up hooks in this project: asks, shows each file, then writes')
    .option('--agents <list>', 'the agents that your team uses, such as claude,gemini')
    .option('--hooks <list>', 'hooks to begin with: shell, secrets, format; or none')
    .option('--hook <language>', 'write a hook of your own to begin with: ts or js, with a test')
    .option('--from <agent>', "take this agent's hooks as the hooks of all agents")
    .option('-y, --yes', 'ask nothing: take what the flags say, and what is found')
    .option('--dry-run', 'show the files, write nothing')
    .option('--json', 'print JSON')
    .option('-v, --verbose', 'show every line of the files')
    .addHelpText('after', help)
    .action(init);
}

/** Sets up the hooks of the project that the working directory is in. */
async function init(flags: Flags): Promise<void> {
  checkFlags(flags);
  const root = resolve(findProject(neutralVendor()) ?? '.');
  if (root === resolve(homedir()))
    throw new AnyhookError('usage', 'this is your home folder: go to the folder of a project');
  const misnamed = explainMisnamedFile(neutralVendor(), resolveWorkspace({ root }));
  if (misnamed !== undefined) throw new AnyhookError('settings', misnamed);
  const found = findHooks(surveyProject(resolveWorkspace({ root })));
  const asksNothing = flags.yes || flags.dryRun || flags.json;
  const { stdin, stdout } = process;
  const isTerminal = Boolean(stdin.isTTY && stdout.isTTY);
  if (!asksNothing && !isTerminal) throw new AnyhookError('usage', explainWhatToType(found, flags));
  const asker = asksNothing ? undefined : makeAsker(stdin, stdout);
  try {
    await setUp(root, found, flags, asker);
  } finally {
    asker?.close();
  }
}

/**
 * Finds out what is wanted, shows it, and writes it.
 *
 * @param root The folder of the project.
 * @param asker Asks what the flags leave open. Undefined: nothing is asked.
 */
export async function setUp(
  root: string,
  found: Found,
  flags: Flags,
  asker: Asker | undefined,
): Promise<void> {
  const say = (lines: readonly string[]) => flags.json || !lines.length || print(lines.join('\n'));
  say([
    ...describeProject(findProject(neutralVendor())),
    ...describeFound(found, flags, asker !== undefined),
  ]);
  const answers: Answers = await readFlags(flags, found, asker);
  const plan = await planProject({ root, ...answers });
  const refused = findRefused(plan);
  if (refused.length) {
    if (flags.json) console.log(asJson(planToJson(plan, 'refused')));
    say([...describeConversions(refused), '', ...explainRefusal(refused)]);
    process.exitCode = 1;
    return;
  }
  if (!hasChanges(plan)) return finish(plan, 'nothing', say, flags);
  say(formatPlan(plan, Boolean(flags.dryRun || asker), flags.verbose));
  if (flags.dryRun || (flags.json && !flags.yes)) return finish(plan, 'shown', say, flags);
  const isWanted = !asker || (await asker.ask('Write these files? (y, n)', 'y', readYesOrNo));
  if (!isWanted) return finish(plan, 'shown', say, flags);
  await writeProject(plan);
  return finish(plan, 'written', say, flags);
}

/** Prints how it ended. */
function finish(
  plan: Plan,
  end: 'nothing' | 'shown' | 'written',
  say: (lines: readonly string[]) => unknown,
  { json }: Flags,
): void {
  if (json) console.log(asJson(planToJson(plan, end)));
  if (end === 'shown') say(['Nothing was written.']);
  else say(describeNext(plan, end));
}

const help = `
Examples:
  $ anyhook init                                # asks
  $ anyhook init --agents claude,gemini --yes   # asks nothing
  $ anyhook init --agents cursor --hooks shell,format --dry-run
  $ anyhook init --hook ts --yes                # hooks/guard.ts and a test
  $ anyhook init --from cursor --agents cursor,gemini --yes

No file that is there is replaced: scripts stay as they are, anyhook.yaml gets
the hooks of --hooks that it lacks, and .gitattributes and the settings of
agents get further lines.

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write, and nothing was changed.`;
