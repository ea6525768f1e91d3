import type { EventName, Payload, Rest } from '../canonical/event.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Json } from '../util/json.ts';
import type { EquivalentTools } from './equivalent-tools.ts';

/**
 * A canonical event while it is being decoded or encoded. Any field may be missing, and an adapter
 * may add fields of its own. Decoding checks the kind of each field that stands here; with
 * {@link Context.invalidPaths}, only `input` and `result` may keep a value of another kind.
 */
export type Draft = Json & Partial<Payload<'workspace-open'>> & CallFields & DraftFields;

/** The fields of a draft that describe a tool call. */
type CallFields = {
  [K in 'tool' | 'name' | 'input' | 'mcp' | 'result']?: Payload<'after-tool'>[K] | undefined;
};

/** The loop count, which only some events have, and the fields that every draft has. */
type DraftFields = Pick<Payload<'stop'>, 'loopCount'> & {
  event: EventName;
  rest?: Rest | undefined;
};

/** Reads what exists on the disk. No method throws: a path that cannot be examined counts as absent. */
export interface Disk {
  exists(path: string): boolean;
  /**
   * Returns a path with every link in it followed, as far as the path exists, and with the letter case
   * that its names have on the disk.
   */
  real(path: string): string;
  /** Returns the home folder of the person, which `~` stands for. */
  home(): string;
  /** Lists the names in a folder, and the kind of file that each is. */
  entries(path: string): readonly { name: string; is: 'file' | 'folder' | 'other' }[];
}

/** The folder and the environment that the client started the hook's process with. */
export interface Surroundings {
  /** Returns the folder that the process was started in, or undefined where that folder no longer exists. */
  folder(): string | undefined;
  variable(name: string): string | undefined;
}

/** Facts from outside the payload, each fetched when a table asks for it. */
export interface World {
  /** Returns the text of a regular file, or says that the file is missing, or why it cannot be read. */
  file(path: string): { text: string } | { missing: true } | { unreadable: string };
  now(): Date;
  /** Returns the value that an earlier event of this session stored under a name (see {@link Binding.remembers}). */
  recall(name: string): unknown;
  /** Absent: paths are resolved by their text alone, without following links. */
  disk?: Disk;
  /** Absent: only the payload says in which folder the session is. */
  surroundings?: Surroundings;
}

/** The source that states the project folder of a session. No tool call of the model can change it. */
export type ProjectSource =
  /** The payload field that `cwd` is read from, whose value is equal at every event of a session. */
  | 'payload'
  /** The folder that the client starts its hooks in, which no tool changes. */
  | 'process'
  /** An environment variable that the client sets for its hooks, replacing any inherited value. */
  | { variable: string };

export interface Context {
  adapter: Adapter;
  event: Draft;
  world: World;
  /** Native paths of what is not as the tables say. Where it is given, decoding bears it. */
  invalidPaths?: string[] | undefined;
  /** The event is another agent's: what is made of it has older spellings as well. */
  foreign?: boolean;
}

/** Converts a value between its native and its canonical form, where a table of words is not enough. */
export interface Codec {
  /** The codec only replaces the spelling of older clients by today's. The old spelling is not restored on encoding. */
  respells?: true;
  /** All native values of the field. `other` is the one that the vendor writes for values it has no word for. */
  words?: readonly string[];
  other?: string;
  /**
   * Returns the canonical value of a native one, or undefined where the native value says nothing.
   *
   * @param beside The native object that holds the value.
   */
  read(value: unknown, context: Context, beside?: Json): unknown;
  write(value: unknown, context: Context): unknown;
}

