import type {
  EventName,
  Outcome,
  OutcomeKey,
  Payload,
  Rest,
  ShellDialect,
  ToolName,
} from '../canonical/types.ts';
import type { Json } from '../util/json.ts';
import type { ShortenedOutcome } from './answer-limit.ts';
import type { EquivalentTools } from './equivalent-tools.ts';

/**
 * A canonical event while it is being decoded or encoded. Any field may be missing, and an adapter
 * may add fields of its own. Decoding throws an error with the code `payload` where a field that is
 * listed here has a value of another kind. With {@link Context.invalidPaths} it replaces such a value
 * by text or leaves it out instead; only values in `input` and `result` may then keep another kind.
 *
 * The listed fields are those of every event (written `Payload<'workspace-open'>`, an event that has no
 * others), those of a tool call, and {@link DraftFields}.
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
  readFile(path: string): { text: string } | { missing: true } | { unreadable: string };
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

/** What a codec or a table may use to convert a field of one event. */
export interface Context<A extends Dialect = Dialect> {
  /** The agent whose payload is decoded or encoded. */
  adapter: A;
  event: Draft;
  world: World;
  /**
   * If given, decoding does not throw for a missing value or one of a wrong kind, and adds its native path
   * to this list.
   */
  invalidPaths?: string[] | undefined;
  /** Returns a hash of a call, from which its id is made where the event has none. Absent: nothing of a payload is written. */
  hashCall?(event: Draft): string;
  /** The event comes from another agent: payloads encoded from it also contain the paths of {@link Row.older}. */
  foreign?: boolean;
}

/** Converts a value between its native and its canonical form, where a table of words is not enough. */
export interface Codec {
  /**
   * All that reading changes are the names of keys that older clients used. Encoding writes today's names, so a
   * value with old keys is different after decoding and encoding. It counts as known all the same: it is not
   * kept in `rest`.
   */
  renamesOldKeys?: true;
  /** All native values of the field, for a field that has a fixed list of them. */
  words?: readonly string[];
  /** The one of `words` that the vendor writes for values it has no word for. */
  other?: string;
  /**
   * Returns the canonical value of a native one, or undefined where the native value says nothing.
   *
   * @param beside The native object that holds the value.
   */
  read(value: unknown, context: Context, beside?: Json): unknown;
  /** Returns the native value of a canonical one, or undefined where the vendor has no form for it. */
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
  /** The value is written to every path of `at`, not only to the first. */
  all?: boolean;
  /** Every path is read. The texts are joined with newlines, without those that an earlier text contains. */
  join?: boolean;
  codec?: Codec;
  /** The native value is a string that holds JSON. `or-text`: a string that is not JSON is read as text. */
  json?: true | 'or-text';
  /** The row is used to read, and never to write. */
  readOnly?: true;
  /** The row is used for calls of this tool alone. Absent: for every event. */
  onlyTool?: ToolName;
  /**
   * Tells whether the vendor can use a value of an outcome in this field, for a given tool. An undefined `value`
   * stands for any value. Absent: the vendor can use any value.
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
  /**
   * The canonical value for an empty text, for no value beside matching fields of `with`, and for a value of a
   * wrong kind where that is no error, as in responses.
   */
  whenEmpty?: unknown;
  /** An alternative row for this field: read where this row gives no value, written where it cannot hold the value. */
  or?: Row;
  /** Native fields, by path, that are written together with this one unless they already have a value. */
  implies?: Readonly<Record<string, unknown>>;
  /** The model still sees the content that this field should replace. The value says how severe that is. */
  severityIfOriginalStays?: 'unsafe' | 'lossy';
}

/** A native path, or a row that states more than a path. */
export type PathOrRow = string | Row;
/** A table from canonical paths to native paths or rows. */
export type Fields<P extends string = string> = { readonly [path in P]?: PathOrRow };

