// Generated from the schemas of event.ts, tool.ts, outcome.ts and hook.ts by `npm run shapes -- --write`: change those.
// biome-ignore-all format: a generated file keeps one line a field

/** A canonical tool. */
export type ToolName = 'shell' | 'read' | 'write' | 'edit' | 'delete' | 'list' | 'glob' | 'grep' | 'fetch' | 'search' | 'task' | 'todo' | 'mcp' | 'other';

/** How a call ended. `refused`: it never ran, because a hook or a person said no. */
export type CallStatus = 'ok' | 'failed' | 'timeout' | 'refused';

/** The tool of an MCP server, and how the server is reached. */
export type McpIdentity = {
  /** Absent where the host does not tell. */
  server?: string | undefined;
  tool: string;
  command?: string | undefined;
  args?: string[] | undefined;
  cwd?: string | undefined;
  url?: string | undefined;
  tcp?: string | undefined;
};

/** The arguments of the tool `shell`. */
export type ShellInput = {
  command: string;
  /** Absolute path. */
  directory?: string | undefined;
  description?: string | undefined;
  background?: boolean | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
  sandbox?: boolean | undefined;
};

/** The result of the tool `shell`, as far as the host tells it. */
export type ShellResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
  output?: string | undefined;
  exitCode?: number | undefined;
};

/** The arguments of the tool `read`. */
export type ReadInput = {
  /** Absolute path. */
  path: string;
  /** First line, from 1. */
  start?: number | undefined;
  /** Last line, included. */
  end?: number | undefined;
  /** What the file holds, where the host tells it. */
  content?: string | undefined;
  attachments?: unknown[] | undefined;
};

/** The result of the tool `read`, as far as the host tells it. */
export type ReadResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
  /** Characters read. */
  length?: number | undefined;
};

/** The arguments of the tool `write`. */
export type WriteInput = {
  /** Absolute path. */
  path: string;
  content: string;
};

/** The result of the tool `write`, as far as the host tells it. */
export type WriteResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `edit`. */
export type EditInput = {
  /** Absolute path. */
  path: string;
  old: string;
  new: string;
  /** Every occurrence, not exactly one. */
  all?: boolean | undefined;
  instruction?: string | undefined;
  /** Every edit, where one call makes several. */
  edits?: Record<string, unknown>[] | undefined;
};

/** The result of the tool `edit`, as far as the host tells it. */
export type EditResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `delete`. */
export type DeleteInput = {
  /** Absolute path. */
  path: string;
};

/** The result of the tool `delete`, as far as the host tells it. */
export type DeleteResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `list`. */
export type ListInput = {
  /** Absolute path. */
  path: string;
  ignore?: string[] | undefined;
};

/** The result of the tool `list`, as far as the host tells it. */
export type ListResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `glob`. */
export type GlobInput = {
  pattern: string;
  /** Absolute path. */
  path?: string | undefined;
  caseSensitive?: boolean | undefined;
};

/** The result of the tool `glob`, as far as the host tells it. */
export type GlobResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `grep`. */
export type GrepInput = {
  pattern: string;
  /** Absolute path. */
  path?: string | undefined;
  include?: string | undefined;
  exclude?: string | undefined;
};

/** The result of the tool `grep`, as far as the host tells it. */
export type GrepResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `fetch`. */
export type FetchInput = {
  url?: string | undefined;
  prompt?: string | undefined;
};

/** The result of the tool `fetch`, as far as the host tells it. */
export type FetchResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `search`. */
export type SearchInput = {
  query: string;
};

/** The result of the tool `search`, as far as the host tells it. */
export type SearchResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `task`. */
export type TaskInput = {
  prompt: string;
  /** Kind of subagent. */
  agent?: string | undefined;
  description?: string | undefined;
  model?: string | undefined;
};

/** The result of the tool `task`, as far as the host tells it. */
export type TaskResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `todo`. */
export type TodoInput = {
  items: unknown[];
};

/** The result of the tool `todo`, as far as the host tells it. */
export type TodoResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `mcp`. */
export type McpInput = Record<string, unknown>;

/** The result of the tool `mcp`, as far as the host tells it. */
export type McpResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of the tool `other`. */
export type OtherInput = Record<string, unknown>;