/** States where a canonical field is in the native object, and how its value is converted. */
export interface Row {
  /** The native path. If there are several, the first path that has a value is read, and the first is written. */
  at: string | readonly string[];
  /**
   * Native paths of older documentation and of existing scripts. They are read after `at`, and written
   * only into payloads that are made from another agent's event.
   */
  older?: string | readonly string[];
  /** Every path of `at` is written, not only the first. */
  all?: boolean;
  /** Every path is read, and the texts that differ are joined with newlines. */
  join?: boolean;
  codec?: Codec;
  /** The native value is a string that holds JSON. `or-text`: a string that is not JSON is read as text. */
  json?: true | 'or-text';
  /** Understood, never written. */
  readOnly?: true;
  /** Honoured for this tool alone. */
  only?: ToolName;
  /**
   * Tells whether the vendor can use a value of an outcome in this field, for a given tool. Absent: the
   * vendor can use any value.
   */
  accepts?(value: unknown, tool?: unknown): boolean;
  /** The native value to write when the canonical field is absent. */
  supply?: Supply;
  /** The native word for each canonical word. A canonical word that is missing here cannot be written. */
  words?: Readonly<Record<string, unknown>>;
  /** Further native words that are read, with the canonical word for each. They are never written. */
  aliases?: Readonly<Record<string, string>>;
  /**
   * Native fields beside this one, by path, with the values they may have. The row is read only where each
   * has one of its values. When the row is written, each is written with its first value.
   */
  with?: Readonly<Record<string, readonly unknown[]>>;
  /** The canonical value where the fields of `with` match, but the path has no value or an empty text. */
  blank?: unknown;
  /** An alternative row for this field: read where this row gives no value, written where it cannot hold the value. */
  or?: Row;
  /** Native fields, by path, that are written together with this one unless they already have a value. */
  implies?: Readonly<Record<string, unknown>>;
  /** The model still sees the content that this field replaces. The value is the severity of that loss. */
  unhidden?: 'unsafe' | 'lossy';
}

export type Native = string | Row;
/** A table from canonical paths to native paths or rows. */
export type Fields<P extends string = string> = { readonly [path in P]?: Native };

export type Derive = (event: Draft, world: World) => unknown;
export type Supply = string | number | boolean | null | readonly [] | ((event: Draft) => unknown);

/** A native hook event: the canonical event it stands for, and the tables that convert its payload and its answer. */
export interface Binding<E extends EventName = EventName> {
  readonly event: E;
  readonly native: string;
  /**
   * Canonical values that the native event implies. Decoding fills in a single value. Encoding requires the
   * event to have the value, or one of a list of values.
   */
  readonly given?: Readonly<Record<string, string | readonly string[]>>;
  readonly payload: Fields;
  /** Computes canonical fields that are missing after decoding from the other fields of the event. */
  readonly infer?: Readonly<Record<string, Derive>>;
  /** Computes canonical fields that are missing before encoding. They may also depend on files, the clock and memory. */
  readonly derive?: Readonly<Record<string, Derive>>;
  /** Returns false for events that match `given` and that the vendor still does not fire this binding for. Absent: it always fires. */
  readonly firesFor?: (event: Draft) => boolean;
  /** Canonical fields without which the vendor would not fire this event. */
  readonly requires?: readonly string[];
  /** Native fields that correspond to no canonical field, with the values to write. They are ignored when read. */
  readonly supply?: Readonly<Record<string, Supply>>;
  readonly outcome: { readonly [K in OutcomeKey]?: Native };
  /** Further answer fields that the vendor's pages document for this event, and that have no effect. */
  readonly ignored?: readonly string[];
  /** The response that expresses no opinion. Null: nothing is printed. */
  readonly silence: Json | null;
  /** The values that a matcher is compared with: native paths, or `=` followed by a fixed word. Absent: matchers are ignored. */
  readonly subject?: string | readonly string[];
  /** The subject's values are names that only this vendor uses. For another agent's event, every matcher matches. */
  readonly ownNames?: true;
  /** Default time limit of a hook on this event, in milliseconds. Absent: {@link Runtime.timeout}. */
  readonly timeout?: number;
  /** Canonical field values that mark an event as the continuation of the previous prompt. Prompt hooks are not run for it. */
  readonly continues?: Readonly<Record<string, unknown>>;
  /** Canonical field values with which the vendor fires the event many times for one prompt, also where the action does not happen. */
  readonly eager?: Readonly<Record<string, unknown>>;
  /** Canonical fields that are stored for later events of the session, by their name in memory. */
  readonly remembers?: Readonly<Record<string, string>>;
  /** Names in memory that are filled by an event which the vendor fires concurrently with this one, so that they may be filled later. */
  readonly awaits?: readonly string[];
}

/** The bindings of an agent. Each is built when it is first asked for. */
export interface Bindings {
  readonly natives: readonly string[];
  named(native: unknown): Binding | undefined;
  /** Returns the canonical event of a native event that the agent has. */
  eventOf(native: string): EventName;
  /** Lists the bindings of a canonical event, the preferred one first. */
  of(event: EventName): readonly Binding[];
  all(): readonly Binding[];
}

/** A tool of the vendor, with its arguments and its result. Of the names, all are read and the first is written. */
export interface ToolRow {
  readonly tool: ToolName;
  readonly names: readonly string[];
  readonly input: Fields;
  readonly result?: Fields;
  /** Fields of the native result that correspond to no canonical field, with the values to write. */
  readonly resultSupply?: Readonly<Record<string, Supply>>;
  /** Native arguments that must hold for this row to apply. */
  readonly when?: Readonly<Record<string, unknown>>;
  /** Tells whether native arguments belong to this row, where `when` cannot express the condition. */
  fits?(input: Json): boolean;
  /** The tool name that the event carries, where several rows have one native name. */
  readonly called?: string;
  /** Understood, never written. */
  readonly readOnly?: true;
}

