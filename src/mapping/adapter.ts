import type { EventName, Payload, Rest } from '../canonical/event.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Json } from '../util/json.ts';
import type { EquivalentTools } from './equivalent-tools.ts';
import type { Matchers } from './matchers.ts';

/**
 * A canonical event while it is being decoded or encoded. Any field may be missing, and an adapter
 * may add fields of its own. Decoding checks the kind of each field that stands here; with
 * {@link Context.invalidPaths}, only `input` and `result` may keep a value of another kind.
 */
export type Draft = Json & Partial<Payload<'workspace-open'>> & CallFields & DraftFields;

/** What a draft says of a tool call. */
type CallFields = {
  [K in 'tool' | 'name' | 'input' | 'mcp' | 'result']?: Payload<'after-tool'>[K] | undefined;
};

/** Fields of a draft that belong to some events, and those that belong to every draft. */
type DraftFields = Pick<Payload<'stop'>, 'loopCount'> & {
  event: EventName;
  rest?: Rest | undefined;
};

/** What stands on a disk. Nothing throws: what cannot be known is as if it were not there. */
export interface Disk {
  exists(path: string): boolean;
  /** Where a path leads, every link followed, as far as it exists; as on the disk in letter case. */
  real(path: string): string;
  /** The person's folder, where `~` leads. */
  home(): string;
  /** What stands in a folder, by name. */
  entries(path: string): readonly { name: string; is: 'file' | 'folder' | 'other' }[];
}

/** What the client gave the hook's process beside the payload. */
export interface Surroundings {
  /** The folder it was started in; undefined: that is gone. */
  folder(): string | undefined;
  variable(name: string): string | undefined;
}

/** What can be fetched from outside the payload, lazily. */
export interface World {
  /** Text of a regular file; `missing` or `unreadable` where there is none to give. */
  file(path: string): { text: string } | { missing: true } | { unreadable: string };
  now(): Date;
  /** What this session remembers under a name. */
  recall(name: string): unknown;
  /** Without one, paths are what their text says. */
  disk?: Disk;
  /** Without them, the payload alone says where the session is. */
  surroundings?: Surroundings;
}

/** What states the project of a session. A call of the model can change none of them. */
export type ProjectSource =
  /** The field that `cwd` is read from: the same at every event of a session. */
  | 'payload'
  /** The folder that the client starts its hooks in: no tool moves it. */
  | 'process'
  /** A variable that the client sets for its hooks, over one that it inherited. */
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

/** A change of spelling that needs to see more than its own value. */
export interface Codec {
  /** Only spells anew what older clients spelled otherwise: their spelling is not kept. */
  respells?: true;
  /** All that the vendor says here, and what it says for anything else. */
  words?: readonly string[];
  other?: string;
  /** `beside`: the native object it stands in. */
  read(value: unknown, context: Context, beside?: Json): unknown;
  write(value: unknown, context: Context): unknown;
}

/** One canonical field in one native place. */
export interface Row {
  /** Native path. Several: the first found is read, the first is written. */
  at: string | readonly string[];
  /** Paths of older pages and of scripts: read last, written only into what is made for another agent's event. */
  older?: string | readonly string[];
  /** Write every path of `at`. */
  all?: boolean;
  /** Read every path, and join what differs with newlines. */
  join?: boolean;
  codec?: Codec;
  /** The native value is JSON in a string; `or-text`: or any other text. */
  json?: true | 'or-text';
  /** Understood, never written. */
  readOnly?: true;
  /** Honoured for this tool alone. */
  only?: ToolName;
  /** Whether an outcome's value has a form the vendor can use, of this tool; unless said, any has. */
  accepts?(value: unknown, tool?: unknown): boolean;
  /** Written when there is nothing canonical to write. */
  supply?: Supply;
  /** Canonical word → native word. A word that is missing cannot be written. */
  words?: Readonly<Record<string, unknown>>;
  /** Further native words that are understood. */
  aliases?: Readonly<Record<string, string>>;
  /** Native siblings that must hold one of these when read; the first is written. */
  with?: Readonly<Record<string, readonly unknown[]>>;
  /** What is read when `with` holds and there is nothing of use at the path. */
  blank?: unknown;
  /** Another form of the same: read where this one says nothing, written where it has no words. */
  or?: Row;
  /** Native siblings written beside it, unless something else wrote them. */
  implies?: Readonly<Record<string, unknown>>;
  /** The model still sees what this was to replace: how bad that is. */
  unhidden?: 'unsafe' | 'lossy';
}