/** The result of the tool `other`, as far as the host tells it. */
export type OtherResult = {
  /** What the model was shown. */
  text?: string | undefined;
  /** What the person was shown. */
  display?: unknown;
  /** Why the tool failed. */
  error?: { message: string; type?: string | undefined } | undefined;
};

/** The arguments of each tool. */
export type ToolInputs = {
  shell: ShellInput;
  read: ReadInput;
  write: WriteInput;
  edit: EditInput;
  delete: DeleteInput;
  list: ListInput;
  glob: GlobInput;
  grep: GrepInput;
  fetch: FetchInput;
  search: SearchInput;
  task: TaskInput;
  todo: TodoInput;
  mcp: McpInput;
  other: OtherInput;
};

/** The result of each tool. */
export type ToolResults = {
  shell: ShellResult;
  read: ReadResult;
  write: WriteResult;
  edit: EditResult;
  delete: DeleteResult;
  list: ListResult;
  glob: GlobResult;
  grep: GrepResult;
  fetch: FetchResult;
  search: SearchResult;
  task: TaskResult;
  todo: TodoResult;
  mcp: McpResult;
  other: OtherResult;
};

/** The fields that every event may have. */
export type BaseFields = {
  /** Id of the conversation. */
  session?: string | undefined;
  /** Id of one prompt and the answer to it. */
  turn?: string | undefined;
  /** Project directory, absolute. */
  cwd?: string | undefined;
  /** Where the shell of the agent stands, unless in the project. */
  directory?: string | undefined;
  /** Workspace folders, absolute. */
  roots?: string[] | undefined;
  /** ISO 8601, UTC. */
  time?: string | undefined;
  /** Path of the conversation so far. */
  transcript?: string | null | undefined;
  /** Name of the model. */
  model?: string | undefined;
  /** Id of the model, where the host tells both. */
  modelId?: string | undefined;
  /** Settings of the model. */
  modelParams?: unknown[] | undefined;
  /** Version of the agent. */
  version?: string | undefined;
  /** E-mail address of the person. */
  user?: string | null | undefined;
  /** Agent, ask, edit …. */
  mode?: string | undefined;
  /** No person is watching. */
  background?: boolean | undefined;
  /** Id of the sub-agent it happens in. */
  agent?: string | undefined;
  /** Kind of that sub-agent, or of the main one. */
  agentType?: string | undefined;
  /** Id of the one that sub-agent works for. */
  parentAgent?: string | undefined;
  /** What is asked of the person, in the words of the host. */
  permissionMode?: string | undefined;
  /** How long the model thinks, in the words of the host. */
  effort?: string | undefined;
};

/** The fields of the event `session-start`. */
export type SessionStartFields = BaseFields & {
  /** Startup, resume or clear. */
  source?: string | undefined;
  /** What it begins with. */
  prompt?: string | undefined;
};

/** The fields of the event `session-end`. */
export type SessionEndFields = BaseFields & {
  reason?: string | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  finalStatus?: string | undefined;
  error?: string | undefined;
};

/** The fields of the event `prompt`. */
export type PromptFields = BaseFields & {
  prompt: string;
  attachments?: unknown[] | undefined;
};

/** The fields of the event `stop`. */
export type StopFields = BaseFields & {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  cacheReadTokens?: number | undefined;
  cacheWriteTokens?: number | undefined;
  prompt?: string | undefined;
  /** What the agent answered last. */
  response?: string | undefined;
  /** Completed, aborted or error. */
  status?: string | undefined;
  /** This turn was itself asked for by a hook. */
  retry?: boolean | undefined;
  /** Follow-ups asked for by hooks since the last prompt. */
  loopCount?: number | undefined;
};

/** The fields of the event `response`. */
export type ResponseFields = BaseFields & {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  cacheReadTokens?: number | undefined;
  cacheWriteTokens?: number | undefined;
  text: string;
};

/** The fields of the event `thought`. */
export type ThoughtFields = BaseFields & {
  text: string;
  /** Milliseconds. */
  duration?: number | undefined;
};

/** The fields of the event `before-model`. */
export type BeforeModelFields = BaseFields & {
  request: Record<string, unknown>;
};

