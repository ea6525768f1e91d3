import type { FileText, ReadHook } from '../settings/formats/format.ts';
import type { HookNumbers } from '../settings/hook-names.ts';
import type { Plugin } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import type { HookAnswers } from './answers/hook-answers.ts';
import type { StartedLines } from './order.ts';
import type { Ledger } from './ownership/ledger.ts';
import type { EarlierContent } from './ownership/merge-entries.ts';
import type { EntriesInSource } from './ownership/returned-hooks.ts';
import type { StartsOfHooks } from './switched-off.ts';

/** How lines start the shim. */
export interface LaunchOptions {
  /** What stands before `run`: a command that starts the shim. */
  launcher: string;
  /** `both`: the hook is asked about a path in both wordings, although its owner did not say so. */
  wordings?: 'both' | undefined;
  /** MCP servers that the host has, as far as their names tell which server a tool belongs to. */
  servers?: readonly string[] | undefined;
  /** True: commands are not wrapped. Only events and keys are renamed; the script speaks the host's dialect. */
  raw?: boolean | undefined;
  /** The system that the host's agent runs on. Default: this one. */
  for?: 'windows' | undefined;
  /** `apart`: each hook has a line of its own. Default: hooks of one event share one, as far as it can be. */
  lines?: 'together' | 'apart' | undefined;
  /** True: values stand on the line, since the launcher's runner has no value record of ours beside it. */
  valuesOnLine?: boolean | undefined;
}

/** Whether lines are written for Windows. */
export const isForWindows = ({ for: platform }: Pick<LaunchOptions, 'for'>): boolean =>
  platform === 'windows' || process.platform === 'win32';

/** What a plan of hooks depends on besides the hooks and the host. */
export interface PlanOptions extends LaunchOptions {
  /** Whether to convert a hook whose command serves the host itself, or whose values one person has. */
  force?: boolean | undefined;
  /** Whether to start hooks of the host's own dialect through the shim, although its settings can state them. */
  wrapsOwnDialect?: boolean | undefined;
  /** Whether settings of the host switch some hooks off by their names. */
  switchesOffByName?: boolean | undefined;
  /** What starts hooks in the host's settings before the conversion, and whether it is switched off. */
  starts?: StartsOfHooks | undefined;
  /** Whether the source and the host's settings are one file. */
  isOwnFile?: boolean | undefined;
  /** Where the hooks run in their own agent. Absent: their scripts are not read. */
  sourceWorkspace?: Workspace | undefined;
  /** Hooks whose originals stand in the host's settings: an earlier conversion made the hooks of them. They get no entry. */
  heldBack?: ReadonlySet<ReadHook> | undefined;
  /** Hooks with values that only one person has, each with the file that states the values. They get no entry, unless `force` is true. */
  personalHooks?: ReadonlyMap<ReadHook, string> | undefined;
  /** Names of variables that the settings of the source's agent (`agent`: its title) set for its hooks, and that the host's settings do not set. */
  settingsVariables?: { agent: string; names: readonly string[] } | undefined;
  /** What the hooks can say to their own agent. Absent: anything. */
  answers?: ReadonlyMap<ReadHook, HookAnswers> | undefined;
  /** Returns the line by which the host starts a hook at an event, if a person changed it: it is not written again. Absent: no line was changed. */
  editedLineOf?: StartedLines['editedLineOf'] | undefined;
  /** Hooks that never run in their own agent. */
  hooksThatNeverRun?: ReadonlySet<ReadHook> | undefined;
}

/** What is converted, how lines start the shim, and what earlier conversions wrote into the target. */
export interface ConvertOptions
  extends EarlierContent,
    Partial<
      Omit<
        PlanOptions,
        'heldBack' | 'answers' | 'switchesOffByName' | 'starts' | 'isOwnFile' | 'editedLineOf'
      >
    > {
  /** The vendor of the source. */
  from: string;
  /** The vendor of the target. */
  to: string;
  /** The agents that the same command writes for, `to` among them. Default: `to` alone. */
  hosts?: readonly string[] | undefined;
  /** The text of the source, with the name that messages give it; or several such files. */
  source: FileText | readonly FileText[];
  target: FileText | readonly FileText[];
  /** Files that the target's agent reads for every project, such as those of the person. */
  outerFiles?: readonly FileText[] | undefined;
  /** Further files with hooks that the target's agent loads, and that are not written. */
  readOnlyFiles?: readonly FileText[] | undefined;
  /** What earlier conversions wrote into the source. */
  writtenIntoSource?: EntriesInSource | undefined;
  /** The numbers of the hooks of the project. Absent: the hooks of the source are counted from 1. */
  numbers?: HookNumbers | undefined;
  /** Names of hooks of the source that guard nothing. A name that no hook has is an error. */
  guardsNothing?: readonly string[] | undefined;
  /** The `guardsNothing` of earlier conversions. A name that no hook has any more is no error. */
  earlierNonGuards?: readonly string[] | undefined;
  /** Where the target's hooks run. Absent: scripts are not looked for. */
  workspace?: Workspace | undefined;
  /** Where the source's hooks run. Default: `workspace`. */
  sourceWorkspace?: Workspace | undefined;
  /** What we wrote into settings of the workspace. Default: it is read from the disk. */
  ledger?: Ledger | undefined;
  /** The plugin that the source's file belongs to. */
  plugin?: Plugin | undefined;
}
