import type { EventName, Hook, HookField, ToolName } from '../canonical/types.ts';
import type { Fields, Finished } from './adapter.ts';
import type { Presence } from './presence.ts';

/** Whose settings a file holds: those of a project, or those of a person for every project. */
export type Scope = 'project' | 'user';

/** Calls or sessions in which an agent fires no hooks. */
export interface Gap {
  /** The events that are not fired there. Absent: none of the events is fired. */
  events?: readonly EventName[];
  /** The scope whose hooks are not fired there. Absent: the hooks of neither scope are fired. */
  scope?: Scope;
  /** A description for people. */
  what: string;
}

/** The gap of an agent that looks for project settings in the folder it was started in, and in no parent folder. */
export const belowProject: Gap = {
  scope: 'project',
  what: 'if it is started in a folder below the project, it loads no hooks of the project',
};

/** What a settings entry starts when its event fires. Only `shell` and `program` can be run outside its agent. */
export type Handler =
  | { kind: 'shell'; command: string }
  /**
   * A program and its arguments, which no shell reads. The agent replaces `${NAME}` in them for each
   * name in `names`.
   */
  | { kind: 'program'; words: readonly string[]; names?: readonly string[] }
  /** A prompt for a language model, or a subagent. */
  | { kind: 'model' }
  | { kind: 'http'; url: string }
  /** A handler that the runner calls. `path`: the path of its source. */
  | { kind: 'module'; path: string }
  | { kind: 'mcp'; server: string; tool: string }
  /** The entry has no command for this operating system, and has one for each of `systems`. */
  | { kind: 'elsewhere'; systems: readonly System[] }
  /** An entry of a type that this version of anyhook does not know. It need not be from another agent. */
  | { kind: 'unknown'; type: unknown };

/** An operating system for which an entry can have a command of its own. */
export type System = 'linux' | 'macos' | 'windows';

/** Changes to a settings file. Every path starts at the value that {@link Syntax.read} returns. */
export interface FileEdits {
  /**
   * For each list: the indexes of the elements to remove, and the elements to insert. Those go where the
   * first removed element stood, or to the end of the list if none is removed.
   */
  lists: readonly {
    path: readonly string[];
    remove: readonly number[];
    add: readonly unknown[];
  }[];
  /** For lists in elements of lists that are kept: the indexes of the elements to remove. Only {@link Syntax.editsInside} allows them. */
  inside?: readonly { path: readonly (string | number)[]; remove: readonly number[] }[] | undefined;
  /** Values that are written only if the file has no value at that path. */
  set?: readonly { path: readonly string[]; value: unknown }[] | undefined;
  /** Values to remove. `around` is how many enclosing objects are removed with a value if they become empty. */
  unset?: readonly { path: readonly string[]; around: number }[] | undefined;
}

/** Reads and edits the text of a settings file. */
export interface Syntax {
  /**
   * Parses a text.
   *
   * @returns `value`: the content as JSON, with a list for each event under `hooks`; `at`: finds the
   * position at which the value of a path begins. Throws `settings`.
   */
  read(
    text: string,
    file: string,
  ): {
    value: unknown;
    at?(path: readonly (string | number)[]): { line: number; column: number } | undefined;
  };
  /**
   * Applies changes and keeps every other byte of the text. Throws `settings`.
   *
   * @returns The new text. Empty: the file is to be deleted.
   */
  edit(text: string, file: string, edits: FileEdits): string;
  /** Whether `edit` removes elements of lists that stand in elements of other lists. */
  editsInside?: true;
}

/** A value that makes an agent drop a hook, or the whole file. */
export interface FileProblem {
  path: readonly (string | number)[];
  /** A description, for people, of a valid value. */
  wanted: string;
  /** Whether the agent drops the whole file, and not only the hook. */
  whole: boolean;
  /** A description of what the agent does. Absent: it drops the hook or the file without a message. */
  effect?: string;
}

