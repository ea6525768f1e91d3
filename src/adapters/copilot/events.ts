import type { Draft } from '../../mapping/adapter.ts';
import { unlessEmpty } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { codec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { behavior, blocked, context, permission, refusal, shown } from './outcomes.ts';
import { diffed, permissionName } from './permission.ts';
import { isCommand, shellText } from './shell-text.ts';
import { camel, now, pascal, type Spelling } from './spelling.ts';

const shared = { derive: now, silence: {} } as const;

/** All that is said of an error but its message. */
const details = {
  at: 'error',
  codec: codec(
    (error) => {
      const { name, stack } = isObject(error) ? error : {};
      const more = { ...(name !== undefined && { name }), ...(stack !== undefined && { stack }) };
      return Object.keys(more).length ? more : undefined;
    },
    (more) => (isObject(more) ? { ...more } : undefined),
  ),
} as const;

/** A session that begins is `new`, 1.0.102. */
const begun = {
  at: 'source',
  codec: codec(
    (source) => (source === 'new' ? 'startup' : source),
    (source) => (source === 'startup' ? 'new' : source),
  ),
  supply: 'new',
} as const;

/** A command that fails is a success of the tool's. */
const ended = (at: string) =>
  ({
    at,
    codec: codec(
      (type) => (type === 'failure' ? 'failed' : undefined),
      (status, { event }) => (status === 'ok' || isCommand(event) ? 'success' : 'failure'),
    ),
    supply: 'success',
  }) as const;

/** Events that are spelled in both ways. */
function spelled(spelling: Spelling, form: keyof typeof permission) {
  const { head, tail, key, name, input, result, response } = spelling;
  const call = { name, input } as const;
  const transcript = { transcript: { at: key('transcriptPath'), supply: '' } } as const;
  const retry = { retry: 'stop_hook_active' } as const;
  const stops = {
    supply: { [key('stopReason')]: 'end_turn' },
    derive: {
      ...now,
      retry: ({ loopCount = 0 }: { loopCount?: number | undefined }) => loopCount > 0,
    },
    silence: {},
  } as const;
  return {
    sessionStart: defineBinding('session-start', () => ({
      payload: { ...head, source: begun, prompt: key('initialPrompt') },
      ...shared,
      outcome: context,
    })),
    sessionEnd: defineBinding('session-end', () => ({
      payload: { ...head, reason: { at: 'reason', supply: 'complete' } },
      ...shared,
      outcome: {},
    })),
    userPromptSubmitted: defineBinding('prompt', () => ({
      payload: { ...head, prompt: 'prompt', ...tail },
      ...shared,
      outcome: { ...refusal, prompt: 'modifiedPrompt', ...context }, // its pages: "SDK only"
      remembers: { prompt: 'prompt' },
    })),
    preToolUse: defineBinding('before-tool', () => ({
      payload: { ...head, ...call, ...tail },
      ...shared,
      outcome: permission[form],
      subject: key('toolName'),
    })),
    postToolUse: defineBinding('after-tool', () => ({
      fires: (event) => isCommand(event) || [undefined, 'ok'].includes(event.status as undefined),
      payload: {
        ...head,
        ...call,
        result,
        status: ended(`${key('toolResult')}.${key('resultType')}`),
        ...tail,
      },
      derive: { ...now, 'result.text': shellText },
      silence: {},
      outcome: { ...shown, ...context },
      subject: key('toolName'),
    })),
    postToolUseFailure: defineBinding('after-tool', () => ({
      given: { status: ['failed', 'timeout', 'refused'] },
      requires: ['status'],
      fires: (event) => !isCommand(event),
      payload: {
        ...head,
        ...call,
        'result.error.message': { at: 'error', supply: 'The tool failed.' },
        ...tail,
      },
      infer: { status: () => 'failed' },
      ...shared,
      outcome: context, // of `decision` nothing is heard
      subject: key('toolName'),
    })),
    agentStop: defineBinding('stop', () => ({
      given: { status: 'completed' },
      payload: { ...head, ...transcript, ...retry, ...tail },
      ...stops,
      outcome: { followUp: blocked },
    })),
    subagentStop: defineBinding('subagent-stop', () => ({
      payload: {
        ...head,
        ...transcript,
        subagent: { at: key('agentId'), supply: '' },
        type: {
          at: [key('agentName'), key('agentType')],
          all: true,
          supply: 'general-purpose',
        },
        summary: { at: response, supply: '' },
        parentAgent: key('parentAgentId'),
        ...retry,
      },
      ...stops,
      outcome: { followUp: blocked, replaced: 'modifiedResponse' }, // no matcher is heard
    })),
    errorOccurred: defineBinding('error', () => ({
      payload: {
        ...head,
        details,
        message: { at: 'error.message', supply: '' },
        kind: { at: key('errorContext'), supply: 'system' },
        recoverable: { at: 'recoverable', supply: false },
      },
      ...shared,
      outcome: {},
    })),
    preCompact: defineBinding('compact', () => ({
      payload: {
        ...head,
        ...transcript,
        trigger: { at: 'trigger', supply: 'auto' },
        instructions: { at: key('customInstructions'), supply: '' },
      },
      ...shared,
      outcome: {},
      subject: 'trigger',
    })),
  } satisfies Events;
}

/** Events of which a name in PascalCase changes little, or nothing. */
const subagentStart = ({ key }: Spelling) =>
  defineBinding('subagent-start', () => ({
    payload: {
      ...camel.head,
      transcript: { at: 'transcriptPath', supply: '' },
      type: { at: ['agentName', key('agentType')], all: true, supply: 'general-purpose' },
      subagent: { at: key('agentId'), supply: '' },
      parent: { at: key('parentAgentId'), supply: (event: Draft) => event.session as string },
    },
    ...shared,
    outcome: context, // nothing stops it
    subject: 'agentName',
  }));

const notification = defineBinding('notification', () => ({
  payload: {
    ...camel.head,
    message: 'message',
    title: { at: 'title', supply: '' },
    type: 'notification_type',
  },
  supply: { hook_event_name: 'Notification' },
  ...shared,
  outcome: context,
  subject: 'notification_type',
}));

const permissionRequest = defineBinding('permission', () => ({
  payload: {
    ...camel.head,
    name: { at: 'toolName', codec: permissionName },
    input: { at: 'toolInput', codec: diffed },
    suggestions: { at: 'permissionSuggestions', supply: () => [] },
    ...camel.tail,
  },
  supply: { hookName: 'permissionRequest' },
  ...shared,
  outcome: behavior,
  subject: 'toolName',
}));

const named = spelled(camel, 'camel');
const asClaude = spelled(pascal, 'pascal');

/** The names that come first are written; `.claude/settings.json` has the others. */
export const events = {
  ...named,
  subagentStart: subagentStart(camel),
  notification,
  permissionRequest,
  userPromptTransformed: defineBinding('prompt-transformed', () => ({
    payload: { ...camel.head, prompt: 'prompt', transformed: 'transformedPrompt', ...camel.tail },
    ...shared,
    outcome: { prompt: 'modifiedTransformedPrompt' },
  })),
  preMcpToolCall: defineBinding('before-tool', () => ({
    given: { tool: 'mcp' },
    payload: {
      ...camel.head,
      callId: { at: 'toolCallId', supply: '' },
      'mcp.server': { at: 'serverName', codec: unlessEmpty, supply: '' },
      'mcp.tool': 'toolName',
      input: 'arguments',
      ...camel.tail,
    },
    ...shared,
    outcome: {}, // it comes after the permission, and nothing that is said there is heard
    subject: 'toolName',
  })),
  SessionStart: asClaude.sessionStart,
  SessionEnd: asClaude.sessionEnd,
  UserPromptSubmit: asClaude.userPromptSubmitted,
  PreToolUse: asClaude.preToolUse,
  PostToolUse: asClaude.postToolUse,
  PostToolUseFailure: asClaude.postToolUseFailure,
  Stop: asClaude.agentStop,
  SubagentStart: subagentStart(pascal),
  SubagentStop: asClaude.subagentStop,
  ErrorOccurred: asClaude.errorOccurred,
  PreCompact: asClaude.preCompact,
  Notification: notification,
  PermissionRequest: permissionRequest,
} satisfies Events;
