/** What a hook is tried with: an event that did not happen, in canonical words. */
import type { EventName } from '../canonical/event.ts';
import { eventKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Draft } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';

/** A made-up call of a tool, or a made-up event without a tool. */
export interface TrialCall {
  event: EventName;
  /** Absent: the event is about no tool. */
  tool?: ToolName;
  /** The server and the tool, for a tool of an MCP server. */
  mcp?: { server: string; tool: string };
  /** The name that the agents call the tool, for a tool that is no canonical one. */
  name?: string;
  /** The arguments of the call, by their canonical names. */
  input?: Json;
  /** Further fields of the event, by their canonical names, such as `prompt`. */
  fields?: Json;
}

/** Where a made-up event happens. */
export interface TrialScene {
  /** The absolute path of the project. */
  root: string;
  /** The id of the session. Hooks of one session may share memory, so each trial has its own. */
  session: string;
  /** The absolute path of the file that holds the conversation so far. */
  transcript: string;
  /** A folder for logs of the runner, which tell what hooks behind shim lines got and said. Absent: that is not told. */
  scratch?: string;
}

/** Tells whether an event is about a call of a tool. */
export const isToolEvent = (event: EventName): boolean => 'tool' in eventKinds[event];

/** Values for fields that only some events have, as an agent might send them. */
const usualFields: Json = {
  prompt: 'Try the hooks of this project.',
  response: 'Done.',
  status: 'completed',
  source: 'startup',
  reason: 'other',
  retry: false,
  loopCount: 0,
  trigger: 'manual',
  message: 'The agent is waiting for your input.',
  text: 'Done.',
};

/** Returns the event that a call stands for, with values for all that the call leaves open. */
export function draftOf(call: TrialCall, scene: TrialScene): Draft {
  const { event, tool, name, mcp, input = {}, fields = {} } = call;
  const kinds = eventKinds[event];
  const usual = Object.entries(usualFields).filter(([key]) => key in kinds);
  return {
    ...Object.fromEntries(usual),
    ...sceneFields(scene),
    event,
    ...(isToolEvent(event) && {
      tool: tool ?? 'other',
      name: name ?? mcp?.tool ?? tool ?? 'other',
      ...(mcp && { mcp }),
      input,
      callId: `toolu_${scene.session.replace(/\W/g, '').slice(0, 24)}`,
    }),
    ...('result' in kinds && isToolEvent(event) && finishedFields),
    ...fields,
  } as Draft;
}

/** Fields of an event after a call of a tool. */
const finishedFields: Json = {
  status: 'ok',
  result: { text: 'ok', output: 'ok' },
  duration: 12,
};

/** Returns the fields that every event of a session has. */
const sceneFields = ({ root, session, transcript }: TrialScene): Json => ({
  session,
  turn: `${session}-1`,
  cwd: root,
  roots: [root],
  transcript,
  time: new Date().toISOString(),
  model: 'a-model',
  permissionMode: 'default',
});