/** An MCP tool: its own name, and the server that it belongs to, where that is known. */
export interface McpTool {
  server?: string | undefined;
  tool: string;
}

/** How the agent builds the names of MCP tools. */
export interface McpNames {
  /** Returns the server and the tool that a native name stands for, or undefined where it names no MCP tool. */
  read(name: string): McpTool | undefined;
  write(mcp: McpTool): string;
  /** Lists every name of the tool that a matcher may have been written for. */
  names(mcp: McpTool): string[];
  /** Lists the pairs of server and tool that share one native name with the given pair, if they are few enough to be listed. */
  listSameNamed?(mcp: { server: string; tool: string }): { server: string; tool: string }[];
  /** Returns a text that is equal for all names which the agent turns into one native name. */
  foldName?(name: string): string;
  /** Lists the names that the tool may have in a list of available tools. Absent: the name that `write` returns. */
  listOfferedNames?(mcp: { server: string; tool: string }): string[];
}

/**
 * The meaning of a matcher's text: it matches every name, no name, the listed names, or the names in
 * which a JavaScript expression is found.
 */
export type Meaning = 'every' | 'nothing' | { names: readonly string[] } | { pattern: string };

/** The names that a matcher has to match, and an expression that other names to match contain. */
export interface Wanted {
  names: readonly string[];
  pattern?: string | undefined;
}

/** How a vendor reads matchers, and how it writes them. */
export interface Matchers {
  /** Returns the meaning of a matcher's text on an event that has a subject. */
  read(text: string, binding: Binding): Meaning;
  /**
   * Returns the text that matches everything wanted and little else, or undefined where no text does or
   * none is needed.
   *
   * @param builtIn Whether tools of MCP servers must not match.
   */
  write(wanted: Wanted | 'every', builtIn: boolean): string | undefined;
}

/** How a command ended. */
export type Ending = {
  code: number | null;
  signal?: string | null;
} /** It ended by itself, or by a signal from outside. */ & (
  | { timedOut?: never; tooMuch?: never; notStarted?: never; unanswered?: never }
  /** Anyhook ended it, because its time was over or it printed more than is read. */
  | { timedOut: true; tooMuch?: never; notStarted?: never; unanswered?: never }
  | { tooMuch: true; timedOut?: never; notStarted?: never; unanswered?: never }
  /** It was never started. The text says why. */
  | { notStarted: string; timedOut?: never; tooMuch?: never; unanswered?: never }
  /** An address gave no answer. The text says what happened; `ours`: no vendor defines what that counts as. */
  | { unanswered: string; ours?: true; timedOut?: never; tooMuch?: never; notStarted?: never }
);

/** A finished hook command. Its exit code is null where a signal ended it or it never ran. */
export type Finished = Ending & {
  stdout: string;
  stderr: string;
  /** The contents it wrote into files that the vendor provides, by the variable that names each file. */
  files?: Readonly<Record<string, string>>;
};

/** The output and the exit code that give an answer to the vendor. */
export interface PrintedAnswer {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** The contents to write into files that the vendor provides, by the variable that names each file. */
  files?: Readonly<Record<string, string>>;
}

/** The result that a vendor takes from a finished command. */
export type Reading = {
  /** The text that the response was read from. Absent: stdout. */
  text?: string;
  /** How the hook failed. A response or refusal beside it is what the vendor takes despite the failure. */
  failure?: string;
  /** Paths of the answer that the vendor ignores. */
  unheard?: readonly string[];
} /** The native response. Absent: the hook has no opinion. */ & (
  | { response?: Json; deny?: never; stricter?: never }
  /** The reason of a refusal that is no response. `stricter`: anyhook refuses, and the vendor would not have. */
  | { deny: string; stricter?: true; response?: never }
);