/** Computes the value of one canonical field from an event. Undefined: the field stays missing. */
export type ComputeField = (event: Draft, world: World) => unknown;
/** Functions that compute canonical fields, by the path of the field, for each native event. `*` stands for every event. */
export type FillsByEvent = Readonly<Record<string, Readonly<Record<string, ComputeField>>>>;
/** A native value to write, or a function that computes it from the canonical event. */
export type Supply =
  | string
  | number
  | boolean
  | null
  | readonly []
  | CallIdSupply
  | ((event: Draft) => unknown);

/** Supplies the id of the call: that of the event, or else a prefix with a hash of the call behind it. */
export interface CallIdSupply {
  readonly callIdPrefix: string;
}

/** How much of an answer a vendor reads. It cuts off the rest. */
export interface AnswerLimit {
  /** The greatest length of an answer, in characters. */
  readonly maxLength: number;
  /** Shortens an outcome whose answer would be longer. */
  shorten(outcome: Outcome): ShortenedOutcome;
}

/** A native hook event: the canonical event it stands for, and the tables that convert its payload and its response. */
export interface Binding<E extends EventName = EventName> {
  /** The canonical event. */
  readonly event: E;
  /** The name of the native event. */
  readonly native: string;
  /**
   * Canonical values that the native event implies. Decoding fills in a single value. Encoding requires the
   * event to have the value, or one of a list of values.
   */
  readonly given?: Readonly<Record<string, string | readonly string[]>>;
  /** Canonical paths of the event → where the native payload has their values. */
  readonly payload: Fields;
  /** Computes canonical fields that are missing after decoding from the other fields of the event. */
  readonly fillAfterDecoding?: Readonly<Record<string, ComputeField>>;
  /** Computes canonical fields that are missing before encoding. They may also depend on files, the clock and memory. */
  readonly fillBeforeEncoding?: Readonly<Record<string, ComputeField>>;
  /** Tells whether the vendor fires this binding for an event that matches `given`. Absent: always. */
  readonly firesFor?: (event: Draft) => boolean;
  /** Canonical fields without which the vendor would not fire this event. */
  readonly requires?: readonly string[];
  /** Native fields that correspond to no canonical field, with the values to write. They are ignored when read. */
  readonly supply?: Readonly<Record<string, Supply>>;
  /** Keys of an outcome that the vendor honours at this event → where its response has their values. */
  readonly outcome: { readonly [K in OutcomeKey]?: PathOrRow };
  /** Further response fields that the vendor's pages document for this event, and that have no effect. */
  readonly ignored?: readonly string[];
  /** The response that expresses no opinion. Null: nothing is printed. */
  readonly neutralResponse: Json | null;
  /** The values that a matcher is compared with: native paths, or `=` followed by a fixed word. Absent: matchers are ignored. */
  readonly subject?: string | readonly string[];
  /**
   * The values of `subject` are names that no other vendor uses, such as kinds of subagents. Whether a matcher
   * matches an event of another agent can then not be told, so every matcher counts as matching.
   */
  readonly hasPrivateSubjects?: true;
  /** Default time limit of a hook on this event, in milliseconds. Absent: {@link Runtime.timeout}. */
  readonly timeout?: number;
  /** No setting changes that limit, and more than a hook fails if it takes longer. A longer limit of a hook does not count. */
  readonly hasFixedTimeout?: true;
  /**
   * Canonical fields → values that mark an event as a further firing for one prompt or one item, at which nothing
   * new has happened. Hooks of other agents are not run for it.
   */
  readonly continues?: Readonly<Record<string, unknown>>;
  /**
   * Canonical fields → values with which the vendor fires the event many times for one prompt, even if what
   * the event announces never happens: Gemini fires `PreCompress` before every request to the model, also
   * where nothing will be compressed. A hook of another agent is then asked only once in a turn, unless its own event is
   * fired that often as well.
   */
  readonly firesSpeculatively?: Readonly<Record<string, unknown>>;
  /** Name in memory → canonical field that is stored under it for later events of the session. */
  readonly remembers?: Readonly<Record<string, string>>;
  /**
   * Names in memory that another event fills, which the vendor fires at the same time as this one. They may
   * still be empty when this event begins, so a run waits a short time for each.
   */
  readonly awaits?: readonly string[];
}

