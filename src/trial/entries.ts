/** Lists the entries of a settings file as hooks that can be tried. */
import { startsHook } from '../canonical/flags.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { parseShimLines, type ShimLine } from '../settings/command-line/shim-line.ts';
import { findEntryProblem, readEntry } from '../settings/entry.ts';
import type { FileText } from '../settings/formats/format.ts';
import { formatOf, readSettingsText } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { modulePathOf } from '../settings/modules/names.ts';
import { tableOf } from '../settings/tables.ts';
import { bindingOf } from '../translate/bindings.ts';
import { findAdapter } from '../translate/host.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { TrialHook } from './try-hook.ts';

/** A hook of a settings file, and where it stands. */
export interface FoundEntry extends TrialHook {
  /** The name of the file, for messages. */
  file: string;
  /** The hook that it starts: of an entry that starts it through anyhook, the one behind the line. */
  started: Hook;
  /** The entry starts the hook through anyhook. */
  wrapped: boolean;
}

/**
 * Lists the hooks of a settings file that an agent starts. Throws `settings` for a text that cannot be read.
 *
 * @param owner The agent in whose form the file is written, where another agent loads it.
 */
export function entriesIn(
  agent: Adapter,
  { file, text, record }: FileText,
  owner: Adapter = agent,
): FoundEntry[] {
  const table = tableOf(owner.id);
  const settings = readSettingsText(owner.id, text, file, record);
  const env =
    owner === agent
      ? settingsVariablesOf(settings.value, table.commandLine.variablesPath)
      : undefined;
  const { alsoLoadedEvents } = tableOf(agent.id).files;
  return settings.elements.flatMap(({ event: written, value }) => {
    const event = owner === agent ? written : (alsoLoadedEvents?.[written] ?? written);
    const entries = bindingOf(agent, event) ? formatOf(owner.id).entriesOf(value) : [];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap(([entry, group]): FoundEntry[] => {
      if (findEntryProblem(table, written, entry)) return [];
      const hook = readEntry(table, owner.id, written, entry as Json, group);
      const lines = parseShimLines(hook.command);
      if (lines[0] && !startsHook(lines[0].flags)) return []; // it only records the event for other hooks
      const inner = lines.flatMap((line) => startedHookOf(line, written) ?? []);
      const isShared = lines.length > 1 && inner.length === lines.length;
      const line = {
        hooks: lines.map(({ speaks, flags }) => ({ speaks, name: nameInLog(flags) })),
      };
      return (inner.length ? inner : [hook]).map((started, index) => ({
        ...{ agent, event, hook, started, file },
        name: (isShared ? undefined : hook.name) ?? displayNameOf(started),
        ...{ wrapped: inner.length > 0, ...(env && { env }) },
        ...(isShared && { ofLine: { line, index } }),
        ...(owner !== agent && { owner }),
      }));
    });
  });
}

/** Returns what the log of the runner calls a command. */
const nameInLog = ({ name, command }: ShimLine['flags']): string => name ?? command.join(' ');

/** Returns the hook that a shim line starts, as far as the name of the hook needs it. Undefined: its dialect is not known. */
function startedHookOf({ speaks, flags }: ShimLine, event: string): Hook | undefined {
  if (!findAdapter(speaks)) return undefined;
  const { name, url, module, command: words } = flags;
  return {
    speaks,
    event: flags.event ?? event,
    command: words.join(' '),
    ...(name !== undefined && name !== '' && { name }),
    ...(url !== undefined && { url }),
    ...(module !== undefined && { module: modulePathOf(module) }),
  };
}

/** Returns the variables that a settings file has for all hooks. Undefined: it has none. */
function settingsVariablesOf(
  settings: Json,
  path: readonly string[] | undefined,
): Record<string, string> | undefined {
  const found = path?.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    settings,
  );
  if (!isObject(found)) return undefined;
  const texts = Object.entries(found).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