/** A native event under which converted hooks of one canonical event are written. */
export interface WrittenEvent {
  native: string;
  /** Which tool calls the entry is for: of MCP tools (`mcp`), or of the agent's built-in tools (`built-in`). Absent: all calls. */
  calls?: 'mcp' | 'built-in';
}

/** A reference to a hook: settings refer to it by its name, or by its command if it has no name. */
export type HookReference = Pick<Hook, 'name' | 'command'>;

/** Which settings files an agent loads. Paths are relative to the project's root, or to the home folder for scope `user`. */
export interface SettingsFiles {
  /** The file that we write hooks into. `<event>` in it stands for the native event: one file for each. */
  own: Record<Scope, string>;
  /** A second file that can hold hooks, loaded as well as `own`. We write into it if it holds hooks and `own` holds none. */
  alternative?: Record<Scope, string>;
  /**
   * Further files that the agent loads and we only read. Each overrides the ones before it. `*` stands
   * for any file name.
   */
  additional?: Partial<Record<Scope, readonly string[]>>;
  /** Files of a project that belong to one person and are not committed. */
  personal?: readonly string[];
  /** The file with the hooks of a plugin, relative to the plugin's folder. */
  pluginFile?: string;
  /**
   * The file that names MCP servers, and the key of the object of servers in it. Absent: the file is not
   * needed, because the server can be told from the name of an MCP tool.
   */
  mcpServers?: { key: string; file: Partial<Record<Scope, string>> };
  /** Files of another agent whose hooks this agent loads too. */
  alsoLoaded?: Partial<Record<Scope, readonly string[]>>;
  /**
   * Event name in `alsoLoaded` files → name of the same event in the agent's own files. Absent: the agent fires
   * events of those names for them.
   */
  alsoLoadedEvents?: Readonly<Record<string, string>>;
  /** A description, for people, of how hooks in `alsoLoaded` files behave here, and how to switch that off. */
  alsoLoadedEffect?: string;
}

/**
 * A plugin that we generate: a JavaScript module that the agent loads into its own process. The hooks stand in it as data
 * (`const settings = {"hooks": {…}};`), above its code.
 */
export interface PluginFile {
  /**
   * Returns the code, which is all of the module but the constant `settings`. It must do nothing when it is loaded, and is an ES
   * module with the one export that the agent wants. For each event it calls `handle(native, given)` of what
   * `openBridge(vendor, settings)` of the bridge returned. If that fails, it refuses at the events of whose entries one has
   * `failClosed`.
   *
   * @param bridge The path of the bridge, relative to the folder of the file.
   * @param project The path of the project, relative to that folder. Undefined: the file is a person's, for every project.
   */
  code(bridge: string, project: string | undefined): string;
}

/** How the text of a settings file is read. */
export interface SettingsSyntax {
  /**
   * What an event's list holds: groups with a list of entries each (`grouped`), or entries (`flat`).
   * `neutral`: the file is `anyhook.yaml`, which holds hooks of every dialect and has a layout of its own.
   */
  layout: 'grouped' | 'flat' | 'neutral';
  /** The file's own syntax. Absent: TOML if the file name ends in `.toml`, otherwise JSON with comments. */
  custom?: Syntax;
  /** The file that we write is a plugin that we generate, for an agent without hook commands. `custom` is then for those of `additional`. */
  plugin?: PluginFile;
  /**
   * What a trailing comma or a byte order mark in JSON does. `dead`: no hook of the file runs. `odd`:
   * perhaps no hook of the file runs. `effect` says it in words for people. `allowsByteOrderMark`: a byte
   * order mark does no harm. Absent: neither does harm.
   */
  strictJson?: { severity: 'dead' | 'odd'; effect: string; allowsByteOrderMark?: true };
  /**
   * What comments do: the agent drops a file with comments (`drop-file`), or may not be able to read it
   * (`may-fail`). Absent: comments are allowed.
   */
  comments?: 'drop-file' | 'may-fail';
}

