import { closed } from '../errors.ts';
import type { VendorOrAdapter } from '../library/agent.ts';
import { copyJson } from '../library/arguments.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { bridgeName } from '../settings/command-line/shim-line.ts';
import type { Finding } from '../settings/finding.ts';
import type { GroupedEntry, Settings } from '../settings/formats/format.ts';
import { readSettingsText } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { stateOwned, toOwnHook } from './entries.ts';
import type { PlacementLoss } from './loss.ts';
import { type OwnHook, requireHooks } from './own-hook.ts';
import { type OwnerOptions, openText } from './owned-text.ts';
import { replaceOwned } from './replace.ts';
import { type LossOfHook, type Target, targetsOf } from './targets.ts';

/** A settings file with the hooks of an owner. */
export interface Placement {
  /** The new text of the file. Undefined: the file is to be deleted, or not to be made. */
  text: string | undefined;
  /** How many entries of the owner the text holds: one for each native event of each hook. */
  placed: number;
  /** What the agent cannot express, and hooks that are not written. */
  losses: PlacementLoss[];
  /** Settings that were added since the agent runs no hook without them, or since each of its files has them. */
  added: readonly { path: string; value: unknown }[];
  /** What is wrong with the file itself: the agent may run none of its hooks. `describeFinding` makes sentences of them. */
  findings: Finding[];
}

/** A settings file without the hooks of an owner. */
export interface RemovedHooks {
  /** The new text of the file. Undefined: nothing is left of a file that `placeHooks` made, as the marks say, or there was none. */
  text: string | undefined;
  /** How many entries were removed. */
  count: number;
}

/**
 * Puts the hooks of an owner into the text of an agent's settings file, in the place of those that the owner has in it.
 * Every other byte of the text stays, and to place hooks twice changes nothing more.
 *
 * Entries have the agent's own form, and start the command itself. They carry the mark `# installed by OWNER`, or
 * `# installed with this file by OWNER` where there was no file: at the end of the description, where the agent's entries have one, otherwise as a comment at the end of the command. An entry
 * with the mark is replaced also if a person has changed it; an entry without it is never touched.
 *
 * @param vendor The agent, by its id or its adapter.
 * @param text The text of the file. Undefined: there is no such file.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: the owner or a hook is not as it should be.
 *   `settings`: the text is no settings file of the agent, or has something else where a list of hooks should be; the
 *   message names the file, the line and the key.
 * @example
 * const hooks = [{ on: 'before-tool', tools: ['shell'], command: 'mytool hook', timeout: 10_000 }];
 * const { text, losses } = placeHooks('cursor', undefined, hooks, { owner: 'mytool' });
 */
export function placeHooks(
  vendor: VendorOrAdapter,
  text: string | undefined,
  hooks: readonly OwnHook[],
  options: OwnerOptions,
): Placement {
  return closed(() => {
    const file = openText(vendor, text, options);
    const { agent, mark } = file;
    const losses: PlacementLoss[] = [];
    const wanted = requireHooks(hooks).flatMap((own, hook): GroupedEntry[] => {
      const { targets, losses: ofTargets } = targetsOf(agent, own);
      const stated = targets.map((target) => stateOwned(agent, own, target, mark));
      const unmet = targets.flatMap((target) => findMissingBridge(agent, target));
      const all = [...ofTargets, ...stated.flatMap((one) => one.losses), ...unmet];
      for (const loss of all) addLoss(losses, { hook, ...loss });
      return stated.map(({ entry }) => entry);
    });
    const added = wanted.length ? missingSettings(agent, file.settings) : [];
    const newText = replaceOwned(file, wanted, added);
    const after = readSettingsText(agent.id, newText ?? '', file.name);
    return {
      text: newText,
      placed: wanted.length,
      losses,
      added: added.map(({ path, value }) => ({ path: path.join('.'), value: copyJson(value) })),
      findings: [...after.findings, ...findSwitches(agent, after, wanted)],
    };
  });
}

/**
 * Lists the hooks of an owner in the text of an agent's settings file, each with the native event and matcher that it
 * stands under. `placeHooks` makes the same entries of them again.
 *
 * @param vendor The agent, by its id or its adapter.
 * @param text The text of the file. Undefined: there is no such file.
 * @throws {AnyhookError} as {@link placeHooks}
 * @example
 * hooksOf('claude', text, { owner: 'mytool' }); // [{ on: 'PreToolUse', match: 'Bash|Monitor|PowerShell', command: 'mytool hook' }]
 */
export function hooksOf(
  vendor: VendorOrAdapter,
  text: string | undefined,
  options: OwnerOptions,
): OwnHook[] {
  return closed(() => {
    const { agent, owned } = openText(vendor, text, options);
    return owned.map((entry) => toOwnHook(agent.id, entry));
  });
}

/**
 * Removes the hooks of an owner from the text of an agent's settings file. Every other byte stays, and so do settings that
 * `placeHooks` has added. A text that had no keys when hooks were placed in it, such as a blank one, is afterwards one
 * without keys, such as `{}`.
 *
 * @param vendor The agent, by its id or its adapter.
 * @param text The text of the file. Undefined: there is no such file.
 * @throws {AnyhookError} as {@link placeHooks}
 * @example
 * const { text, count } = removeHooks('gemini', settings, { owner: 'mytool' });
 * if (text === undefined) rmSync(path);
 * else if (count) writeFileSync(path, text);
 */
export function removeHooks(
  vendor: VendorOrAdapter,
  text: string | undefined,
  options: OwnerOptions,
): RemovedHooks {
  return closed(() => {
    const file = openText(vendor, text, options);
    return { text: replaceOwned(file, [], []), count: file.owned.length };
  });
}

/** Returns the loss of what is written into a plugin, which starts nothing without a file that conversions install. */
function findMissingBridge({ id, title }: Adapter, { event }: Target): LossOfHook[] {
  if (!tableOf(id).syntax.plugin) return [];
  const message = `${title} starts hooks by a plugin that loads .anyhook/${bridgeName}, and starts none without it: conversions for ${title} install it, and so does npx anyhook doctor --fix in a project`;
  return [{ code: 'needs-bridge', severity: 'unsafe', event, message }];
}

/** Adds a loss to those that were found. What is true of every entry of an agent is listed once. */
function addLoss(losses: PlacementLoss[], loss: PlacementLoss): void {
  const { code, message, hook, event } = loss;
  const isOfEntries = ['key-lost', 'key-changed', 'needs-bridge'].includes(code);
  const first = isOfEntries && losses.find((one) => one.code === code && one.message === message);
  if (first) first.others = [...(first.others ?? []), { hook, event }];
  else losses.push(loss);
}

/** Returns the settings that the agent requires and the file does not have. */
const missingSettings = ({ id }: Adapter, { value }: Settings) =>
  Object.entries(tableOf(id).activation.required)
    .map(([path, value]) => ({ path: path.split('.'), value }))
    .filter(({ path }) => getAtPath(value, path) === undefined);

/** Returns findings about settings of the file that switch off what was placed in it. */
function findSwitches(
  { id }: Adapter,
  { value }: Settings,
  placed: readonly GroupedEntry[],
): Finding[] {
  const { activation, entry: table } = tableOf(id);
  const nameKey = 'name' in table.fields ? 'name' : undefined;
  return placed.flatMap(({ event, entry }): Finding[] => {
    const name = nameKey === undefined ? undefined : (entry[nameKey] as string | undefined);
    const hook = { command: entry.command as string, ...(name !== undefined && { name }) };
    const why = activation.whyDisabled?.(value, hook);
    return why === undefined ? [] : [{ code: 'switched-off', event, why }];
  });
}