/** The bindings of an agent. Each is built when it is first asked for. */
export interface Bindings {
  /** The names of all native events. */
  readonly nativeNames: readonly string[];
  /** Returns the binding of a native event, or undefined where the agent has no event of this name. */
  find(native: unknown): Binding | undefined;
  /** Returns the canonical event of a native event that the agent has. */
  eventOf(native: string): EventName;
  /** Lists the bindings of a canonical event, the preferred one first. */
  listFor(event: EventName): readonly Binding[];
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
  /** Native arguments and the values that they must have for this row to apply. */
  readonly when?: Readonly<Record<string, unknown>>;
  /** Tells whether native arguments belong to this row, where `when` cannot express the condition. */
  fits?(input: Json): boolean;
  /**
   * The `name` of the canonical event, in place of the native name. It tells rows apart that share a native
   * name. Absent: the native name.
   */
  readonly nameInEvents?: string;
  /** The row is used to read calls, and never to write them. */
  readonly readOnly?: true;
  /** The language of the commands, for a shell whose tool is another one for each language. */
  readonly shell?: ShellDialect;
}

/**
 * First native name of a tool (`mcp` for the row of all MCP tools) → the `resultSupply` of its row. An adapter states it
 * beside its dialect, since only whoever writes payloads needs it.
 */
export type SuppliedResults = Readonly<Record<string, NonNullable<ToolRow['resultSupply']>>>;

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
  /** Lists the pairs of server and tool that share one native name with the given pair, if they are few enough to be listed. */
  listSameNamed?(mcp: { server: string; tool: string }): { server: string; tool: string }[];
  /** Returns the same text for all names that the agent writes as one native name: Codex has `a_b` for `a-b` too. */
  foldName?(name: string): string;
  /** Lists the names that the tool may have in a list of available tools. Absent: the name that `write` returns. */
  listOfferedNames?(mcp: { server: string; tool: string }): string[];
}

/**
 * The meaning of a matcher's text: it matches every name, no name, the listed names, or the names in
 * which a JavaScript expression is found.
 */
export type MatcherMeaning =
  | 'every'
  | 'nothing'
  | { names: readonly string[] }
  | { pattern: string };

/** Name of a native event → the values that a matcher is compared with (see {@link Binding.subject}). */
export type Subjects = Readonly<Record<string, NonNullable<Binding['subject']>>>;

/** Name of a native event → what only a host needs to know of it, where its binding does not state it: when it is fired, and what is remembered. */
export type Firings = Readonly<
  Record<
    string,
    Pick<
      Binding,
      'remembers' | 'awaits' | 'firesSpeculatively' | 'hasPrivateSubjects' | 'requires' | 'ignored'
    >
  >
>;

/** What a matcher has to match. */
export interface MatchTarget {
  /** Names that it has to match. */
  names: readonly string[];
  /** A JavaScript expression: every further name in which it is found has to be matched as well. */
  pattern?: string | undefined;
}

/** How a vendor reads matchers, and how it writes them. */
export interface Matchers {
  /** Returns the meaning of a matcher's text on an event that has a subject. */
  read(text: string, binding: Binding): MatcherMeaning;
  /**
   * Returns the text that matches everything wanted and little else. Undefined: no matcher is to be written,
   * since none is needed or no text would do.
   *
   * @param builtIn Whether only built-in tools are to match: none of an MCP server may.
   */
  write(wanted: MatchTarget | 'every', builtIn: boolean): string | undefined;
}

/** The command ended by itself, or by a signal from outside. */
type EndedByItself = {
  timedOut?: never;
  tooMuch?: never;
  notStarted?: never;
  unanswered?: never;
  broken?: never;
};
/** Anyhook ended the command, because its time was over. */
type TimedOut = Omit<EndedByItself, 'timedOut'> & { timedOut: true };
/** Anyhook ended the command, because it printed more than is read. */
type PrintedTooMuch = Omit<EndedByItself, 'tooMuch'> & { tooMuch: true };
/** The command was never started. The text says why. */
type NotStarted = Omit<EndedByItself, 'notStarted'> & { notStarted: string };
/**
 * The hook is an address that gave no answer. The text says what happened. `hasNoVendorRule`: no vendor says how
 * such an end counts, so it counts as a failure of anyhook and not of the hook.
 */