export type Native = string | Row;
/** Canonical path → native place. */
export type Fields<P extends string = string> = { readonly [path in P]?: Native };

export type Derive = (event: Draft, world: World) => unknown;
export type Supply = string | number | boolean | null | readonly [] | ((event: Draft) => unknown);

/** One native hook event and what it says in canonical terms. */
export interface Binding<E extends EventName = EventName> {
  readonly event: E;
  readonly native: string;
  /** Canonical literals the native name implies: filled in on decode, required on encode. */
  readonly given?: Readonly<Record<string, string | readonly string[]>>;
  readonly payload: Fields;
  /** Canonical fields told by others, when they are missing, after decoding. */
  readonly infer?: Readonly<Record<string, Derive>>;
  /** Canonical fields computed from others, or read by the world (files, clock, memory), when they are missing, before encoding. */
  readonly derive?: Readonly<Record<string, Derive>>;
  /** Whether the vendor fires it for an event that is as `given` says; unless said, it does. */
  readonly firesFor?: (event: Draft) => boolean;
  /** Canonical fields without which the vendor would not fire this event. */
  readonly requires?: readonly string[];
  /** Native fields nothing canonical feeds. Never believed when read. */
  readonly supply?: Readonly<Record<string, Supply>>;
  readonly outcome: { readonly [K in OutcomeKey]?: Native };
  /** Further fields that the vendor's pages give an answer here, and that have no effect. */
  readonly ignored?: readonly string[];
  /** What silence is called here; null: print nothing. */
  readonly silence: Json | null;
  /** What a matcher is held against: native paths, or `=` and a fixed word. */
  readonly subject?: string | readonly string[];
  /** What the subject holds has names of the vendor's own: of another agent's, every matcher matches. */
  readonly ownNames?: true;
  /** Time a hook has here when its settings do not say, in milliseconds; absent: as the runtime has it. */
  readonly timeout?: number;
  /** Field values that say the prompt before it goes on: no prompt hook is told. */
  readonly continues?: Readonly<Record<string, unknown>>;
  /** Field values with which it is fired many times a prompt, whether or not it happens. */
  readonly eager?: Readonly<Record<string, unknown>>;
  /** What a later event of the session needs: its name in memory, and the canonical field. */
  readonly remembers?: Readonly<Record<string, string>>;
  /** Names in memory that an event fired side by side with this one fills: it may be told later. */
  readonly awaits?: readonly string[];
}

/** The native events of an agent, each made when first asked for. */
export interface Bindings {
  readonly natives: readonly string[];
  named(native: unknown): Binding | undefined;
  /** The canonical event of one that there is. */
  eventOf(native: string): EventName;
  /** Those of one canonical event, in the order they are preferred. */
  of(event: EventName): readonly Binding[];
  all(): readonly Binding[];
}

/** A tool under its native names: the first is written, all are read. */
export interface ToolRow {
  readonly tool: ToolName;
  readonly names: readonly string[];
  readonly input: Fields;
  readonly result?: Fields;
  /** Fields of the native result that nothing canonical feeds. */
  readonly resultSupply?: Readonly<Record<string, Supply>>;
  /** Native arguments that must hold for this row to apply. */
  readonly when?: Readonly<Record<string, unknown>>;
  /** Whether native arguments are for this row, where a value of one does not say so. */
  fits?(input: Json): boolean;
  /** What the event calls the tool, where one native name has several rows. */
  readonly called?: string;
  /** Understood, never written. */
  readonly readOnly?: true;
}

/** The MCP server that a tool belongs to, where it is known, and the tool's own name. */
export interface McpTool {
  server?: string | undefined;
  tool: string;
}

/** How MCP tools are called. */
export interface McpNames {
  /** The server and the tool a native name may stand for; undefined: not an MCP tool. */
  read(name: string): McpTool | undefined;
  write(mcp: McpTool): string;
  /** Every name a matcher may have been written for. */
  names(mcp: McpTool): string[];
  /** Servers and tools that go by the same name: all, where they are few. */
  listSameNamed?(mcp: { server: string; tool: string }): { server: string; tool: string }[];
  /** What is the same for all names that become one here. */
  foldName?(name: string): string;
  /** Names under which it may stand in a list of tools; absent: as written. */
  listOfferedNames?(mcp: { server: string; tool: string }): string[];
}

