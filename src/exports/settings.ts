/**
 * `anyhook/settings`: reads, checks and converts settings files, and writes hooks into them.
 *
 * @packageDocumentation
 */

import { checkSettings as check } from '../check/check.ts';
import { convertFile as convertOneFile } from '../convert/convert-file.ts';
import { type Conversion, convertText as convert } from '../convert/convert-text.ts';
import { describeHookLoss as describeOneLoss, type HookLoss } from '../convert/hook-loss.ts';
import type { FileConversion, Job } from '../convert/job.ts';
import type { ConvertOptions } from '../convert/options.ts';
import {
  type RemovalOptions,
  type Removed,
  removeConversions as removeAll,
} from '../convert/remove-conversions.ts';
import { type Syncing, syncHooks as sync } from '../convert/sync-hooks.ts';
import { AnyhookError, closed, closedAsync } from '../errors.ts';
import { describeValue, objectFrom, textFrom } from '../library/arguments.ts';
import {
  describeFinding as describeOneFinding,
  type Finding,
  kindOfFinding as kindOf,
} from '../settings/finding.ts';
import type { Settings } from '../settings/formats/format.ts';
import { readHooks as readText } from '../settings/formats/index.ts';
import {
  formatValueRecord as formatRecord,
  parseValueRecord as parseRecord,
  type ValueRecord,
} from '../settings/value-record.ts';
import type { Workspace, WorkspaceOptions } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { describeUnknownWord } from '../util/words.ts';

export type { Vendor } from '../adapters/index.ts';
export type { Hook } from '../canonical/types.ts';
export type { Conversion } from '../convert/convert-text.ts';
export type { HookLoss } from '../convert/hook-loss.ts';
export type { HookResult, How } from '../convert/hook-result.ts';
export type { FileConversion, Job } from '../convert/job.ts';
export type { ConvertOptions } from '../convert/options.ts';
export type { RemovalOptions, Removed } from '../convert/remove-conversions.ts';
export type { Syncing } from '../convert/sync-hooks.ts';
export { AnyhookError, type ErrorCode } from '../errors.ts';
export type { Scope } from '../mapping/settings.ts';
export {
  hooksOf,
  type OwnerOptions,
  type OwnHook,
  type Placement,
  type PlacementLoss,
  type PlaceOptions,
  placeHooks,
  type RemovedHooks,
  removeHooks,
  type SettingsPlace,
  settingsFileOf,
} from '../owned/index.ts';
export type { Finding, Position } from '../settings/finding.ts';
export type { ReadHook, Settings } from '../settings/formats/format.ts';
export type { ValueRecord } from '../settings/value-record.ts';
export type { Workspace, WorkspaceOptions } from '../settings/workspace.ts';

/**
 * Reads the hooks of a vendor's settings file.
 *
 * @param vendor The agent whose settings file it is.
 * @param file The name of the file, for messages. By its end, a text is read as TOML or as YAML.
 * @param record The value record of the file's shim lines, as {@link parseValueRecord} reads it.
 * @throws {AnyhookError} `settings`: the text is no settings file of the agent; the message names the file, the line and
 *   the key. `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * const { hooks } = readHooks('cursor', text, '.cursor/hooks.json');
 */
export function readHooks(
  vendor: string,
  text: string,
  file: string,
  record?: ValueRecord,
): Settings {
  return closed(() => {
    requireVendor(vendor);
    if (record !== undefined) objectFrom(record, 'value record');
    return readText(vendor, textFrom(text, 'settings'), textFrom(file, 'name of the file'), record);
  });
}

/**
 * Finds hooks of a settings file that have no effect, and anything else that looks wrong in it.
 *
 * @param vendor The agent whose settings file it is.
 * @param settings What {@link readHooks} returns.
 * @param workspace Where scripts are looked for. Absent: scripts are not checked.
 * @param hosts The agents in which hooks of the canonical dialect are to run. Default: all agents for the neutral
 *   file, and the file's own agent for any other.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * checkSettings('cursor', readHooks('cursor', text, '.cursor/hooks.json')).map(describeFinding);
 */
