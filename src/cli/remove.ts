import type { Command } from 'commander';
import { type Removed, removeConversions } from '../convert/remove-conversions.ts';
import { AnyhookError } from '../errors.ts';
import type { Scope } from '../mapping/settings.ts';
import { agentVendors } from '../settings/formats/index.ts';
import { asJson, toPlainLine, wrapText } from './paint.ts';
import { findProject } from './project.ts';
import {
  describeFolders,
  describeNeutralFiles,
  findFolders,
  isDeleted,
  removeRest,
} from './remove-rest.ts';
import { formatChange } from './report/index.ts';
import { print } from './spelling.ts';
import { formatCommand, typedWordsOf, withFlags } from './typed-command.ts';
import { readVendor } from './words.ts';

interface Flags {
  all?: boolean;
  scope: Scope | 'all';
  dryRun?: boolean;
  json?: boolean;
  verbose?: boolean;
}

/** Settings of one agent, and what is removed from them. */
export interface Removal {
  agent: string;
  scope: Scope;
  done: Removed;
}

/**
 * Takes our entries out of settings files.
 *
 * @param words The words for the agents whose files they are.
 */
export async function removeHooks(
  words: string[],
  { all, scope, dryRun, json, verbose }: Flags,
  command: Command,
): Promise<void> {
  const agents = chooseAgents(words, all);
  const scopes: Scope[] = scope === 'all' ? ['project', 'user'] : [scope];
  const removeAll = async (isDry: boolean | undefined): Promise<Removal[]> => {
    const removals = [];
    for (const scope of scopes)
      for (const agent of agents) {
        const root = scope === 'project' ? findProject(agent) : undefined;
        const done = await removeConversions(agent, { scope, dryRun: isDry, root });
        removals.push({ agent, scope, done });
      }
    return removals;
  };
  const isOne = agents.length * scopes.length === 1;
  const folders = findFolders(scopes);
  // If one of several files cannot be read, that shows before the first is written.
  const plans = isOne && !dryRun ? [] : await removeAll(true);
  const removals = dryRun ? plans : await removeAll(false);
  const isAllOurs = removals.every(({ done: { edited } }) => !edited.length);
  const notes =
    all && isAllOurs ? await removeRest(scopes, dryRun) : isOne ? [] : describeNeutralFiles(scopes);
  if (json) {
    const rows = removals.map(({ agent, scope, done }) => {
      const row = removedToJson(done, dryRun);
      return isOne ? row : { agent, scope, ...row };
    });
    console.log(asJson(isOne ? rows[0] : rows));
    return;
  }
  const lines = removals.flatMap((one) => describeRemoval(one, { dryRun, verbose, isOne }));
  if (!lines.length) lines.push('Nothing of anyhook is in the settings of any agent here.');
  const hasEntries = removals.some(({ done }) => done.count > 0);
  if (hasEntries || all || folders.some(isDeleted))
    lines.push(...describeFolders(folders, { removals, isDry: dryRun }));
  lines.push(...notes);
  if (dryRun && hasEntries)
    lines.push('To do it, type:', formatCommand(withFlags(typedWordsOf(command), [])));
  print(lines.join('\n'));
}

/** Returns the agents that a command line names. Throws `usage` if it names none, `vendor` for a word that is none. */
function chooseAgents(words: readonly string[], all: boolean | undefined): readonly string[] {
  if (all && words.length)
    throw new AnyhookError('usage', `--all and ${words.join(', ')} exclude each other`);
  if (all) return agentVendors();
  if (words.length) return [...new Set(words.map((word) => readVendor(word)))];
  throw new AnyhookError('usage', 'say from which agent, or --all for every agent');
}

/** Returns what was removed from the settings of one agent, as `--json` prints it. */
function removedToJson(
  { file, count, before, text, edited }: Removed,
  dryRun: boolean | undefined,
) {
  const written = !dryRun && before !== text;
  return { file, count, edited, written, text: text ?? null };
}

/**
 * Returns the lines about the settings of one agent: the change where nothing is written, and a sentence.
 *
 * @param flags `isOne`: these are the only settings. Of several, those without anything of ours are not mentioned.
 */
function describeRemoval(
  { done }: Removal,
  {
    dryRun,
    verbose,
    isOne,
  }: Record<'dryRun' | 'verbose', boolean | undefined> & { isOne: boolean },
): string[] {
  const { file, count, before, text, edited } = done;
  if (!isOne && !count && !edited.length) return [];
  const change =
    dryRun && count ? [`${formatChange({ file, before, text: text ?? '' }, verbose)}\n`] : [];
  const sentence = count
    ? describeCount(done, dryRun)
    : edited.length
      ? `Nothing was removed from ${file}.`
      : `There is no entry of anyhook's in ${file}.`;
  const events = [...new Set(edited.map(({ event }) => toPlainLine(event)))].join(', ');
  const lines = edited.flatMap(({ line }) => line ?? []).join(', ');
  const where = `${file}${lines && `:${lines}`} (${events})`;
  const names = edited.flatMap(({ hooks }) => hooks.map(toPlainLine));
  const note =
    edited.length === 1
      ? `this entry${names.length > 1 ? ` with the hooks ${names.join(', ')}` : ''} was changed by hand, so it stays. Delete it if nobody needs it.`
      : `these ${edited.length} entries${names.length > edited.length ? ` with ${names.length} hooks` : ''} were changed by hand, so they stay. Delete them if nobody needs them.`;
  const notes = edited.length ? [wrapText('! ', `${where}: ${note}`)] : [];
  return [...change, sentence, ...notes];
}

/** Returns a sentence about what was removed, or with `dryRun` what would be. */
function describeCount({ file, count, text }: Removed, dryRun: boolean | undefined): string {
  const entries = `${count} ${count === 1 ? 'entry' : 'entries'}`;
  const isWholeFileOurs = text === undefined; // the file then goes
  if (dryRun) {
    const more = isWholeFileOurs ? ' It holds nothing else, so the file would be deleted.' : '';
    return wrapText('', `Nothing was written. ${entries} of ${file} would be removed.${more}`);
  }
  const more = isWholeFileOurs ? ' It held nothing else, so the file was deleted.' : '';
  return wrapText('', `Removed ${entries} from ${file}.${more}`);
}