/** How a command came to its end. */
export type Ending = {
  code: number | null;
  signal?: string | null;
} /** By itself, or by a signal that somebody sent. */ & (
  | { timedOut?: never; tooMuch?: never; notStarted?: never; unanswered?: never }
  /** By us: its time was over, or it printed more than is read. */
  | { timedOut: true; tooMuch?: never; notStarted?: never; unanswered?: never }
  | { tooMuch: true; timedOut?: never; notStarted?: never; unanswered?: never }
  /** It never began, and why. */
  | { notStarted: string; timedOut?: never; tooMuch?: never; unanswered?: never }
  /** An address gave no answer, and what it did; `ours`: no vendor says what that counts as. */
  | { unanswered: string; ours?: true; timedOut?: never; tooMuch?: never; notStarted?: never }
);

/** A hook command that is over: its exit code, null when a signal ended it or it never ran. */
export type Finished = Ending & {
  stdout: string;
  stderr: string;
  /** What it wrote into files of the vendor's, by the variable that names each. */
  files?: Readonly<Record<string, string>>;
};

/** An answer as its vendor hears it. */
export interface PrintedAnswer {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** What is to stand in files of the vendor's, by the variable that names each. */
  files?: Readonly<Record<string, string>>;
}

/** What a vendor takes from a finished command. */
export type Reading = {
  /** The text it was read from; stdout unless said. */
  text?: string;
  /** The hook failed, and how: what stands beside it is what the vendor takes all the same. */
  failure?: string;
  /** Paths of the answer that nobody hears. */
  unheard?: readonly string[];
} /** The native response; without one, it has no opinion. */ & (
  | { response?: Json; deny?: never; stricter?: never }
  /** A refusal that no response words; `stricter`: ours, the vendor would have taken something else. */
  | { deny: string; stricter?: true; response?: never }
);

/** The process a hook command expects around it. */
export interface Runtime {
  shell: 'bash' | 'sh';
  /** Variables the vendor sets for a hook. */
  env(event: Draft): Record<string, string | undefined>;
  /** Variables the vendor replaces in the command line, as `$NAME`. */
  expands: readonly string[];
  /** Of those, the ones it never sets, and which variable's value each has. */
  aliases?: Readonly<Record<string, string>>;
  /** Variables the vendor sets whose values nobody else can know. */
  unsupplied: readonly string[];
  /**
   * Further variables that it sets for the hooks of a plugin alone. The first has the plugin's
   * folder; what is relative is below the project.
   */
  ofPlugin?: readonly string[];
  /** The vendor replaces every `$NAME` of its settings from its own environment. */
  substitutes?: true;
  /** Time a hook has when its settings do not say, in milliseconds. */
  timeout: number;
  /** Follow-ups in a row a hook may ask for; null: no limit. */
  loopLimit: number | null;
  /** A hook's stdin is a pipe, which can be read once. Absent: a socket, or what nobody has seen. */
  stdin?: 'pipe';
  /** Waits until both pipes of a hook are closed; where that is not known, a gate alone is waited for. */
  waitsForPipes?: true;
  /** At a gate, more text after an answer makes a refusal of it: it counts when stdout is closed. */
  isSpoiltByMoreText?: true;
  /** A command that cannot start blocks. */
  blocksUnstarted: boolean;
}

/** What came back from an address, with a status of success. */
export interface Reply {
  status: number;
  /** Its `content-type`, as it came. */
  type: string;
  body: string;
}

/** How a vendor asks hooks that are addresses. */
export interface Http {
  /** A reply as what a command would have printed; `undefined`: it counts as none. Absent: its body. */
  readReply?(reply: Reply): string | undefined;
  /** A reply that has begun is waited for without end. */
  waitsForReply?: true;
  /** Any variable of the environment is put into headers, and into the address. */
  resolvesEveryVariable?: true;
}

/** What a path argument is for: a file to open or to edit, a folder to search, a folder as it is. */
export type PathUse = 'file' | 'edit' | 'search' | 'folder';

/** A path as a model wrote it. */
export interface Spelled {
  text: string;
  use: PathUse;
  /** The project, where the payload tells it. */
  root: string | undefined;
}

/** How an agent finds the file for the path a model wrote. */
export interface Paths {
  /** What it opens, absolute and normalised; what the text says against the project unless given. */
  resolveOpened?(spelled: Spelled, disk?: Disk): string;
  /** Hooks are told what the model wrote, which may be relative to the project. */
  asWritten?: true;
  /** Follows a link before the `..` behind it, as the kernel does, or may. */
  byLink?: true;
  /** Where else it finds a file to edit that is not where its path says. Throws `tool`. */
  findEditedFiles?(spelled: Spelled, disk: Disk): readonly string[];
}