export function checkSettings(
  vendor: string,
  settings: Settings,
  workspace?: Workspace,
  hosts?: readonly string[],
): Finding[] {
  return closed(() => {
    requireVendor(vendor);
    objectFrom(settings, 'settings', 'say what readHooks returns');
    for (const host of hosts ?? []) requireVendor(host);
    return check(vendor, settings, workspace, hosts);
  });
}

/**
 * Converts the text of one vendor's settings (`from`, the source) into another's (`to`, the target). If
 * `workspace` is given, it also reads the scripts of the hooks and the names of MCP servers there. It
 * writes nothing.
 *
 * Shim lines of `source` and `target` may name values by keys: the `record` of each file holds these values.
 *
 * @throws {AnyhookError} `settings`: a text is no settings file of its agent. `vendor`: there is no such agent. `usage`:
 *   an option is of a wrong kind
 * @example
 * const record = parseValueRecord(await readFile('.anyhook/kept.json', 'utf8'));
 * const { text, record: added } = convertText({
 *   from: 'cursor',
 *   to: 'gemini',
 *   source: { text: await readFile('.cursor/hooks.json', 'utf8'), file: '.cursor/hooks.json', record },
 *   target: { text: '', file: '.gemini/settings.json', record },
 * });
 * await writeFile('.anyhook/kept.json', formatValueRecord({ ...record, ...added }));
 */
export function convertText(options: ConvertOptions): Conversion {
  return closed(() => {
    const { from, to, source, target } = optionsFrom(options, convertOptions);
    for (const vendor of [from, to]) requireVendor(vendor);
    for (const { text, file } of [source, target].flat()) {
      textFrom(text, 'settings');
      textFrom(file, 'name of the file');
    }
    return convert(options);
  });
}

/**
 * Converts the hooks of one agent into the settings file of another, and shows or writes them. If hooks that can refuse
 * something would be lost without consent, nothing is written.
 *
 * @throws {AnyhookError} `settings`, `vendor`, `usage`, or `write`: a file cannot be written
 * @example
 * const { rows, end } = await convertFile({ from: 'cursor', to: 'gemini', write: true });
 */
export function convertFile(job: Job): Promise<FileConversion> {
  return closedAsync(() => {
    const { from, to } = optionsFrom(job, jobOptions);
    for (const vendor of [from, to]) requireVendor(vendor);
    return convertOneFile(job);
  });
}

/**
 * Converts the hooks of one source into the settings of several agents. If a conversion would lose a
 * guard that nobody accepted to lose, no settings are written for any agent; only the module files of other hooks, whose
 * lines stand already, are made anew.
 *
 * @returns The conversion for each agent.
 * @throws {AnyhookError} as {@link convertFile}
 * @example
 * const stale = (await syncHooks({ check: true })).filter(({ changed }) => changed);
 */
export function syncHooks(options: Syncing): Promise<FileConversion[]> {
  return closedAsync(() => sync(optionsFrom(options, syncOptions)));
}

/**
 * Removes our entries from a vendor's settings, and the runner if no line starts it any more. Hooks of
 * the vendor's own that we replaced by shim lines are put back.
 *
 * @param where The workspace whose settings are changed. With `dryRun` nothing is written.
 * @throws {AnyhookError} `settings`, `vendor`, `usage`, or `write`: a file cannot be written
 * @example
 * const { count } = await removeConversions('gemini', {});
 */
export function removeConversions(vendor: string, where: RemovalOptions): Promise<Removed> {
  return closedAsync(() => {
    requireVendor(vendor);
    return removeAll(vendor, optionsFrom(where, removalOptions));
  });
}

/**
 * Returns how serious a finding is. `dead`: a hook cannot run where it stands. `refuses`: a hook cannot run, and
 * its agent refuses each call because of that, or hides its result. `odd`: anything else.
 *
 * @throws {AnyhookError} `usage`: the value is no finding
 * @example
 * checkSettings('cursor', readHooks('cursor', text, '.cursor/hooks.json')).filter((one) => kindOfFinding(one) === 'dead');
 */
export const kindOfFinding = (finding: Finding): 'dead' | 'refuses' | 'odd' =>
  closed(() => kindOf(messageFrom(finding, 'finding')));

