/** Finds hooks that run twice because one agent loads the settings of another as well. */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { neutralVendor, readSettingsText } from '../settings/formats/index.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { findForeignReaders, hasSettings, readNamedValues } from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { bindingOf } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isSameJson } from '../util/equal.ts';
import { groupBy } from '../util/group.ts';
import { makeSearch } from '../util/search.ts';
import type { HookResult } from './hook-result.ts';
import { hooksIn } from './ownership/elements.ts';
import { type Entries, Ledger } from './ownership/ledger.ts';
import { divideBySource } from './ownership/sources.ts';
import { isWrappable } from './route.ts';

/** Options of the functions that look for hooks in settings of other agents. */
export interface LoadingOptions {
  workspace: Workspace;
  /** The ledger of the workspace. Default: it is read from the disk. */
  ledger?: Ledger | undefined;
  /** The vendor of the source, if some hook of the source does not start through the shim yet and could. */
  wrappableSource?: string | undefined;
}

/**
 * Finds hooks in the settings of other vendors that run the same scripts as the converted hooks, and that
 * the target's agent loads as well.
 *
 * @param vendor The target's agent.
 * @param results The hooks that are converted.
 */
export function findLoadedTwice(
  vendor: string,
  results: readonly HookResult[],
  options: LoadingOptions,
): Finding[] {
  const { workspace } = options;
  const { alsoLoaded = {}, alsoLoadedEffect: how = 'this file has the other entry' } =
    tableOf(vendor).files;
  const scripts = new Set(
    results.flatMap(({ hook, events }) => (events.length ? scriptOrLine(hook, workspace) : [])),
  );
  scripts.delete('');
  const holdsEndOfScript = makeSearch(
    Array.from(scripts, (script) => script.split('/').slice(-2).join('/')),
  );
  const { loads = [] } = adapterOf(vendor);
  const runsConvertedScript = ({ hook, wrapped }: ReadHook) => {
    const line = shellLineOf(hook) ?? '';
    const ownScript = scriptOrLine(hook, workspace);
    // The line may spell the path with a variable that cannot be resolved: its last two names must do.
    return !wrapped && (scripts.has(ownScript) || holdsEndOfScript(line));
  };
  const displayScript = (hook: Hook) => {
    const script = scriptOrLine(hook, workspace);
    return isAbsolute(script) ? displayPath(script, workspace) : script;
  };
  return (alsoLoaded[workspace.scope] ?? []).flatMap((file) => {
    const path = join(scopeRootOf(workspace).path, file);
    const found = loads.flatMap((owner) => {
      const settings = attempt(() => {
        const text = readFileSync(path, 'utf8');
        return readSettingsText(owner, text, file, readNamedValues(path, text, workspace));
      });
      if (!settings) return [];
      const suggest = suggestionsFor(settings, owner, vendor, options);
      return settings.hooks
        .filter((one) => runsConvertedScript(one) && firesLoaded(vendor, one.event))
        .map((one) => ({ ...one, mend: suggest?.(one) }));
    });
    return [...groupBy(found, ({ mend }) => mend)].map(([mend, hooks]): Finding => {
      const scripts = [...new Set(hooks.map(({ hook }) => displayScript(hook)))];
      const lines = hooks.flatMap(({ at }) => at?.line ?? []);
      return { code: 'twice-loaded', scripts, file, lines, how, mend };
    });
  });
}

/** Tells whether an agent fires the hooks of an event that stand in a file of another agent, which it loads as well. */
function firesLoaded(reader: string, event: string): boolean {
  const { alsoLoadedEvents } = tableOf(reader).files;
  return alsoLoadedEvents
    ? Object.hasOwn(alsoLoadedEvents, event)
    : bindingOf(adapterOf(reader), event) !== undefined;
}

/** Returns the path of a hook's script, or the hook's line if the line starts no script. */
const scriptOrLine = (hook: Hook, workspace: Workspace): string =>
  scriptPathOf(hook, workspace) ?? shellLineOf(hook)?.trim() ?? '';

/**
 * Returns a function that suggests a command for a hook that runs twice. The command replaces the hook by
 * a shim line: if an agent starts two shim lines for one hook, only one of them runs it. That holds only
 * in the project's own file of a vendor.
 *
 * @param owner The vendor whose settings hold the hooks.
 * @param reader The vendor whose agent loads these settings as well.
 * @returns The function; undefined for any other file. The function returns undefined for a hook that no
 *   command replaces: `--force` replaces only hooks that a person wrote.
 */
function suggestionsFor(
  { file, hooks, elements }: Settings,
  owner: string,
  reader: string,
  { workspace, ledger = new Ledger(scopeRootOf(workspace)) }: LoadingOptions,
): ((one: ReadHook) => string | undefined) | undefined {
  if (workspace.scope !== 'project' || tableOf(owner).files.own.project !== file) return undefined;
  const { ofThisSource, ofOtherSources } = divideBySource(
    [ledger.fileAt(file)],
    neutralVendor(),
    owner,
  );
  const hooksAmong = (entries: Entries) =>
    hooksIn(
      hooks,
      elements.filter(({ event, value }) => entries[event]?.some((one) => isSameJson(one, value))),
    );
  const [fromNeutral, fromOthers] = [hooksAmong(ofThisSource), hooksAmong(ofOtherSources)];
  return (one) => {
    if (fromNeutral.has(one)) return `anyhook sync --to ${owner},${reader}`;
    const canBeWrapped = !fromOthers.has(one) && isWrappable(owner, one.hook);
    return canBeWrapped ? wrapCommand(owner) : undefined;
  };
}

const wrapCommand = (vendor: string): string =>
  `anyhook convert ${vendor} ${vendor} --force --write`;

/**
 * Finds agents with settings in the workspace that also load the target's file.
 *
 * @param vendor The target's agent.
 * @param results The hooks that are converted. Nothing is found if the shim starts none of those that the other
 *   agent fires.
 */
export function findLoadingAgents(
  vendor: string,
  results: readonly HookResult[],
  { workspace, wrappableSource }: LoadingOptions,
): Finding[] {
  const shimEvents = results.flatMap(({ how, events }) => (how === 'native' ? [] : events));
  return findForeignReaders(vendor, workspace)
    .filter((id) => hasSettings(id, workspace) && shimEvents.some((one) => firesLoaded(id, one)))
    .map((id) => {
      const mend = id === wrappableSource ? wrapCommand(id) : undefined;
      return { code: 'loaded-by', agent: adapterOf(id).title, mend };
    });
}
