import type { EventName } from '../canonical/event.ts';
import type { Hook, HookField } from '../canonical/hook.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Fields } from './adapter.ts';

export type Scope = 'project' | 'user';

/** Calls or sessions in which an agent fires no hook. */
export interface Gap {
  /** The events that are not fired there; absent: any. */
  events?: readonly EventName[];
  /** The files whose hooks are not fired there; absent: any. */
  scope?: Scope;
  what: string;
}

/** For an agent that looks for a project's settings in the folder it was started in, and in none above. */
export const belowProject: Gap = {
  scope: 'project',
  what: 'started in a folder below the project, it loads no hooks of the project',
};

/** What answers for an entry: only the first two can be run by anybody else. */
export type Handler =
  | { kind: 'shell'; command: string }
  /** Its words, which no shell reads; `names`: what stands in them as `${NAME}` and is replaced. */
  | { kind: 'program'; words: readonly string[]; names?: readonly string[] }
  /** A prompt, or an agent. */
  | { kind: 'model' }
  | { kind: 'http'; url: string }
  | { kind: 'mcp'; server: string; tool: string }
  /** Nothing on this system, and a line on these. */
  | { kind: 'elsewhere'; systems: readonly System[] }
  /** Something newer than our tables. */
  | { kind: 'foreign'; type: unknown };

/** What an agent may run on. */
export type System = 'linux' | 'macos' | 'windows';

/** What is to change in a settings file. Every path begins in {@link Syntax.read}'s value. */
export interface FileEdits {
  /** Elements that go by their index, and that come where the first went, else at the end. */
  lists: readonly {
    path: readonly string[];
    remove: readonly number[];
    add: readonly unknown[];
  }[];
  /** Written where the file holds nothing. */
  set?: readonly { path: readonly string[]; value: unknown }[] | undefined;
  /** Goes, with as many objects around it as are left empty. */
  unset?: readonly { path: readonly string[]; around: number }[] | undefined;
}

/** How the text of a settings file holds hooks. */
export interface Syntax {
  /** The text as JSON: a list for each event under `hooks`, and where each value begins. Throws `settings`. */
  read(
    text: string,
    file: string,
  ): {
    value: unknown;
    at?(path: readonly (string | number)[]): { line: number; column: number } | undefined;
  };
  /** The text with the change, every other byte as it was; empty: no file. Throws `settings`. */
  edit(text: string, file: string, edits: FileEdits): string;
}

/** What keeps an agent from reading a hook, or the whole file. */
export interface Voiding {
  path: readonly (string | number)[];
  /** What it must be, in words. */
  wanted: string;
  whole: boolean;
  /** What the agent does about it; absent: it drops the hook or the file without a word. */
  effect?: string;
}

/** An entry of a tool event that a converted hook is given. */
export interface Route {
  /** Native event. */
  native: string;
  /** The calls it is for; absent: all. */
  calls?: 'mcp' | 'own';
}

/** What settings call a hook by: its name, else its command. */
export type Named = Pick<Hook, 'name' | 'command'>;

