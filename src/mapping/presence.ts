import type { Json } from '../util/json.ts';
import type { Scope } from './settings.ts';

/** Whether a person has told an agent that it may run the hooks of a project. `undecided`: the agent has not asked yet. */
export type Trust = 'trusted' | 'untrusted' | 'undecided' | 'unknown';

/** Reads files of the person, below the home folder. No method throws. */
export interface PersonFiles {
  home: string;
  /** Returns a JSON or TOML file as plain data. Undefined: there is no such file, or it cannot be read. */
  read(path: string): Json | undefined;
  /** Lists the names in a folder. */
  list(path: string): readonly string[];
}

/** A hook in a settings file, as the trust of a person may name it. */
export interface HookPlace {
  /** The absolute path of the file. */
  file: string;
  event: string;
  /** The index of the group in the list of its event, and of the entry in the group. */
  group: number;
  entry: number;
}

/** A file with the hooks of a plugin that a person has installed. */
export interface PluginFile {
  /** The name of the plugin, for people. */
  plugin: string;
  /** The absolute path of the file. */
  path: string;
  /** The variable that stands for the folder of the plugin in commands, and that folder. */
  variable: { name: string; folder: string };
}

/** How to tell whether an agent is on a machine, and what a person has decided about its hooks. A run never asks this. */
export interface Presence {
  /** The names of the agent's program, one of which is found on PATH. */
  programs: readonly string[];
  /** The folder below the home folder that the agent makes when it is first started. */
  homeFolder: string;
  /** The environment variable that moves that folder. */
  homeVariable?: string;
  /** The variable names the folder around that folder, in place of the home folder. */
  movesHome?: true;
  /** Whether hooks of a scope need the trust of the person at all. */
  trust?: {
    scopes: readonly Scope[];
    /** Returns what the person has decided about a project. `root` is its real path. */
    ofProject(root: string, files: PersonFiles): Trust;
    /** Returns what the person has decided about one hook. Absent: the decision about the project is enough. */
    ofHook?(place: HookPlace, files: PersonFiles): Trust;
  };
  /** Lists the files with hooks of the plugins that a person has installed and not switched off. */
  listPluginFiles?(root: string, files: PersonFiles): readonly PluginFile[];
}