/** The fields of the event `after-model`. */
export type AfterModelFields = BaseFields & {
  request: Record<string, unknown>;
  response: Record<string, unknown>;
};

/** The fields of the event `tool-selection`. */
export type ToolSelectionFields = BaseFields & {
  request: Record<string, unknown>;
};

/** The fields of the event `before-tool`. */
export type BeforeToolFields = BaseFields & {
  /** A name of the table of tools. */
  tool: ToolName;
  /** What the host calls the tool. */
  name: string;
  /** The arguments, by the keys of the table of tools. */
  input: Record<string, unknown>;
  /** Server and tool, for a tool of an MCP server. */
  mcp?: McpIdentity | undefined;
  /** Id of the call. */
  callId?: string | undefined;
  /** The tool first asked for, on a tail call. */
  requestedName?: string | undefined;
  /** What the agent said about the call. */
  note?: string | undefined;
};

/** The fields of the event `after-tool`. */
export type AfterToolFields = BaseFields & {
  /** A name of the table of tools. */
  tool: ToolName;
  /** What the host calls the tool. */
  name: string;
  /** The arguments, by the keys of the table of tools. */
  input: Record<string, unknown>;
  /** Server and tool, for a tool of an MCP server. */
  mcp?: McpIdentity | undefined;
  /** Id of the call. */
  callId?: string | undefined;
  /** The tool first asked for, on a tail call. */
  requestedName?: string | undefined;
  /** What the agent said about the call. */
  note?: string | undefined;
  result?: Record<string, unknown> | undefined;
  status?: CallStatus | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  interrupted?: boolean | undefined;
};

/** The fields of the event `tool-batch`. */
export type ToolBatchFields = BaseFields & {
  /** As the host words them. */
  calls: Record<string, unknown>[];
};

/** The fields of the event `permission`. */
export type PermissionFields = BaseFields & {
  /** A name of the table of tools. */
  tool: ToolName;
  /** What the host calls the tool. */
  name: string;
  /** The arguments, by the keys of the table of tools. */
  input: Record<string, unknown>;
  /** Server and tool, for a tool of an MCP server. */
  mcp?: McpIdentity | undefined;
  /** Id of the call. */
  callId?: string | undefined;
  /** The tool first asked for, on a tail call. */
  requestedName?: string | undefined;
  /** What the agent said about the call. */
  note?: string | undefined;
  suggestions?: unknown[] | undefined;
};

/** The fields of the event `permission-denied`. */
export type PermissionDeniedFields = BaseFields & {
  /** A name of the table of tools. */
  tool: ToolName;
  /** What the host calls the tool. */
  name: string;
  /** The arguments, by the keys of the table of tools. */
  input: Record<string, unknown>;
  /** Server and tool, for a tool of an MCP server. */
  mcp?: McpIdentity | undefined;
  /** Id of the call. */
  callId?: string | undefined;
  /** The tool first asked for, on a tail call. */
  requestedName?: string | undefined;
  /** What the agent said about the call. */
  note?: string | undefined;
  reason?: string | undefined;
};

/** The fields of the event `expansion`. */
export type ExpansionFields = BaseFields & {
  /** Slash_command or mcp_prompt. */
  type?: string | undefined;
  command: string;
  args?: string | undefined;
  source?: string | undefined;
  prompt: string;
};

/** The fields of the event `prompt-transformed`. */
export type PromptTransformedFields = BaseFields & {
  prompt: string;
  transformed: string;
};

/** The fields of the event `task-created`. */
export type TaskCreatedFields = BaseFields & {
  /** Id. */
  task?: string | undefined;
  subject: string;
  description?: string | undefined;
  status?: string | undefined;
  /** Validation, or postWrite once it stands. */
  phase?: string | undefined;
};

/** The fields of the event `task-completed`. */
export type TaskCompletedFields = BaseFields & {
  /** Id. */
  task?: string | undefined;
  subject: string;
  description?: string | undefined;
  status?: string | undefined;
  /** Validation, or postWrite once it stands. */
  phase?: string | undefined;
};

/** The fields of the event `error`. */
export type ErrorFields = BaseFields & {
  kind?: string | undefined;
  message?: string | undefined;
  details?: unknown;
  /** What the agent answered last. */
  response?: string | undefined;
  recoverable?: boolean | undefined;
};