/** What a vendor's settings file looks like, for the hooks in it. */
export interface SettingsTable {
  /** What we write, below the project's root, or below the home; `<event>`: a file for each native event. */
  file: Record<Scope, string>;
  /** What we write in its place where that alone holds hooks; both count. */
  instead?: Record<Scope, string>;
  /** What else its agent loads there, each winning over those before it; `*`: any name. */
  beside?: Partial<Record<Scope, readonly string[]>>;
  /** Which of those files in a project are one person's, and shared with nobody. */
  personal?: readonly string[];
  /** Where its MCP servers are named: a file, and the key of an object of them; absent: its names of tools are no riddle. */
  servers?: { key: string; file: Partial<Record<Scope, string>> };
  /** The file in which a plugin brings hooks, below its own folder. */
  plugin?: string;
  /** What an event's list holds: groups of entries, or entries; `yaml`: hooks of every dialect. */
  format: 'grouped' | 'flat' | 'yaml';
  /** Absent: TOML where a file's name says so, else JSON with comments. */
  syntax?: Syntax;
  /** Keys among the events where its agent notes things about hooks. */
  remembers?: readonly string[];
  /** Hook field → key of an entry. */
  entry: Fields<HookField>;
  /** Hook field → key of a group. */
  group: Fields<HookField>;
  /** Written into every entry. */
  always: Readonly<Record<string, unknown>>;
  /** The same of an entry with an address, whose `always` tells it from others; absent: a hook is a command. */
  posts?: Pick<SettingsTable, 'entry' | 'always'> & {
    /** Why an address is never asked at a native event. */
    unasked?(event: string, url: string): string | undefined;
  };
  /** What else runs in their place. */
  alsoTakes?: Readonly<Record<string, readonly unknown[]>>;
  /** Keys of an entry that hold its line, by what it runs on: the first that is there; absent: the command's. */
  lines?: Readonly<Record<System, readonly string[]>>;
  /** What answers for an entry, where it is no plain shell line. */
  handler?(entry: Readonly<Record<string, unknown>>): Handler | undefined;
  /** The path of an object of the file whose values its agent gives to every hook as variables; absent: none. */
  variables?: readonly string[];
  /** Keys of an entry that are known to do nothing. */
  idle?: readonly string[];
  /** Keys of an entry with which its agent does not wait for the hook, and hears it all the same. */
  goesOn?: readonly string[];
  /** All that an event may say where its matchers are held against it, as far as is known. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Tools that older clients had: a list of names may hold them still. */
  former?: readonly string[];
  /** Types of an entry that it is known to run nothing for. */
  discards?: readonly string[];
  /** Switches of older clients, and what is read in their place. */
  retired?: Readonly<Record<string, string>>;
  /** What a trailing comma does, and a byte order mark. */
  commas?: readonly ['dead' | 'odd', string];
  /** A byte order mark does nothing. */
  marked?: true;
  /** Comments in the file may not be read; or it is not, with them. */
  plain?: true | 'dead';
  /** All that keeps the agent from running a hook, or any of a file, by its name. */
  voids?(file: Readonly<Record<string, unknown>>, name: string): readonly Voiding[];
  /** Paths of the file that must hold a value before any hook runs; written where missing. */
  needs: Readonly<Record<string, unknown>>;
  /** Why a hook does not run here, by the rest of the file. */
  switchedOff?(file: Record<string, unknown>, hook: Named): string | undefined;
  /** Milliseconds; what lies outside is in the wrong unit, most likely. */
  plausible: readonly [number, number];
  /** Replaces `$NAME` in every text of the file, quoted or not. */
  substitutes: boolean;
  /** What runs a hook's line on Windows, where it is no POSIX shell. */
  windowsShell?: string;
  /** How a runner that is missing or killed is answered for: at the line's end, or by the host. */
  closes: 'line' | 'host' | 'both';
  /** An answer of another hook may take back a refusal by exit code, but none that is said in JSON. */
  erases?: true;
  /** Exit code 2 may be no refusal where stderr is empty. */
  needsWord?: true;
  /** Where hooks of the user's file run, below the home; absent: in the project. */
  userCwd?: string;
  /** How a line names the project's root, for a shell; absent: hooks run there. */
  root?: string;
  /** Hooks run in the folder of the session, which may lie below the project: its root is looked for. */
  climbs?: true;
  /** Whether a hook runs depends on its place: what stands stays there, and what is new comes last. */
  byPlace?: true;
  /** Runs one line once for a call, however often it is there. */
  once?: true;
  /** Which events stand for one, where several fire for the same call. */
  routes?: Partial<Record<EventName, readonly Route[]>>;
  /** Which events it fires for one call, in order; each hears what the ones before made of it. */
  stages?: readonly (readonly string[])[];
  /**
   * Events at which hooks in a group that says `sequential` run in turn, each told what the one
   * before made of the call. `unproved`: only its pages say that they run so.
   */
  chains?: Readonly<Record<string, true | 'unproved'>>;
  /** Files with hooks of another agent that this one loads too. */
  alsoLoads?: Partial<Record<Scope, readonly string[]>>;
  /** How the hooks in them fare here, and what ends that. */
  loaded?: string;
  /** An unknown event makes the agent drop the whole file. */
  strictEvents?: true;
  /** Where the agent never fires a hook. */
  gaps?: readonly Gap[];
  /** Tools that only a part of the work is done with: what does the rest untold, and what a person reads. */
  partly?: Partial<Record<ToolName, { rest: ToolName; why: string }>>;
  /** What a person must do before hooks run. */
  nextStep: Readonly<Record<Scope, string>>;
  /** The same once lines that stood there are others; absent: nothing. */
  changedStep?: string;
}