/** The process environment and the limits that a vendor gives its hook commands. */
export interface Runtime {
  shell: 'bash' | 'sh';
  /** Returns the environment variables that the vendor sets for a hook. */
  env(event: Draft): Record<string, string | undefined>;
  /** Variables the vendor replaces in the command line, as `$NAME`. */
  expands: readonly string[];
  /** Names in `expands` that are never set in the environment, with the variable whose value each stands for. */
  aliases?: Readonly<Record<string, string>>;
  /** Variables the vendor sets, whose values cannot be computed from an event. */
  unsupplied: readonly string[];
  /**
   * Further variables that the vendor sets only for hooks of a plugin. The first holds the plugin's folder.
   * A relative value counts from the project.
   */
  ofPlugin?: readonly string[];
  /** The vendor replaces every `$NAME` of its settings from its own environment. */
  substitutes?: true;
  /** Default time limit of a hook, in milliseconds. */
  timeout: number;
  /** How many follow-ups in a row a hook may ask for. Null: there is no limit. */
  loopLimit: number | null;
  /** A hook's stdin is a pipe, which can be read only once. Absent: stdin is a socket, or its kind was not measured. */
  stdin?: 'pipe';
  /** The vendor waits until stdout and stderr of a hook are closed. Absent: it is not known, and anyhook waits only on gates. */
  waitsForPipes?: true;
  /** On a gate, further text after an answer turns it into a refusal, so that an answer counts only once stdout is closed. */
  isSpoiltByMoreText?: true;
  /** A hook command that cannot be started blocks the action. */
  blocksUnstarted: boolean;
}

/** A reply with a status of success from a hook that is an address. */
export interface Reply {
  status: number;
  /** Its `content-type`, as it came. */
  type: string;
  body: string;
}

/** How a vendor sends requests to hooks that are addresses. */
export interface Http {
  /**
   * Converts a reply to the text that a command would have printed. Returns undefined where the vendor does
   * not accept the reply. Absent: the text is the body.
   */
  readReply?(reply: Reply): string | undefined;
  /** The vendor waits without a limit for the rest of a reply that has begun. */
  waitsForReply?: true;
  /** The vendor replaces every environment variable in headers and in the address. */
  resolvesEveryVariable?: true;
}

/** The use of a path argument: a file to open or to edit, a folder to search, or any other folder. */
export type PathUse = 'file' | 'edit' | 'search' | 'folder';

/** A path argument with the text that the model wrote. */
export interface Spelled {
  text: string;
  use: PathUse;
  /** The project folder. Undefined: the payload does not state it. */
  root: string | undefined;
}

/** How an agent finds the file for the path a model wrote. */
export interface Paths {
  /**
   * Returns the absolute, normalised path that the agent opens. Absent: the text is resolved against the
   * project folder.
   */
  resolveOpened?(spelled: Spelled, disk?: Disk): string;
  /** Hooks receive the path as the model wrote it, which may be relative to the project. */
  asWritten?: true;
  /** The agent follows a link before it applies a `..` that comes after the link, as the kernel does, or may do so. */
  byLink?: true;
  /**
   * Lists other paths at which the agent finds a file to edit when none exists at the given path. Throws
   * `tool` where they cannot be known.
   */
  findEditedFiles?(spelled: Spelled, disk: Disk): readonly string[];
}

/** A tool whose call does the work of several other calls. */
export interface Composite {
  /** The canonical tool of its row in the table of tools, whose work is a part of its own. Absent: it has no row. */
  tool?: ToolName;
  /** Sample arguments with which the tool does everything it can do. */
  sample: Json;
  /** The argument that holds the text of a call whose arguments are a string. */
  text?: string;
  /** Lists the calls that a call consists of, in order. Throws `tool` where they cannot be known. */
  calls(event: Draft, world: World): readonly Draft[];
}

/** Tells which hooks of an agent's own settings are certain to run, for agents that load other agents' settings too. */
export interface OwnHooks {
  /** Settings files, by paths below the project. `*` stands for any name. */
  readonly files: readonly string[];
  /** Settings files of other agents that it loads as well, by paths below the project. */
  readonly loads: readonly string[];
  /** Returns an id that all hooks of one firing of an event receive and that differs between firings, or undefined where there is none. */
  firing(payload: Json): string | undefined;
  /** All hooks of one firing are started at once. Absent: its own hooks are started first, one after another. */
  readonly sideBySide?: true;
  /** Events of loaded settings that its own have by another name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whether it surely starts an entry of a file, where its matcher and its time allow it. */
  runs(file: Json, entry: Json): boolean;
  /** Keys of an entry that limit its time, in seconds: the shortest of them counts. */
  readonly limits: readonly string[];
  /** The shell line of an entry on a system. */
  line(entry: Json, system: NodeJS.Platform): string | undefined;
  /** Files of the person that may switch off a single hook, below the home. */
  readonly switches?: readonly string[];
  /** The variable that moves those files elsewhere. */
  readonly homeVariable?: string;
  /** Whether such a file, or one of its own, switches off some hook. */
  switchesOff?(settings: Json): boolean;
}

