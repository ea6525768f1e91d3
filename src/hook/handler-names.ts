import type { EventName } from '../canonical/types.ts';

/** Writes a name in kebab-case as one in camelCase: `before-tool` is `beforeTool`. */
export type CamelCase<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

/** The name of a handler: a canonical event in camelCase. */
export type HandlerName = CamelCase<EventName>;

/** Every name of a handler. The list stands here, since the bundle of a hook must not hold the model of events. */
const names: Record<HandlerName, 1> = {
  sessionStart: 1,
  sessionEnd: 1,
  prompt: 1,
  stop: 1,
  response: 1,
  thought: 1,
  beforeModel: 1,
  afterModel: 1,
  toolSelection: 1,
  beforeTool: 1,
  afterTool: 1,
  toolBatch: 1,
  permission: 1,
  permissionDenied: 1,
  expansion: 1,
  promptTransformed: 1,
  taskCreated: 1,
  taskCompleted: 1,
  error: 1,
  interrupt: 1,
  compact: 1,
  compacted: 1,
  notification: 1,
  display: 1,
  subagentStart: 1,
  subagentStop: 1,
  completionRead: 1,
  completionEdit: 1,
  workspaceOpen: 1,
  setup: 1,
  instructions: 1,
  cwdChanged: 1,
  directoryAdded: 1,
  fileChanged: 1,
  configChanged: 1,
  worktreeCreate: 1,
  worktreeRemove: 1,
  elicitation: 1,
  elicitationResult: 1,
  beforeModelSwitch: 1,
  modelSwitched: 1,
  sessionDeleted: 1,
  teammateIdle: 1,
};

export const handlerNames = Object.keys(names) as readonly HandlerName[];
