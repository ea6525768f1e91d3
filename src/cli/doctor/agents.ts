/** Writes what was found of an agent as a whole. */
import { formatHookNumber } from '../../settings/hook-names.ts';
import { tableOf } from '../../settings/tables.ts';
import type { AgentSurvey, HookSurvey } from '../../survey/index.ts';
import { groupBy } from '../../util/group.ts';
import { paint, toPlainLine, wrapText } from '../paint.ts';

/** Returns the line with the name of an agent, and whether it is here. */
export function describeAgent({ title, program, isUsedByPerson }: AgentSurvey): string {
  const where = program ?? (isUsedByPerson ? 'its folder is in your home folder' : 'not installed');
  return `${paint('bold', title)}  ${paint('dim', toPlainLine(where))}`;
}

/** Returns what a person should know of an agent: trust, moved settings, and (if `verbose`) guards that a crash opens. */
export function describeAgentNotes(agent: AgentSurvey, verbose: boolean): string[] {
  const { title, trust, movedBy, files } = agent;
  const isShared = files.some(({ scope, hooks }) => scope === 'project' && hooks.length);
  const { activation } = tableOf(agent.agent);
  const notes: string[] = [];
  if (trust === 'undecided' && isShared)
    notes.push(
      `${title} has not asked you yet whether to trust this project. ${activation.nextStep.project}`,
    );
  const asksFirst = files.some(({ hooks }) => hooks.some((one) => one.asksFirst));
  if (asksFirst && trust === 'unknown' && isShared)
    notes.push(
      `${title} asks you before it runs a hook, and runs none that you do not trust. ${activation.nextStep.project}`,
    );
  else if (verbose && trust === 'unknown' && isShared)
    notes.push(
      `Nothing tells whether ${title} trusts this project. ${activation.nextStep.project}`,
    );
  if (movedBy !== undefined)
    notes.push(
      `${movedBy} is set, so ${title} keeps your own settings elsewhere; they were not looked at.`,
    );
  const open = files
    .flatMap(({ hooks }) => hooks)
    .filter(({ truth, refusesAtCrash }) => truth.code === 'guards' && refusesAtCrash === false);
  if (verbose)
    for (const [how, guards] of groupBy(open, howToRefuseAtCrash)) {
      const numbers = [...new Set(guards.map(({ number }) => formatHookNumber(number)))].join(', ');
      notes.push(`If one of these guards crashes, ${title} lets the call pass: ${numbers}.${how}`);
    }
  return notes.map((note) => wrapText('  ', toPlainLine(note)));
}

/** Returns a sentence that says how a guard can be made to refuse the call when it crashes, or nothing if its agent has no key for that. */
function howToRefuseAtCrash({ hook: { speaks }, wrapped }: HookSurvey): string {
  const row = tableOf(speaks).entry.fields.onFailure;
  const key = row === undefined || typeof row === 'string' ? row : row.at;
  if (key === undefined) return '';
  const value = key === 'failClosed' ? 'true' : '"block"';
  // What an entry of anyhook says is about a failure of the runner, and not about one of the script behind it.
  const where = wrapped
    ? 'beside the hook where it comes from, and write it again'
    : 'into the entry';
  return ` To refuse it then, write "${key}": ${value} ${where}.`;
}