type Unanswered = Omit<EndedByItself, 'unanswered'> & {
  unanswered: string;
  hasNoVendorRule?: true;
};
/** The hook is a function that gave no outcome. The words say why; they follow `The hook`. */
type Broken = Omit<EndedByItself, 'broken'> & { broken: string };

/** How a hook command ended. (The ending of a shim line is something else: the shell code at its end.) */
export type CommandEnd = {
  /** The exit code. Null: a signal ended the command, or it never ran. */
  code: number | null;
  signal?: string | null;
} & (EndedByItself | TimedOut | PrintedTooMuch | NotStarted | Unanswered | Broken);

/** A finished hook command. Its exit code is null where a signal ended it or it never ran. */
export type Finished = CommandEnd & {
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

/** The response that the hook printed, in native words. Absent: the hook has no opinion. */
type ResponseOrNone = { response?: Json; deny?: never; stricter?: never };
/**
 * The hook refused without a response, for instance by its exit code. The text is the reason. `stricter`:
 * anyhook counts this as a refusal, and the vendor would not have.
 */
type RefusalWithoutResponse = { deny: string; stricter?: true; response?: never };

/** The result that a vendor takes from a finished command. */
export type Reading = {
  /** The text that the response was read from. Absent: stdout. */
  text?: string;
  /** How the hook failed. A response or refusal beside it is what the vendor takes despite the failure. */
  failure?: string;
  /** Paths of the response that the vendor ignores. */
  ignoredPaths?: readonly string[];
} & (ResponseOrNone | RefusalWithoutResponse);

/** The process environment and the limits that a vendor gives its hook commands. */
export interface Runtime {
  shell: 'bash' | 'sh';
  /** Returns the environment variables that the vendor sets for a hook. */
  env(event: Draft): Record<string, string | undefined>;
  /** Variables that the vendor replaces by their values where the command line has `$NAME`. */
  commandVariables: readonly string[];
  /** Names in `commandVariables` that are never set in the environment, with the variable whose value each stands for. */
  aliases?: Readonly<Record<string, string>>;
  /** Variables the vendor sets, whose values cannot be computed from an event. */
  uncomputableVariables: readonly string[];
  /**
   * Further variables that the vendor sets only for hooks of a plugin. The first holds the plugin's folder.
   * If its value is a relative path, that is resolved against the project folder.
   */
  pluginVariables?: readonly string[];
  /**
   * The vendor replaces every `$NAME` in every text of its settings file, by the value that its own
   * environment has. In a command line that is done before the variables of `commandVariables` are replaced.
   */
  substitutesSettings?: true;
  /** Default time limit of a hook, in milliseconds. */
  timeout: number;
  /** How many follow-ups in a row a hook may ask for. Null: there is no limit. */
  loopLimit: number | null;
  /** A hook's stdin is a pipe, which can be read only once. Absent: stdin is a socket, or its kind was not measured. */
  stdin?: 'pipe';
  /** The vendor waits until stdout and stderr of a hook are closed. Absent: it is not known, and anyhook waits only on gates. */
  waitsForPipes?: true;
  /** On a gate, further text after a response turns it into a refusal. A response is therefore known only when stdout is closed. */
  isSpoiltByMoreText?: true;
  /** A hook command that cannot be started blocks the action, although the reading of its failure is no refusal. */
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
  /**
   * The vendor replaces every `$NAME` in headers and in the address from its environment. Absent: only in
   * headers, and only variables that the hook is allowed to use.
   */
  resolvesEveryVariable?: true;
}

/** The use of a path argument: a file to open or to edit, a folder to search, or any other folder. */
export type PathUse = 'file' | 'edit' | 'search' | 'folder';

/** A path argument, as the model wrote it. */
export interface WrittenPath {
  /** The text that the model wrote. */
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
  resolveOpened?(written: WrittenPath, disk?: Disk): string;
  /** Hooks receive the path as the model wrote it, which may be relative to the project. */
  asWritten?: true;
  /**
   * The agent may follow a link before it applies a `..` that comes after the link, as the kernel does.
   * Absent: it is taken to apply each `..` to the text of the path.
   */
  byLink?: true;
  /**
   * Lists other paths at which the agent finds a file to edit when none exists at the given path. Throws
   * `tool` where they cannot be known.
   */
  findEditedFiles?(written: WrittenPath, disk: Disk): readonly string[];
}

/** A tool whose call does the work of several other calls. */
export interface Composite {
  /**
   * The canonical tool by which {@link Adapter.tools} decodes calls of this tool, such as `shell` for a shell
   * whose commands can also apply a patch. Absent: the table has no row for this tool, and its calls are
   * decoded as `other`.
   */
  tool?: ToolName;
  /** Sample arguments with which the tool does everything it can do. */
  sample: Json;
  /**
   * Lists the calls that a call consists of, in order. The call itself is among them only if hooks are
   * to be asked about it too. Throws `tool` where they cannot be known.
   */
  calls(event: Draft, world: World): readonly Draft[];
}

/**
 * Tells which hooks of an agent's own settings are certain to run, for an agent that also loads the
 * settings of other agents. Where a hook stands in both, only one of the two runs has to answer.
 */
export interface OwnHooks {
  /** The agent's own settings files, by paths below the project. `*` stands for any name. */
  readonly files: readonly string[];
  /** Settings files of other agents that the agent loads as well, by paths below the project. */
  readonly loads: readonly string[];
  /** Returns an id that all hooks of one firing of an event receive and that differs between firings, or undefined where there is none. */
  firingIdOf(payload: Json): string | undefined;
  /** All hooks of one firing are started at once. Absent: hooks of the agent's own settings are started first, one after another. */
  readonly sideBySide?: true;
  /** Event name in loaded settings → name of the same event in the agent's own settings. Absent for an event: the names are equal. */
  readonly ownEventNames?: Readonly<Record<string, string>>;
  /**
   * Tells whether the agent is certain to start an entry of one of its own files, as far as the file and the
   * entry decide that. The entry's matcher and time limit are not looked at.
   */
  isCertainToRun(file: Json, entry: Json): boolean;
  /** Keys of an entry that limit its time, in seconds. If there are several, the shortest time counts. */
  readonly timeLimitKeys: readonly string[];
  /** Returns the command line that an entry runs on an operating system (a value of `process.platform`), or undefined where it has none. */
  lineOf(entry: Json, system: string): string | undefined;
  /** Files of the person that may switch off single hooks, by paths below the home folder. */
  readonly switchFiles?: readonly string[];
  /** The environment variable that names another folder for the files of `switchFiles`. */
  readonly homeVariable?: string;
  /** Tells whether the content of a file of `switchFiles` or of `files` may switch off some hook. */
  switchesOff?(settings: Json): boolean;
}

/**
 * How one vendor's agent words its payloads and its answers, made by `defineDialect`: all that is needed to read a
 * payload and to write an answer. Most fields are tables, which are used both to decode and to encode. They are shared by the
 * whole process and not frozen, since that would cost time at every start: nobody may change them.
 *
 * @experimental Fields are added and changed when more clients need it.
 */
export interface Dialect {
  /** The name that commands and settings use, such as `claude`. */
  readonly id: string;
  /** The name for people, such as `Claude Code`. */
  readonly title: string;
  /** The path of the payload field that names the event: a key at the top, or one in an object there. */
  readonly eventKey: string;
  /**
   * Returns the native event of a payload, for an agent whose payloads do not all have `eventKey`. Returns
   * undefined where the payload is not this vendor's. Absent: the field `eventKey` names the event.
   */
  nativeOf?(payload: Json): string | undefined;
  readonly bindings: Bindings;
  readonly tools: readonly ToolRow[];
  /** The fields of a tool result, for tools whose row has no `result`. */
  readonly result: Fields;
  readonly mcp: McpNames;
  /**
   * Native names of tools that may have a bare text as input → the name of the argument that the text is. Absent: the
   * input of every tool is an object.
   */
  readonly bareInputKeys?: Readonly<Record<string, string>>;
  /** Computes canonical fields of a tool event that are missing after decoding from its other fields. */
  readonly fillCallAfterDecoding?: Readonly<Record<string, ComputeField>>;
  /** Computes canonical fields that are missing after decoding any event, as {@link Binding.fillAfterDecoding} does for one. */
  readonly fillAfterDecoding?: Binding['fillAfterDecoding'];
  /** Returns how certain it is that a payload is this vendor's: 0 no, 1 perhaps, 2 yes. */
  recognises(payload: Json): 0 | 1 | 2;
  /**
   * Tells whether a payload that `recognises` takes for this vendor's has nothing that is the vendor's alone: no other agent
   * with an adapter sends it, but one without an adapter may. Absent: never.
   */
  sharesForm?(payload: Json): boolean;
  /**
   * An environment variable that the agent sets for its hooks and that tells it from agents with like payloads. Absent:
   * its payloads tell, or it sets none.
   */
  readonly ownVariable?: string;
  /** Converts a response to output and an exit code. Absent: one JSON object is printed on stdout, with exit code 0. */
  printResponse?(response: Json | null, binding: Binding): PrintedAnswer;
  /** A hook that ends with exit code 2 refuses nothing at some gate before a tool call. Absent: it refuses at each. */
  readonly ignoresExitCodes?: true;
  /** What happens to an argument that a rewritten input omits: `merge` keeps its value, `replace` removes it. */
  readonly rewrites: 'merge' | 'replace';
  /**
   * It was not found out whether `allow` skips the approval of the person. So that a hook of this agent
   * never skips it under another host, `allow` counts as no opinion there.
   */
  readonly unsureAllow?: true;
  /** How much of an answer the vendor reads, made by `limitAnswers`. Absent: no limit was found. */
  readonly answerLimit?: AnswerLimit;
  /** How the agent finds files. Absent: a path is resolved by its text against the project folder. */
  readonly paths?: Paths;
  /** The source of the project folder, as measured. Folders that a tool changes to are not meant. */
  readonly project: ProjectSource;
  /** The variable that the vendor sets to the id of the session. Absent: it sets none. */
  readonly sessionVariable?: string | undefined;
  /**
   * Returns the path, below the home folder, of the file that holds the conversation of a session, or undefined where
   * it depends on more. Absent: payloads tell the path, or it cannot be computed.
   *
   * @param session Letters, digits, `_` and `-`.
   * @param project The project folder. Undefined: it is not known.
   */
  transcriptOf?(session: string, project: string | undefined): string | undefined;
}

/**
 * How an agent runs several hooks of one event, and makes one answer of theirs. Without it: the hooks run at the same time.
 * Of their decisions the strictest counts, with the reasons of all hooks that gave it. The texts in `joined` are
 * joined in the order of the hooks. Of any other key the last value counts.
 */
export interface Merging {
  /**
   * Hooks run one after another, each with the call as those before it changed it. One that refuses or asks is the
   * last. Absent: only hooks whose line says `--in-turn true` run one after another, and none ends the list.
   */
  readonly inTurn?: true;
  /**
   * Groups of native events that are fired for one call, in order. Hooks of a later group get the call as those of the
   * groups before it changed it, and are not run if one of these refused it.
   */
  readonly stages?: readonly (readonly string[])[];
  /**
   * What else of the answer of a hook that ended with 0 the hooks after it get, where they run in turn: `request`: its
   * changes of the model request; `context`: its context at a prompt, behind the prompt. Absent: nothing but the changed call.
   */
  readonly passesOn?: readonly ('request' | 'context')[];
  /** Whose reasons are shown. Absent: those of all hooks whose decision counts. `every`: those of other hooks too. */
  readonly reasons?: 'first' | 'every';
  /** Keys whose texts are joined. Absent: the reasons, the message, the context, the follow-up and the text in place of a result. */
  readonly joined?: readonly OutcomeKey[];
  /** What stands between joined texts. Absent: a line break. */
  readonly separator?: string;
}

/**
 * All that we know about one vendor's agent: its dialect, and how it starts hooks, reads what they print, matches
 * them and resolves paths. Made by `defineAdapter`, or from a dialect by `extendDialect`.
 *
 * @experimental Fields are added and changed when more clients need it.
 */
export interface Adapter extends Dialect {
  /** The path of the settings file with its hooks, below a project or the home folder. */
  readonly hooksIn: string;
  /** Response fields that the vendor's pages document for all events, also for events that ignore them. */
  readonly commonFields?: readonly string[];
  /**
   * Name of a native event → functions that compute canonical fields which are missing before its payload is written, as
   * those of {@link Binding.fillBeforeEncoding}. `*` stands for every event. They are here and not in the dialect,
   * since only whoever writes payloads needs them.
   */
  readonly fillBeforeEncoding?: FillsByEvent;
  readonly matchers: Matchers;
  /** Lists further names of an MCP tool that a matcher may have been written for, besides the one that `mcp.write` returns. */
  listOtherMcpNames?(mcp: McpTool): string[];
  /**
   * Tells whether a rule, which an entry may have besides a matcher, lets its hook start for a native event and
   * its payload. Returns true where that cannot be decided. Absent: the vendor has no such rules.
   */
  matchesRule?(rule: string, call: { native: string; payload: Json }): boolean;
  /** Converts a finished command to what the vendor takes from it: a response, a refusal or a failure. */
  readFinished(finished: Finished, binding: Binding): Reading;
  /**
   * Hooks may answer in the format of any agent, as its tables state it. A verdict in words that no agent
   * knows is a failure of the hook.
   */
  readonly takesAnyWords?: true;
  /** Rewrites a response that uses alternative fields of the vendor into the fields of the tables. */
  normaliseResponse?(response: Json, binding: Binding): Json;
  readonly runtime: Runtime;
  /** How several hooks of one event become one answer. */
  readonly merging?: Merging;
  /** How hooks that are addresses are asked. Absent: its hooks are commands only. */
  readonly http?: Http;
  /** The ids of agents whose settings this agent loads besides its own. The hooks in them receive this agent's payloads. */
  readonly loads?: readonly string[];
  /** Tells which hooks of this agent's own settings are certain to run. Absent: it loads no other agent's settings. */
  readonly ownHooks?: OwnHooks;
  /** The vendor itself limits how many follow-ups a hook gets in a row. */
  readonly capsLoops?: true;
  /**
   * The retry flag is the field of a stop event that says that a hook has already asked for a follow-up
   * (canonical: `retry`). Here it stays true until the turn ends, whatever tools ran in between. A stop
   * without the flag is therefore the first of its turn. Absent: the vendor has no such flag, or resets it.
   */
  readonly keepsRetry?: true;
  /**
   * Finds the project folder, for an agent that may run hooks in a folder below it: searches upwards for
   * settings that contain the shim line of this run, or else for a runner. Undefined: no such folder was
   * found. Absent: hooks run in the project folder.
   *
   * @param line The words of the shim line that started this run.
   */
  rootOf?(line: readonly string[], world: World): string | undefined;
  /**
   * Lists what a decoded call really does in this agent, where that differs from its arguments. There is
   * an inner list for each action of the call: first the action as it was written, then the others that
   * the agent may do in its place. A fetch of two addresses, of which this agent changes the first one
   * before it asks for it, gives `[[fetch of A, fetch of changed A], [fetch of B]]`. Absent or empty: the
   * call does what it says. Throws `tool` where the actions cannot be known, so that a gate refuses.
   */
  listCallMeanings?(event: Draft, world: World): readonly (readonly Draft[])[];
  /** Lists the calls that the agent makes by itself before a call. Hooks are run for each of them first. */
  listPrecedingCalls?(event: Draft): readonly Draft[];
  /**
   * Purpose of a tool that is no canonical tool → this agent's name for the tool. Other agents may have the tool
   * under other names: a guard that was written for this agent is told this agent's name for it.
   */
  readonly equivalentTools?: EquivalentTools;
  /** Tools whose calls do the work of several other calls, by native name. */
  readonly composites?: Readonly<Record<string, Composite>>;
}