/** The fields of the event `interrupt`. */
export type InterruptFields = BaseFields & {
  reason?: string | undefined;
};

/** The fields of the event `compact`. */
export type CompactFields = BaseFields & {
  /** Auto or manual. */
  trigger?: string | undefined;
  usagePercent?: number | undefined;
  contextTokens?: number | undefined;
  windowSize?: number | undefined;
  messages?: number | undefined;
  /** Messages that will be summarised. */
  compacting?: number | undefined;
  first?: boolean | undefined;
  /** What the person asks of the summary. */
  instructions?: string | null | undefined;
};

/** The fields of the event `compacted`. */
export type CompactedFields = BaseFields & {
  trigger?: string | undefined;
  summary?: string | undefined;
};

/** The fields of the event `notification`. */
export type NotificationFields = BaseFields & {
  type: string;
  message: string;
  title?: string | undefined;
  details?: Record<string, unknown> | undefined;
};

/** The fields of the event `display`. */
export type DisplayFields = BaseFields & {
  text: string;
  /** Id. */
  message?: string | undefined;
  index?: number | undefined;
  final?: boolean | undefined;
};

/** The fields of the event `subagent-start`. */
export type SubagentStartFields = BaseFields & {
  /** Id. */
  subagent?: string | undefined;
  type?: string | undefined;
  task?: string | undefined;
  /** Session id of the parent. */
  parent?: string | undefined;
  callId?: string | undefined;
  subagentModel?: string | undefined;
  parallel?: boolean | undefined;
  branch?: string | undefined;
};

/** The fields of the event `subagent-stop`. */
export type SubagentStopFields = BaseFields & {
  subagent?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  task?: string | undefined;
  description?: string | undefined;
  summary?: string | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  messages?: number | undefined;
  toolCalls?: number | undefined;
  loopCount?: number | undefined;
  modified?: string[] | undefined;
  /** This turn was itself asked for by a hook. */
  retry?: boolean | undefined;
  subagentTranscript?: string | null | undefined;
};

/** The fields of the event `completion-read`. */
export type CompletionReadFields = BaseFields & {
  path: string;
  content: string;
};

/** The fields of the event `completion-edit`. */
export type CompletionEditFields = BaseFields & {
  path: string;
  /** Old and new text of each. */
  edits: Record<string, unknown>[];
};

/** The fields of the event `workspace-open`. */
export type WorkspaceOpenFields = BaseFields;

/** The fields of the event `setup`. */
export type SetupFields = BaseFields & {
  trigger?: string | undefined;
};

/** The fields of the event `instructions`. */
export type InstructionsFields = BaseFields & {
  path: string;
  /** Whose they are. */
  type?: string | undefined;
  /** Why they are loaded. */
  reason?: string | undefined;
  /** Path of the file that includes it. */
  parent?: string | undefined;
  /** Path of the file that called for it. */
  trigger?: string | undefined;
  globs?: string[] | undefined;
};

/** The fields of the event `cwd-changed`. */
export type CwdChangedFields = BaseFields & {
  from?: string | undefined;
  to: string;
};

/** The fields of the event `directory-added`. */
export type DirectoryAddedFields = BaseFields & {
  path: string;
  source?: string | undefined;
};

/** The fields of the event `file-changed`. */
export type FileChangedFields = BaseFields & {
  path: string;
  change?: string | undefined;
};

/** The fields of the event `config-changed`. */
export type ConfigChangedFields = BaseFields & {
  source: string;
  path?: string | undefined;
};

/** The fields of the event `worktree-create`. */
export type WorktreeCreateFields = BaseFields & {
  /** Its name. */
  worktree: string;
};

/** The fields of the event `worktree-remove`. */
export type WorktreeRemoveFields = BaseFields & {
  path: string;
};

/** The fields of the event `elicitation`. */
export type ElicitationFields = BaseFields & {
  mode?: string | undefined;
  server: string;
  message?: string | undefined;
  schema?: Record<string, unknown> | undefined;
};

/** The fields of the event `elicitation-result`. */
export type ElicitationResultFields = BaseFields & {
  mode?: string | undefined;
  server: string;
  message?: string | undefined;
  action: string;
  content?: Record<string, unknown> | undefined;
};

