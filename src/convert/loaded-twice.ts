/** Hooks that run twice because one agent loads the settings of another as well. */
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
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isSameJson } from '../util/equal.ts';
import { groupBy } from '../util/group.ts';
import type { HookResult } from './hook-result.ts';
import { hooksIn } from './ownership/elements.ts';
import { type Entries, Ledger } from './ownership/ledger.ts';
import { divideBySource } from './ownership/sources.ts';
import { isWrappable } from './route.ts';

export interface LoadingOptions {
  workspace: Workspace;
  /** What we wrote into settings of the workspace. Default: it is read from the disk. */
  ledger?: Ledger | undefined;
  /** The vendor of the source. Absent: the shim starts all those hooks of the source already that it can start. */
  wrappableSource?: string | undefined;
}

/** Finds hooks in settings of other vendors that the target's agent loads, and that run the same scripts. */
export function findLoadedTwice(
  vendor: string,
  results: readonly HookResult[],
  options: LoadingOptions,
): Finding[] {
  const { workspace } = options;
  const { alsoLoaded = {}, alsoLoadedEffect: how = 'what stands there is the other' } =
    tableOf(vendor).files;
  const scripts = new Set(
    results.flatMap(({ hook, events }) => (events.length ? scriptOrLine(hook, workspace) : [])),
  );
  const { loads = [] } = adapterOf(vendor);
  const runsOneOf = ({ hook, wrapped }: ReadHook) => {
    const line = shellLineOf(hook) ?? '';
    const own = scriptOrLine(hook, workspace);
    // A path in a spelling that cannot be resolved is known by its last two names.
    const isOwn = (script: string) =>
      script && (script === own || line.includes(script.split('/').slice(-2).join('/')));
    return !wrapped && [...scripts].some(isOwn);
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
      return settings.hooks.filter(runsOneOf).map((one) => ({ ...one, mend: suggest?.(one) }));
    });
    return [...groupBy(found, ({ mend }) => mend).values()].map((all): Finding => {
      const scripts = [...new Set(all.map(({ hook }) => displayScript(hook)))];
      const lines = all.flatMap(({ at }) => at?.line ?? []);
      return { code: 'twice-loaded', scripts, file, lines, how, mend: all[0]?.mend };
    });
  });
}

/** Returns the path of a hook's script, or its line where that names none. */
const scriptOrLine = (hook: Hook, workspace: Workspace): string =>
  scriptPathOf(hook, workspace) ?? shellLineOf(hook)?.trim() ?? '';

/**
 * Returns a function that names the command which makes a line of ours of a hook, so that one of two
 * lines stands aside. Only lines in a project's own file of its vendor stand aside; `--force` rewrites
 * hooks that a person wrote, and no others.
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
    const isAble = !fromOthers.has(one) && isWrappable(owner, one.hook);
    return isAble ? wrapCommand(owner) : undefined;
  };
}

const wrapCommand = (vendor: string): string =>
  `anyhook convert ${vendor} ${vendor} --force --write`;

/** Finds agents of the project that load what is written for the target's agent. */
export function findLoadingAgents(
  vendor: string,
  results: readonly HookResult[],
  { workspace, wrappableSource }: LoadingOptions,
): Finding[] {
  const isAnyNew = results.some(({ how, events }) => events.length > 0 && how !== 'native');
  const readers = isAnyNew ? findForeignReaders(vendor, workspace) : [];
  return readers
    .filter((id) => hasSettings(id, workspace))
    .map((id) => {
      const mend = id === wrappableSource ? wrapCommand(id) : undefined;
      return { code: 'loaded-by', agent: adapterOf(id).title, mend };
    });
}
