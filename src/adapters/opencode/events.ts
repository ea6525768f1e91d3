import { defineBinding, type Events } from '../../mapping/define.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { eventSupply, makeChildFields, makeMainFields, makeSharedFields } from './base.ts';
import { abortPromptRows, abortRow, contextRow, resultRows, throwRows } from './outcomes.ts';
import { partsCodec } from './prompt-parts.ts';

/** How a turn ended, from the name of the error that ended it. Our plugin adds the name to the payload of the stop. */
const statusRow = {
  at: 'error',
  codec: makeCodec(
    (name) => (name === 'MessageAbortedError' ? 'aborted' : 'error'),
    (status) => (status === 'completed' ? undefined : statusErrors[String(status)]),
  ),
} as const;
const statusErrors: Readonly<Record<string, string>> = {
  aborted: 'MessageAbortedError',
  error: 'UnknownError',
};

/** Who began a summary: our plugin adds what the client's message says that asks for it. */
const triggerRow = { at: 'auto', words: { auto: true, manual: false } } as const;

/** The folder in which the client works, which our plugin adds if it is not the project. */
const folderRow = { directory: 'folder' } as const;

const callFields = {
  ...folderRow,
  name: 'input.tool',
  callId: { at: 'input.callID', supply: { callIdPrefix: 'call_' } },
} as const;

/** The session as `session.created` and `session.deleted` describe it. */
const infoFields = {
  cwd: { at: ['directory', 'input.event.properties.info.directory'], supply: '' },
  version: 'input.event.properties.info.version',
} as const;

/**
 * The native events: hooks by their names, and events of the hook `event` by their types. An event of a child session,
 * which is that of a sub-agent, has `.child` behind its name.
 *
 * `permission.ask` is in the types of the vendor's package, and the client never calls it, 1.18.33.
 */
export const events = {
  // These come first: the session of an event that nobody knows is read as theirs, also in a child session.
  'tool.execute.before': defineBinding('before-tool', () => ({
    payload: { ...makeSharedFields('hook'), ...callFields, input: 'output.args' },
    outcome: {
      ...throwRows,
      input: 'args',
      ...abortRow,
    },
    subject: 'input.tool',
  })),
  'permission.asked': defineBinding('permission', () => ({
    payload: {
      ...makeSharedFields('event'),
      ...folderRow,
      // Our plugin adds the call that the permission is for. A permission alone has only the most important argument.
      name: { at: ['tool', 'input.event.properties.permission'] },
      input: { at: ['args', 'input.event.properties.metadata'] },
    },
    ...eventSupply,
    outcome: {
      decision: {
        at: 'reply',
        words: { allow: 'once', deny: 'reject' },
        aliases: { always: 'allow' },
      },
      reason: 'message',
      ...abortRow,
    },
    subject: 'tool',
  })),
  'session.created': defineBinding('session-start', () => ({
    payload: { ...makeMainFields('event'), ...infoFields },
    ...eventSupply,
    outcome: { ...contextRow, ...abortPromptRows }, // at the first prompt, which waits for the hooks
  })),
  'chat.message': defineBinding('prompt', () => ({
    payload: {
      ...makeMainFields('hook'),
      mode: 'output.message.agent',
      model: 'output.message.model.modelID',
      prompt: { at: 'output.parts', codec: partsCodec },
    },
    outcome: { ...throwRows, ...abortPromptRows, ...contextRow, prompt: 'prompt' },
    remembers: { prompt: 'prompt' },
  })),
  'chat.message.child': defineBinding('subagent-start', () => ({
    payload: {
      ...makeChildFields('hook', 'chat.message'),
      type: { at: 'output.message.agent', supply: 'general' },
      subagentModel: 'output.message.model.modelID',
      task: { at: 'output.parts', codec: partsCodec, supply: () => [] },
    },
    outcome: { ...throwRows, ...abortRow, ...contextRow },
  })),
  'session.created.child': defineBinding('subagent-start', () => ({
    payload: {
      ...makeChildFields('event', 'session.created'),
      ...infoFields,
      type: { at: 'input.event.properties.info.agent', supply: 'general' },
    },
    ...eventSupply,
    // The client does not wait for hooks here. `chat.message.child` is the event that counts.
  })),
  'command.execute.before': defineBinding('expansion', () => ({
    payload: {
      ...makeSharedFields('hook'),
      command: 'input.command',
      args: { at: 'input.arguments', supply: '' },
      prompt: { at: 'output.parts', codec: partsCodec },
    },
    outcome: { ...throwRows, ...abortPromptRows, ...contextRow },
  })),
  'tool.execute.after': defineBinding('after-tool', () => ({
    // Never fired for a call that failed or was refused. A shell command may have any exit code, 1.18.33.
    given: { status: ['ok', 'failed'] },
    payload: {
      ...makeSharedFields('hook'),
      ...callFields,
      input: 'input.args',
      result: { at: 'output', supply: () => ({ title: '', output: '', metadata: {} }) },
    },
    outcome: { ...contextRow, ...resultRows, ...abortRow },
    subject: 'input.tool',
  })),
  'experimental.text.complete': defineBinding('response', () => ({
    payload: { ...makeSharedFields('hook'), text: 'output.text' },
    outcome: abortRow,
    remembers: { response: 'text' },
  })),
  'session.idle': defineBinding('stop', () => ({
    payload: { ...makeMainFields('event'), response: 'text', status: statusRow },
    ...eventSupply,
    fillAfterDecoding: { status: () => 'completed' },
    outcome: { followUp: 'prompt' },
  })),
  'session.idle.child': defineBinding('subagent-stop', () => ({
    payload: {
      ...makeChildFields('event', 'session.idle'),
      type: { at: 'agent', supply: 'general' },
      summary: 'text',
      status: statusRow,
    },
    ...eventSupply,
    fillAfterDecoding: { status: () => 'completed' },
    outcome: abortRow, // of the person's session: the sub-agent is over
  })),
  'session.error': defineBinding('error', () => ({
    payload: {
      ...makeSharedFields('event'),
      kind: { at: 'input.event.properties.error.name', supply: 'UnknownError' },
      message: 'input.event.properties.error.data.message',
    },
    ...eventSupply,
  })),
  'experimental.session.compacting': defineBinding('compact', () => ({
    payload: { ...makeSharedFields('hook'), trigger: triggerRow },
    outcome: { ...throwRows, ...abortRow, ...contextRow },
  })),
  'session.compacted': defineBinding('compacted', () => ({
    payload: { ...makeSharedFields('event'), trigger: triggerRow },
    ...eventSupply,
    outcome: abortRow,
  })),
  'session.deleted': defineBinding('session-deleted', () => ({
    payload: {
      ...infoFields,
      event: makeMainFields('event').event,
      deleted: { at: 'input.event.properties.sessionID', supply: '' },
    },
    ...eventSupply,
  })),
  dispose: defineBinding('session-end', () => ({
    payload: {
      event: makeMainFields('hook').event,
      session: { at: 'sessionID', supply: '' },
      cwd: makeMainFields('hook').cwd,
    },
    supply: { input: () => ({}) },
  })),
} satisfies Events;