/**
 * Returns a finding as one sentence.
 *
 * @throws {AnyhookError} `usage`: the value is no finding
 * @example
 * checkSettings('cursor', readHooks('cursor', text, '.cursor/hooks.json')).map(describeFinding);
 */
export const describeFinding = (finding: Finding): string =>
  closed(() => describeOneFinding(messageFrom(finding, 'finding')));

/**
 * Describes a loss in one sentence.
 *
 * @throws {AnyhookError} `usage`: the value is no loss of a hook
 * @example
 * for (const { losses } of results) for (const loss of losses) console.log(describeHookLoss(loss));
 */
export const describeHookLoss = (loss: HookLoss): string =>
  closed(() => describeOneLoss(messageFrom(loss, 'loss')));

/**
 * Reads the text of a value record. Entries that are no objects, or whose key has another form than ours,
 * are left out. Undefined: the text is no record.
 *
 * @throws {AnyhookError} `usage`: the value is no text
 * @example
 * const record = parseValueRecord(await readFile('.anyhook/kept.json', 'utf8'));
 */
export const parseValueRecord = (text: string): ValueRecord | undefined =>
  closed(() => parseRecord(textFrom(text, 'value record')));

/**
 * Returns the text of a record. Each entry is on a line of its own, so that git can merge the entries that
 * two branches add.
 *
 * @throws {AnyhookError} `usage`: the value is no object of entries
 * @example
 * await writeFile('.anyhook/kept.json', formatValueRecord({ ...record, ...added }));
 */
export const formatValueRecord = (record: ValueRecord): string =>
  closed(() => formatRecord(objectFrom(record, 'value record')));

/** The names of the options of a function. Each must be there, and no other. */
type Names<T> = Readonly<Record<keyof T, null>>;

const workspaceOptions: Names<WorkspaceOptions> = { root: null, home: null, scope: null };
const removalOptions: Names<RemovalOptions> = { ...workspaceOptions, dryRun: null };
const sharedOptions: Names<Pick<ConvertOptions & Job, keyof ConvertOptions & keyof Job>> = {
  ...{ from: null, to: null, force: null, for: null, guardsNothing: null, numbers: null },
  ...{ launcher: null, wordings: null, servers: null, raw: null, lines: null, valuesOnLine: null },
};
const jobOptions: Names<Job> = {
  ...{ ...sharedOptions, ...workspaceOptions, input: null, sourceText: null, output: null },
  ...{ write: null, dryRun: null, acceptLoss: null, modules: null, hasModulesBeside: null },
  alongside: null,
};
const syncOptions: Names<Syncing> = {
  ...{ ...workspaceOptions, from: null, to: null, check: null, acceptLoss: null, for: null },
  ...{ guardsNothing: null, force: null, sourceText: null, numbers: null },
};
const convertOptions: Names<ConvertOptions> = {
  ...{ ...sharedOptions, hosts: null, source: null, target: null, outerFiles: null },
  ...{ readOnlyFiles: null, writtenIntoSource: null, earlierNonGuards: null, workspace: null },
  ...{ sourceWorkspace: null, ledger: null, plugin: null, ofThisSource: null, ownForms: null },
  ...{ ofOtherSources: null, writtenSettings: null, wrapsOwnDialect: null, personalHooks: null },
  ...{ isListed: null, settingsVariables: null, hooksThatNeverRun: null },
};

/** Returns the options that a caller gave. Throws `usage` for a value that is no object, and for an unknown key. */
function optionsFrom<T extends object>(given: T, names: Names<T>): T {
  const known = Object.keys(names);
  for (const key of Object.keys(objectFrom(given, 'options')))
    if (!known.includes(key))
      throw new AnyhookError('usage', `options: ${describeUnknownWord('key', key, known)}`);
  return given;
}

/** Throws `vendor` for a value that is no id of an agent, or of the neutral file. */
function requireVendor(vendor: unknown): void {
  adapterOf(typeof vendor === 'string' ? vendor : describeValue(vendor));
}

/** Returns a finding or a loss. Throws `usage` for a value that is none. */
const messageFrom = <T extends { code: string }>(value: T, what: string): T => {
  textFrom(objectFrom(value, what).code, `code of the ${what}`);
  return value;
};