/** A tool that does what several others do. */
export interface Composite {
  /** The tool that the table of tools takes it for; it does that and more. Absent: the table has none. */
  tool?: ToolName;
  /** Arguments with which it does all that it can. */
  sample: Json;
  /** The argument that a call with a bare text has. */
  text?: string;
  /** The calls it stands for, in order. Throws `tool` where they cannot be known. */
  calls(event: Draft, world: World): readonly Draft[];
}

/** The hooks of an agent's own settings, as far as a run must know which of them surely run. */
export interface OwnHooks {
  /** Files below the project; `*`: any name. */
  readonly files: readonly string[];
  /** Files of another agent below the project that it loads as well. */
  readonly loads: readonly string[];
  /** An id that every hook of one firing of an event receives, and no other firing has, if there is one. */
  firing(payload: Json): string | undefined;
  /** Hooks of one firing are started at once; absent: its own first, one after another. */
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
  /** The event of a payload, where none of its fields names it; undefined: none of this vendor's. */
  nativeOf?(payload: Json): string | undefined;
  readonly bindings: Bindings;
  /** Fields that its pages give every answer, whether or not the event honours them. */
  readonly commonFields?: readonly string[];
  readonly tools: readonly ToolRow[];
  /** Results of tools without a `result` of their own. */
  readonly result: Fields;
  readonly mcp: McpNames;
  readonly matchers: Matchers;
  /**
   * Whether a rule beside a matcher lets a hook be started for what it is told; what cannot be
   * decided does. Absent: it has no such rules.
   */
  matchesRule?(rule: string, told: { native: string; payload: Json }): boolean;
  /** Canonical fields of a tool event told by others. */
  readonly inferCall?: Readonly<Record<string, Derive>>;
  /** How sure we are that a payload is this vendor's: 0 no, 1 perhaps, 2 yes. */
  recognises(payload: Json): 0 | 1 | 2;
  readFinished(finished: Finished, binding: Binding): Reading;
  /** How a response is said; absent: as one JSON object on stdout, at exit code 0. */
  printResponse?(response: Json | null, binding: Binding): PrintedAnswer;
  /**
   * Its hooks may answer in the words of every agent, as the tables of each say; a verdict in words
   * that nobody knows is a failure of the hook.
   */
  readonly takesAnyWords?: true;
  /** A response in the words of the tables, where the vendor has others for the same. */
  normaliseResponse?(response: Json, binding: Binding): Json;
  /** What becomes of an argument that a rewritten input leaves out: it keeps its value, or goes. */
  readonly rewrites: 'merge' | 'replace';
  readonly runtime: Runtime;
  /** Absent: its hooks are commands, and what becomes of a failed request is not for it to say. */
  readonly http?: Http;
  /** Agents whose settings it loads beside its own: their hooks are told its own payloads. */
  readonly loads?: readonly string[];
  /** Its own hooks beside those; absent: it loads no other's. */
  readonly ownHooks?: OwnHooks;
  /** An `allow` may skip the person's approval or may not: under another agent it is no opinion. */
  readonly unsureAllow?: true;
  /** Characters of an answer that it reads; the rest is cut off. Absent: no limit was found. */
  readonly longest?: number;
  /** Caps follow-ups by itself. */
  readonly capsLoops?: true;
  /**
   * Its retry flag at a stop is true until the turn ends, whatever tools ran: a stop without it
   * begins anew. Absent: it does not say so, or forgets it.
   */
  readonly keepsRetry?: true;
  readonly paths?: Paths;
  /** Measured: what a tool moves is no statement of it. */
  readonly project: ProjectSource;
  /**
   * The folder in whose settings a line of a project stands, by the words of that line, for an agent
   * that runs hooks in folders below it; undefined where that cannot be known. Absent: hooks run there.
   */
  rootOf?(line: readonly string[], world: World): string | undefined;
  /**
   * What a decoded call really does here, when that is more or other than its words say, in order:
   * of each thing that it does first what is written, then what else that leads to, or may mean.
   * Absent or empty: the call as decoded. Throws `tool` where it cannot be known: a gate refuses.
   */
  listCallMeanings?(event: Draft, world: World): readonly (readonly Draft[])[];
  /** What this agent does on its way to a call: its hooks are told of each before the call. */
  listPrecedingCalls?(event: Draft): readonly Draft[];
  /** Tools that other agents have by another name, and no row tells: guards may know one by it. */
  readonly equivalentTools?: EquivalentTools;
  /** Tools without a row that do what others do, by name. */
  readonly composites?: Readonly<Record<string, Composite>>;
}
