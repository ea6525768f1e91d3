import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { explainMisnamedFile } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { findRefused, hasChanges, type Plan, planProject, writeProject } from '../starters/plan.ts';
import { surveyProject } from '../survey/index.ts';
import { computeStep } from '../util/progress.ts';
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

/** Sets up the hooks of the project that the working directory is in. */
export async function initProject(flags: Flags): Promise<void> {
  checkFlags(flags);
  const root = resolve(findProject(neutralVendor()) ?? '.');
  if (root === resolve(homedir()))
    throw new AnyhookError('usage', 'this is your home folder: go to the folder of a project');
  const misnamed = explainMisnamedFile(neutralVendor(), resolveWorkspace({ root }));
  if (misnamed !== undefined) throw new AnyhookError('settings', misnamed);
  const found = findHooks(
    computeStep('Looking at the agents', () => surveyProject(resolveWorkspace({ root }))),
  );
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
