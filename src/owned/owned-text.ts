import { adapters } from '../adapters/index.ts';
import { parseToml } from '../edit/toml/tree.ts';
import { AnyhookError } from '../errors.ts';
import { findAgent, isAdapter, type VendorOrAdapter } from '../library/agent.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { Settings } from '../settings/formats/format.ts';
import { formatOf, readSettingsText } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { attempt } from '../util/attempt.ts';
import { describeValue } from '../util/describe-value.ts';
import { isObject } from '../util/equal.ts';
import { describeUnknownWord } from '../util/words.ts';
import { findMarked, type OwnedEntry } from './entries.ts';
import { type Mark, requireOwner } from './mark.ts';

/** Whose hooks are meant, and what the text is. */
export interface OwnerOptions {
  /** The name of the tool that installs the hooks: 1 to 64 printable ASCII characters, without `` # $ % " ' ` \ ``. */
  owner: string;
  /**
   * The name of the file, for messages. By its end, a text is read as TOML (`.codex/config.toml`). Default: the file
   * that the agent has for hooks of a project.
   */
  file?: string | undefined;
}

/** The text of a settings file that was read for an owner. */
export interface OwnedText {
  agent: Adapter;
  /** The mark that entries of the owner get in this file. */
  mark: Mark;
  /** The name of the file. */
  name: string;
  /** The text as it was given. */
  text: string | undefined;
  settings: Settings;
  /** The entries of the owner. */
  owned: OwnedEntry[];
}

/** Returns an agent that has settings files. Throws `vendor` for any other value. */
export function requireAgent(vendor: unknown): Adapter {
  const agent = findAgent<Adapter>(vendor, adapters);
  if (isAdapter(agent) && tableOf(agent.id) && !formatOf(agent.id).holdsAllDialects) return agent;
  throw new AnyhookError('vendor', `${agent.id}: hooks are installed in settings of agents alone`);
}

/**
 * Returns a copy of the options of a function. Throws `usage` if they are no object, and for an unknown key.
 *
 * @param known The keys that the options may have.
 */
export function requireOptions<T extends object>(
  options: T,
  known: readonly (keyof T & string)[],
): Partial<Record<keyof T, unknown>> {
  const copy = attempt(() => isObject(options) && { ...(options as T) });
  if (!copy) throw new AnyhookError('usage', 'options: this is no object with an owner');
  for (const key of Object.keys(copy))
    if (!(known as readonly string[]).includes(key))
      throw new AnyhookError('usage', `options: ${describeUnknownWord('key', key, known)}`);
  return copy;
}

/** Reads the text of a settings file for an owner. Throws `vendor`, `usage` or `settings`. */
export function openText(
  vendor: VendorOrAdapter,
  text: string | undefined,
  options: OwnerOptions,
): OwnedText {
  const agent = requireAgent(vendor);
  const { id } = agent;
  const { owner: given, file } = requireOptions(options, ['owner', 'file']);
  if (text !== undefined && typeof text !== 'string')
    throw new AnyhookError('usage', 'text: this is no text of a settings file');
  if (file !== undefined && typeof file !== 'string')
    throw new AnyhookError('usage', `file: ${describeValue(file)} is no path of a file`);
  const owner = requireOwner(given);
  const { own, alternative } = tableOf(id).files;
  const name = file ?? own.project;
  if (/\.toml$/i.test(name) && !alternative?.project.endsWith('.toml'))
    throw new AnyhookError('usage', `file: ${agent.title} reads no settings in TOML: ${name}`);
  try {
    const settings = readSettingsText(id, text ?? '', name);
    const marked = findMarked(id, settings);
    const owned = marked.filter((one) => one.mark.owner === owner);
    const isFileMade = text === undefined || marked.some((one) => one.mark.isFileMade);
    return { agent, mark: { owner, isFileMade }, name, text, settings, owned };
  } catch (error) {
    // The agent may have a second file, in another syntax.
    const other = alternative?.project;
    if (file !== undefined || text === undefined || !other?.endsWith('.toml')) throw error;
    if (!attempt(() => parseToml(text, other))) throw error;
    throw new AnyhookError('settings', `${name}: the text is TOML; give its file: ${other}`);
  }
}