/**
 * All we know about one vendor; made by `defineAdapter`. Mostly tables, read both ways.
 *
 * @experimental It changes with what more real clients need.
 */
export interface Adapter {
  readonly id: string;
  readonly title: string;
  /** The file its hooks stand in, below a project or the home. */
  readonly hooksIn: string;
  /** The payload field that names the event. */
  readonly eventKey: string;
  /** Returns the native event of a payload that no field names, or undefined where the payload is not this vendor's. Absent: a field names it. */
  nativeOf?(payload: Json): string | undefined;
  readonly bindings: Bindings;
  /** Answer fields that the vendor's pages document for all events, also for events that ignore them. */
  readonly commonFields?: readonly string[];
  readonly tools: readonly ToolRow[];
  /** The fields of a tool result, for tools whose row has no `result`. */
  readonly result: Fields;
  readonly mcp: McpNames;
  readonly matchers: Matchers;
  /**
   * Tells whether a rule beside a matcher lets a hook start for a payload. Returns true where that cannot be
   * decided. Absent: the vendor has no such rules.
   */
  matchesRule?(rule: string, told: { native: string; payload: Json }): boolean;
  /** Computes canonical fields of a tool event that are missing after decoding from its other fields. */
  readonly inferCall?: Readonly<Record<string, Derive>>;
  /** Returns how certain it is that a payload is this vendor's: 0 no, 1 perhaps, 2 yes. */
  recognises(payload: Json): 0 | 1 | 2;
  /** Converts a finished command to what the vendor takes from it: a response, a refusal or a failure. */
  readFinished(finished: Finished, binding: Binding): Reading;
  /** Converts a response to output and an exit code. Absent: one JSON object is printed on stdout, with exit code 0. */
  printResponse?(response: Json | null, binding: Binding): PrintedAnswer;
  /**
   * Hooks may answer in the format of any agent, as its tables state it. A verdict in words that no agent
   * knows is a failure of the hook.
   */
  readonly takesAnyWords?: true;
  /** Rewrites a response that uses alternative fields of the vendor into the fields of the tables. */
  normaliseResponse?(response: Json, binding: Binding): Json;
  /** What happens to an argument that a rewritten input omits: `merge` keeps its value, `replace` removes it. */
  readonly rewrites: 'merge' | 'replace';
  readonly runtime: Runtime;
  /** How hooks that are addresses are asked. Absent: its hooks are commands only. */
  readonly http?: Http;
  /** The ids of agents whose settings it loads besides its own. Their hooks receive its payloads. */
  readonly loads?: readonly string[];
  /** Its own hooks besides those of `loads`. Absent: it loads no other agent's settings. */
  readonly ownHooks?: OwnHooks;
  /** It is not known whether `allow` skips the person's approval, so that under another host it counts as no opinion. */
  readonly unsureAllow?: true;
  /** How many characters of an answer the vendor reads. The rest is cut off. Absent: no limit was found. */
  readonly longest?: number;
  /** The vendor limits follow-ups by itself. */
  readonly capsLoops?: true;
  /**
   * The retry flag of a stop event stays true until the turn ends, whatever tools ran in between, so that a
   * stop without the flag is the first of its turn. Absent: the vendor has no such flag, or resets it.
   */
  readonly keepsRetry?: true;
  readonly paths?: Paths;
  /** The source of the project folder, as measured. Folders that a tool changes to do not count. */
  readonly project: ProjectSource;
  /**
   * Returns the folder whose settings hold a project's shim line, given the words of that line, for an agent
   * that runs hooks in folders below it. Undefined: the folder cannot be known. Absent: hooks run in that
   * folder.
   */
  rootOf?(line: readonly string[], world: World): string | undefined;
  /**
   * Lists what a decoded call really does in this agent, where that differs from its arguments. Each inner
   * list is about one action of the call: first the call as written, then the other calls that it leads to or
   * may mean. Absent or empty: the call as decoded. Throws `tool` where the actions cannot be known, so that
   * a gate refuses.
   */
  listCallMeanings?(event: Draft, world: World): readonly (readonly Draft[])[];
  /** Lists the calls that the agent makes by itself before a call. Hooks are run for each of them first. */
  listPrecedingCalls?(event: Draft): readonly Draft[];
  /** Tools without a row that other agents have under another name. Guards are asked by the name they know. */
  readonly equivalentTools?: EquivalentTools;
  /** Tools whose calls do the work of several other calls, by native name. */
  readonly composites?: Readonly<Record<string, Composite>>;
}