/** The keys of one kind of entry. */
export interface EntryForm {
  /** Hook field → key of the entry. */
  fields: Fields<HookField>;
  /** Keys with a fixed value, which are written into every entry. */
  constants: Readonly<Record<string, unknown>>;
}

/** What an entry looks like, and what it starts. */
export interface EntryTable extends EntryForm {
  /** An entry whose hook is an HTTP address; its `constants` tell it from other entries. Absent: every hook is a command. */
  http?: EntryForm & {
    /** Tells why a native event never sends its payload to an address. Undefined: it does. */
    whyNeverSent?(event: string, url: string): string | undefined;
  };
  /** Key of `constants` → further values that the agent accepts there: an entry with one of them runs as well. */
  otherConstants?: Readonly<Record<string, readonly unknown[]>>;
  /**
   * For each operating system, the keys that can hold an entry's command: the first that is present is
   * used. Absent: the key of the hook field `command` holds it on every system.
   */
  commandKeys?: Readonly<Record<System, readonly string[]>>;
  /** Returns what an entry starts. Undefined: a shell command under the usual key. */
  handlerOf?(entry: Readonly<Record<string, unknown>>): Handler | undefined;
  /** Keys of an entry that are known to have no effect. */
  ignoredKeys?: readonly string[];
  /** Keys of an entry with which the agent does not wait for the hook, and takes its output later. */
  backgroundKeys?: readonly string[];
  /** Values of `type` for which the agent is known to run nothing. */
  droppedTypes?: readonly string[];
  /** The only values of `type` with which the agent runs anything. Absent: others may be newer than our tables. */
  acceptedTypes?: readonly string[];
}

/** What must hold before an agent runs the hooks of a file. */
export interface Activation {
  /** Path → value: settings without which no hook runs. They are written into the file if missing. */
  required: Readonly<Record<string, unknown>>;
  /** The paths of `required` whose value the agent assumes if they are missing, so that hooks run all the same. */
  assumed?: readonly string[];
  /** The path of the list of names by which a person has switched hooks off. Absent: the agent has no such list. */
  switchedOffPath?: readonly string[];
  /** Tells by which setting elsewhere in the file a hook is switched off. Undefined: by none. */
  whyDisabled?(file: Record<string, unknown>, hook: HookReference): string | undefined;
  /** Tells whether such a setting in a file, given by its name, holds for that file alone. Absent: it holds for all files of the agent. */
  switchesOwnFileOnly?(file: string): boolean;
  /** What a person must do before new hooks run. */
  nextStep: Readonly<Record<Scope, string>>;
  /** What a person must do after the commands of existing entries have changed. Absent: nothing more than `nextStep`. */
  changedStep?: string;
}

/** What an agent rejects in a file, and what is most likely a mistake in it. */
export interface Validation {
  /** Returns every value that makes the agent drop a hook, or the whole file. `name` is the file's name. */
  findProblems?(file: Readonly<Record<string, unknown>>, name: string): readonly FileProblem[];
  /** An unknown event makes the agent drop the whole file. */
  unknownEventDropsFile?: true;
  /** Keys beside the event names, under `hooks`, that are no events: they hold data of the agent. */
  agentDataKeys?: readonly string[];
  /** Key that older versions of the agent read → key that is read now. */
  renamedKeys?: Readonly<Record<string, string>>;
  /** Least and greatest time limit in milliseconds. A limit outside is most likely in the wrong unit. */
  timeoutRange: readonly [number, number];
  /** Native event → every value that its matchers are compared with, as far as is known. */
  subjectValues?: Readonly<Record<string, readonly string[]>>;
  /** Tools that older versions of the agent had. A matcher that names one beside tools of today is not reported as a mistake. */
  formerTools?: readonly string[];
}