/** The fields of the event `before-model-switch`. */
export type BeforeModelSwitchFields = BaseFields & {
  from?: string | undefined;
  to: string;
  /** As the person named it. */
  requested?: string | undefined;
  source?: string | undefined;
};

/** The fields of the event `model-switched`. */
export type ModelSwitchedFields = BaseFields & {
  from?: string | undefined;
  to: string;
  /** As the person named it. */
  requested?: string | undefined;
  source?: string | undefined;
};

/** The fields of the event `session-deleted`. */
export type SessionDeletedFields = BaseFields & {
  /** Id of the session. */
  deleted?: string | undefined;
};

/** The fields of the event `teammate-idle`. */
export type TeammateIdleFields = BaseFields & {
  teammate: string;
  team?: string | undefined;
};

/** The fields of each event. */
export type EventFields = {
  'session-start': SessionStartFields;
  'session-end': SessionEndFields;
  prompt: PromptFields;
  stop: StopFields;
  response: ResponseFields;
  thought: ThoughtFields;
  'before-model': BeforeModelFields;
  'after-model': AfterModelFields;
  'tool-selection': ToolSelectionFields;
  'before-tool': BeforeToolFields;
  'after-tool': AfterToolFields;
  'tool-batch': ToolBatchFields;
  permission: PermissionFields;
  'permission-denied': PermissionDeniedFields;
  expansion: ExpansionFields;
  'prompt-transformed': PromptTransformedFields;
  'task-created': TaskCreatedFields;
  'task-completed': TaskCompletedFields;
  error: ErrorFields;
  interrupt: InterruptFields;
  compact: CompactFields;
  compacted: CompactedFields;
  notification: NotificationFields;
  display: DisplayFields;
  'subagent-start': SubagentStartFields;
  'subagent-stop': SubagentStopFields;
  'completion-read': CompletionReadFields;
  'completion-edit': CompletionEditFields;
  'workspace-open': WorkspaceOpenFields;
  setup: SetupFields;
  instructions: InstructionsFields;
  'cwd-changed': CwdChangedFields;
  'directory-added': DirectoryAddedFields;
  'file-changed': FileChangedFields;
  'config-changed': ConfigChangedFields;
  'worktree-create': WorktreeCreateFields;
  'worktree-remove': WorktreeRemoveFields;
  elicitation: ElicitationFields;
  'elicitation-result': ElicitationResultFields;
  'before-model-switch': BeforeModelSwitchFields;
  'model-switched': ModelSwitchedFields;
  'session-deleted': SessionDeletedFields;
  'teammate-idle': TeammateIdleFields;
};

/** A hook's response in canonical words. An absent key: the hook has no opinion. */
export type Outcome = {
  /** absent: no opinion, the host decides as if there were no hook; deny after the fact asks for another turn, or hides a result; another word for deny denies, another word for allow is no opinion, and any other word is a failure of the hook, which refuses at a gate. */
  decision?: 'allow' | 'ask' | 'deny' | undefined;
  /** Why, for the agent. */
  reason?: string | undefined;
  /** For the person. */
  message?: string | undefined;
  /** For the agent, beside what it was about to see. */
  context?: string | undefined;
  /** The whole rewritten tool input, in canonical terms. */
  input?: Record<string, unknown> | undefined;
  /** The whole rewritten tool output. */
  output?: Record<string, unknown> | undefined;
  /** What the agent sees in place of the result. */
  replaced?: string | undefined;
  /** A tool to run right after this one. */
  tail?: { name: string; args: Record<string, unknown> } | undefined;
  /** A further prompt, at a stop. */
  followUp?: string | undefined;
  /** Forget the conversation before the follow-up. */
  clear?: boolean | undefined;
  /** End the turn at once. */
  halt?: boolean | undefined;
  /** Why the turn ends, for the person. */
  haltReason?: string | undefined;
  /** Changes to the model request. */
  request?: Record<string, unknown> | undefined;
  /** An answer in place of the model’s. */
  response?: Record<string, unknown> | undefined;
  /** AUTO, ANY or NONE. */
  toolMode?: string | undefined;
  /** The only tools offered. */
  toolNames?: string[] | undefined;
  /** Environment for the hooks of this session. */
  env?: Record<string, unknown> | undefined;
  /** Plugin folders to load. */
  plugins?: string[] | undefined;
  /** The rewritten prompt. */
  prompt?: string | undefined;
  /** A title for the session. */
  title?: string | undefined;
  /** A prompt to begin the session with. */
  firstPrompt?: string | undefined;
  /** What the person sees in place of the text. */
  display?: string | undefined;
  /** Do not show that the hook ran. */
  quiet?: boolean | undefined;
};

