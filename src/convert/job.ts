import type { Gap } from '../mapping/settings.ts';
import type { HookNumbers } from '../settings/hook-names.ts';
import type { WorkspaceOptions } from '../settings/workspace.ts';
import type { Conversion } from './convert-text.ts';
import type { HookResult } from './hook-result.ts';
import type { ModuleFiles } from './module-files.ts';
import type { LaunchOptions } from './options.ts';

/** A conversion of one vendor's settings files into another's, as its caller asks for it. */
export interface Job extends WorkspaceOptions, Partial<LaunchOptions> {
  /** The vendor whose hooks are converted. */
  from: string;
  /** The vendor whose settings they are converted into. */
  to: string;
  /** The file to read. Default: the vendor's own files of the scope. */
  input?: string | undefined;
  /** The text to read in place of the vendor's own file, which need not exist yet. */
  sourceText?: string | undefined;
  /** The file to write; `-` writes none. Default: the vendor's own file, if `write` is true. */
  output?: string | undefined;
  /** Whether to write the vendor's own file. */
  write?: boolean | undefined;
  /** True: nothing is written, whatever else is asked for. */
  dryRun?: boolean | undefined;
  /** Whether unsafe losses are accepted: all of them, or those of the hooks with these names. */
  acceptLoss?: boolean | readonly string[] | undefined;
  /** Names of hooks that refuse and hide nothing. A conversion that writes remembers them. */
  guardsNothing?: readonly string[] | undefined;
  /** Whether to convert a hook whose command serves the target's agent itself. If `from` is `to`: whether to wrap all hooks. */
  force?: boolean | undefined;
  /** The numbers of the hooks of the project, by which a person can name them. Default: the hooks of the source are counted from 1. */
  numbers?: HookNumbers | undefined;
  /** The module files to write, where they are made already. Default: those that are not up to date are made. */
  modules?: ModuleFiles | undefined;
  /** True: the caller puts module files beside the runner that the launcher starts. */
  hasModulesBeside?: boolean | undefined;
  /** Vendors whose settings the same command writes as well. */
  alongside?: readonly string[] | undefined;
}

/** The result of a {@link Job}. */
export interface FileConversion extends Conversion {
  from: string;
  to: string;
  /** The names of the source's files, as a person would write them, joined with commas. */
  source: string;
  /** The name of the target's file, as a person would write it. */
  file: string;
  /** The text of the target before the conversion. If the target is several files: their texts, joined. */
  before: string;
  /** Whether a file in `.anyhook` that lines of the target need is missing, or of another version. */
  stale: boolean;
  /** The names of those files, as a person would write them. */
  outdated: readonly string[];
  /** Those of them that are modules and that somebody changed, cut off or, where lines load them already, removed: what happened to each, as the end of a sentence. */
  altered: readonly { file: string; why: string; source: string }[];
  /** Whether a person changed an entry of ours in the target so that the source no longer has it. */
  edited: boolean;
  /** The names of files that were written in addition to the settings: those in `.anyhook`, and backups. */
  alsoWritten: { anyhookFiles: string[]; backups: string[] };
  /** Cases in which the target's agent fires no event of some of the converted hooks. */
  gaps: Gap[];
  /** The results with an unsafe loss that nobody accepted. */
  unaccepted: HookResult[];
  /** The names of the module files that `sync` has made anew though it was refused, for lines that stand already. */
  renewed?: readonly string[];
  /** The names of those that a refused `sync` has left out of date, though lines that stand load them. */
  staysOutdated?: readonly string[];
  /** `refused`: no settings were written, since `unaccepted` is not empty. `shown`: writing was not asked for. */
  end: 'refused' | 'shown' | 'written';
}
