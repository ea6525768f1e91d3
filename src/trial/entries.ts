/** Lists the entries of a settings file as hooks that can be tried. */
import { startsHook } from '../canonical/flags.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { parseShimLine, type ShimLine } from '../settings/command-line/shim-line.ts';
import { findEntryProblem, readEntry } from '../settings/entry.ts';
import type { FileText } from '../settings/formats/format.ts';
import { formatOf, readSettingsText } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
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
  /** The entry starts the hook through anyhook. */
  wrapped: boolean;
}

/** Lists the hooks of a settings file that its agent starts. Throws `settings` for a text that cannot be read. */
export function entriesIn(agent: Adapter, { file, text, record }: FileText): FoundEntry[] {
  const table = tableOf(agent.id);
  const settings = readSettingsText(agent.id, text, file, record);
  const env = settingsVariablesOf(settings.value, table.commandLine.variablesPath);
  const isDroppedWhole = settings.findings.some((finding) => 'ends' in finding && finding.ends);
  if (isDroppedWhole) return [];
  return settings.elements.flatMap(({ event, value }) => {
    const entries = bindingOf(agent, event) ? formatOf(agent.id).entriesOf(value) : [];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap(([entry, group]): FoundEntry[] => {
      if (findEntryProblem(table, event, entry)) return [];
      const hook = readEntry(table, agent.id, event, entry as Json, group);
      const line = parseShimLine(hook.command);
      if (line && !startsHook(line.flags)) return []; // it only records the event for other hooks
      const inner = line && startedHookOf(line, event);
      const name = hook.name ?? displayNameOf(inner ?? hook);
      return [
        { agent, event, hook, name, file, wrapped: inner !== undefined, ...(env && { env }) },
      ];
    });
  });
}

/** Returns the hook that a shim line starts, as far as the name of the hook needs it. Undefined: its dialect is not known. */
function startedHookOf({ speaks, flags }: ShimLine, event: string): Hook | undefined {
  if (!findAdapter(speaks)) return undefined;
  const { name, url, command: words } = flags;
  return {
    speaks,
    event: flags.event ?? event,
    command: words.join(' '),
    ...(name !== undefined && name !== '' && { name }),
    ...(url !== undefined && { url }),
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
