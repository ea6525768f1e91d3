/** Writes what was found of an agent as a whole. */
import { formatHookNumber } from '../../settings/hook-names.ts';
import { tableOf } from '../../settings/tables.ts';
import type { AgentSurvey } from '../../survey/index.ts';
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
  const { activation, entry } = tableOf(agent.agent);
  const notes: string[] = [];
  if (trust === 'undecided' && isShared)
    notes.push(
      `${title} has not asked you yet whether to trust this project. ${activation.nextStep.project}`,
    );
  if (verbose && trust === 'unknown' && isShared)
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
  if (verbose && open.length) {
    const numbers = [...new Set(open.map(({ number }) => formatHookNumber(number)))].join(', ');
    const row = entry.fields.onFailure;
    const key = row === undefined || typeof row === 'string' ? row : row.at;
    const value = key === 'failClosed' ? 'true' : '"block"';
    const how =
      key === undefined ? '' : ` To refuse it then, write "${key}": ${value} into the entry.`;
    notes.push(`If one of these guards crashes, ${title} lets the call pass: ${numbers}.${how}`);
  }
  return notes.map((note) => wrapText('  ', toPlainLine(note)));
}