/** One configured hook, of any agent's settings. */
export type Hook = {
  /** Whose dialect the command speaks; anyhook: the neutral dialect, in which a hook may also answer as any agent has it. */
  speaks: string;
  /** The native event it was written for; needed where that agent has several for what happened. */
  event: string;
  /** The only canonical tools it is for; for tool events of the neutral dialect only. */
  tools?: string[] | undefined;
  /** Start the hook only if this matches, as the agent of --as would match it on that event. */
  matcher?: string | undefined;
  /** Start the hook only if this rule holds for the call, as the agent of --as reads rules. */
  condition?: string | undefined;
  /** heard (default): what the hook says counts; ignored: nothing of it counts; later: nothing of it counts, and nobody waits for the hook. */
  answer?: 'ignored' | 'later' | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
  /** What a crash or a timeout means. native (default): what it means in the agent that the hook was written for, and in the neutral dialect a refusal, at a gate; block: a refusal, at a gate; allow: nothing. */
  onFailure?: 'block' | 'allow' | undefined;
  /** false: the hook only watches, as a logger or a formatter does, so it may run in agents that cannot refuse. If it refuses all the same, that is passed on where the host can say it. A failure of such a hook in the neutral dialect is ignored. */
  guard?: boolean | undefined;
  /** one: a gate is asked once; both: unless it refuses, it is asked again with the other form of a path (absolute, relative) or of an address (with and without a last slash); auto (default): as one, and a conversion writes `both` for a script that may know a file by its relative path only. */
  wordings?: 'one' | 'both' | undefined;
  /** What becomes of a question to the person. auto (default): a refusal, unless the hook was written for the host itself, which then asks; deny: always a refusal; host: a question, if the host can ask. */
  ask?: 'host' | 'deny' | undefined;
  /** What happens if a hook ends the turn and the host cannot do that. auto (default): this one call is refused; strict: this gate refuses every call until the next prompt. */
  halt?: 'strict' | undefined;
  /** Follow-ups in a row; null: no limit. */
  loopLimit?: number | null | undefined;
  /** The working directory of the command (default: the project). */
  cwd?: string | undefined;
  /** A variable of the command; may be repeated. */
  env?: Record<string, string> | undefined;
  /** What messages and the log call the hook. */
  name?: string | undefined;
  /** What the hook is for. */
  description?: string | undefined;
  /** Append one line of JSON for each run to this file (mode 0600, rotated at 10 MB). */
  log?: string | undefined;
  /** The only agents it is for. */
  agents?: string[] | undefined;
  /** true: the other hooks are written although this one is lost or weaker in an agent; reports still tell what is lost. */
  acceptLoss?: boolean | undefined;
  /** Further keys of its entry in that agent’s settings, kept for the way back. */
  rest?: Record<string, unknown> | undefined;
  /** Keys of the group its entry stood in, kept for the way back. */
  group?: Record<string, unknown> | undefined;
  /** The hook runs after the others of its event, not beside them. */
  sequential?: boolean | undefined;
  /** Beside --url: a header of the request; may be repeated. */
  headers?: Record<string, string> | undefined;
  /** A variable that headers may use as $NAME, and the address too if the hook’s own agent replaces names there. Other names become empty, unless they have small letters: those stay as they are; may be repeated. */
  headerEnv?: string[] | undefined;
  /** Post the payload to this address instead of running a command; the reply is the output of the hook. In the neutral dialect, an empty reply at a gate refuses, unless its status is 204. */
  url?: string | undefined;
  /** The file whose handler is called instead of running a command. */
  module?: string | undefined;
  /** The command: a shell line, run as that agent would run it; empty beside `url` and `module`. */
  command: string;
};
