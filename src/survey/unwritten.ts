/** Finds hooks of the file for every agent that the agents' settings do not hold yet. */
import type { FileConversion } from '../convert/job.ts';
import { syncHooks } from '../convert/sync-hooks.ts';
import { listTargets } from '../convert/targets.ts';
import { AnyhookError } from '../errors.ts';
import { agentVendors } from '../settings/formats/index.ts';
import type { HookNumbers } from '../settings/hook-names.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { addTruth } from './truth.ts';
import type { AgentSurvey, HookSurvey, ProjectSurvey, Truth } from './types.ts';

/** Adds to each hook of the file for every agent that it is not written into some agents, if it is not. */
export async function findUnwrittenHooks({
  workspace,
  neutral,
  agents,
  numbers,
}: ProjectSurvey): Promise<void> {
  if (!neutral?.settings) return;
  if (!listTargets(neutral.settings.hooks, neutral.owner, workspace).length) {
    const command = `anyhook sync --to ${agentVendors().slice(0, 2).join(',')}`;
    for (const one of neutral.hooks) addUnwritten(one, 'any agent', true, command);
    return;
  }
  const conversions = await planAll(workspace, numbers);
  if (!conversions) return;
  const plans = conversions.map((done) => ({
    ...done,
    written: new Set(done.rows.filter(({ events }) => events.length).map(({ number }) => number)),
    present: new Set(done.changed ? listNumbers(agents, done.to) : []),
  }));
  for (const one of neutral.hooks) {
    const wanted = plans.filter(({ written }) => written.has(one.number));
    const missing = wanted.filter(({ changed, present }) => changed && !present.has(one.number));
    const titles = missing.map(({ to }) => adapterOf(to).title).join(', ');
    if (missing.length) addUnwritten(one, titles, missing.length === wanted.length, 'anyhook sync');
  }
}

/** Returns the numbers of the hooks that stand in the files of an agent in the project. */
const listNumbers = (agents: readonly AgentSurvey[], id: string): number[] =>
  agents
    .filter(({ agent }) => agent === id)
    .flatMap(({ files }) => files)
    .filter(({ scope, role }) => scope === 'project' && role !== 'loaded')
    .flatMap(({ hooks }) => hooks.map(({ number }) => number));

/** Returns what `anyhook sync` would write. Undefined: it would write nothing, since something is wrong with the file. */
async function planAll(
  { root, home }: Workspace,
  numbers: HookNumbers,
): Promise<FileConversion[] | undefined> {
  try {
    return await syncHooks({ root, home, numbers, check: true, acceptLoss: true });
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    return undefined;
  }
}

/**
 * Adds that a hook is not written. If that is so in some agents alone, it lets calls pass in these.
 *
 * @param agents The titles of the agents.
 * @param command The command that writes it.
 */
function addUnwritten(
  one: HookSurvey,
  agents: string,
  isEverywhere: boolean,
  command: string,
): void {
  const truth: Truth = {
    code: isEverywhere || !one.isGate ? 'never-runs' : 'fails-open',
    cause: 'not-written',
    why: `it is not written into ${agents} yet`,
    remedy: { command, text: 'Write it into the settings of the agents.' },
  };
  // A fault of the hook itself comes first: it would be written with the hook.
  if (one.truth.code === 'guards' || one.truth.code === 'runs') addTruth(one, truth);
  else one.alsoTrue.push(truth);
}