/** How an agent runs the command line of an entry, and what it makes of a line that fails. */
export interface CommandLine {
  /** The agent replaces `$NAME` in every text of the file, quoted or not. */
  substitutesVariables: boolean;
  /** What runs a command line on Windows. Absent: a POSIX shell. */
  windowsShell?: string;
  /**
   * Who answers if the runner is missing or was killed: shell code at the end of the line (`line`), the
   * agent, for an entry that asks for that (`host`), or both.
   */
  failureAnsweredBy: 'line' | 'host' | 'both';
  /** The answer of another hook can overrule a refusal by exit code, but not a refusal in JSON. */
  exitCodeOverridable?: true;
  /** Exit code 2 may not count as a refusal if stderr is empty. */
  exitCodeNeedsStderr?: true;
  /** The shell word that names the project's root. Absent: hooks run in the project's root. */
  projectRoot?: string;
  /** Hooks run in the folder of the session, which may lie below the project: a line must look for the root. */
  searchesProjectRoot?: true;
  /** The folder below the home folder in which hooks of scope `user` run. Absent: they run in the project. */
  userFolder?: string;
  /** The path of the object in the file whose values the agent gives to every hook as variables. Absent: there is none. */
  variablesPath?: readonly string[];
  /**
   * Texts that the agent replaces in the commands of a plugin's hooks, and nowhere else, before a shell reads
   * them. Each has a text that means the same in a command of the project's settings.
   */
  pluginTexts?: Readonly<Record<string, string>>;
}

/** Which native events an agent fires for one call, and how the hooks of an event depend on each other. */
export interface Firing {
  /**
   * Canonical event → those of its native events under which converted hooks are written, since the agent may
   * fire one event under two names. Absent for an event: hooks are written under all of its native events.
   */
  writtenEvents?: Partial<Record<EventName, readonly WrittenEvent[]>>;
  /**
   * Native events at which hooks of a group with `sequential` run one after another, each with the call
   * as the one before changed it. `unproved`: only the agent's documentation says so. Absent: none, or the agent always runs
   * hooks so (`inTurn` of its {@link Merging}).
   */
  sequentialEvents?: Readonly<Record<string, true | 'unproved'>>;
  /** The agent starts identical entries only once for a call. */
  startsDuplicatesOnce?: true;
  /** The position of an entry in the file decides if its hook runs: entries keep their position, and new ones go last. */
  dependsOnPosition?: true;
  /** Calls and sessions in which the agent fires no hooks. */
  gaps?: readonly Gap[];
  /**
   * Tools for which hooks are fired in some cases only. In the other cases the same work is done with `otherTool`.
   * `why` explains that to people. `paths` are those of the files for which hooks are fired; absent: it depends on
   * something else.
   */
  partialTools?: Partial<Record<ToolName, { otherTool: ToolName; why: string; paths?: RegExp }>>;
  /** Tools that the agent does not have, though its hooks get a name for the calls that other agents make of them. */
  absentTools?: readonly ToolName[];
}

/**
 * Answers of a hook from which the client takes no refusal and no question, although anyhook reads one in them. (anyhook
 * also reads what the agent's pages promise, and what older clients took, so that a guard is never weaker behind it.)
 */
export interface UnheardAnswer {
  /** The native events. Absent: all of them. */
  natives?: readonly string[];
  holds(finished: Finished): boolean;
  /** Whether the client was seen to do so. Otherwise the sources about it differ, and it is not known what it does. */
  isSeen: boolean;
  /** Why, as a clause. */
  why: string;
}

/** A vendor's settings files, as far as hooks are concerned. */
export interface SettingsTable {
  /** What people call the agent beside its id and its title, in lower case with dashes. Absent: nothing else. */
  otherNames?: readonly string[];
  files: SettingsFiles;
  syntax: SettingsSyntax;
  entry: EntryTable;
  /** Hook field → key of the group around entries. */
  group: Fields<HookField>;
  activation: Activation;
  validation: Validation;
  commandLine: CommandLine;
  firing: Firing;
  /** Absent: the client takes every refusal and question that anyhook reads. */
  unheardAnswers?: readonly UnheardAnswer[];
  /** Absent: nothing tells whether the agent is there. */
  presence?: Presence;
}
