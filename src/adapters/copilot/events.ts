import type { Draft } from '../../mapping/adapter.ts';
import { unlessEmpty } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { contextRow, permissionRequestRows } from './outcomes.ts';
import { permissionInputCodec, permissionNameCodec } from './permission.ts';
import { defineSpelledEvents, timeAndNeutralResponse } from './spelled-events.ts';
import { camelSpelling, pascalSpelling, type Spelling } from './spelling.ts';

/**
 * Defines the event at the start of a sub-agent. Even under its PascalCase name, only three of its keys are in
 * snake_case.
 */
const defineSubagentStart = ({ key }: Spelling) =>
  defineBinding('subagent-start', () => ({
    payload: {
      ...camelSpelling.head,
      transcript: { at: 'transcriptPath', supply: '' },
      type: { at: ['agentName', key('agentType')], all: true, supply: 'general-purpose' },
      subagent: { at: key('agentId'), supply: '' },
      parent: { at: key('parentAgentId'), supply: (event: Draft) => event.session },
    },
    ...timeAndNeutralResponse,
    outcome: contextRow, // no response keeps the sub-agent from starting
    subject: 'agentName',
  }));

const notification = defineBinding('notification', () => ({
  payload: {
    ...camelSpelling.head,
    message: 'message',
    title: { at: 'title', supply: '' },
    type: 'notification_type',
  },
  supply: { hook_event_name: 'Notification' },
  ...timeAndNeutralResponse,
  outcome: contextRow,
  subject: 'notification_type',
}));

const permissionRequest = defineBinding('permission', () => ({
  payload: {
    ...camelSpelling.head,
    name: { at: 'toolName', codec: permissionNameCodec },
    input: { at: 'toolInput', codec: permissionInputCodec },
    suggestions: { at: 'permissionSuggestions', supply: () => [] },
    ...camelSpelling.tail,
  },
  supply: { hookName: 'permissionRequest' },
  ...timeAndNeutralResponse,
  outcome: permissionRequestRows,
  subject: 'toolName',
}));

const camelEvents = defineSpelledEvents(camelSpelling, 'camel');
const pascalEvents = defineSpelledEvents(pascalSpelling, 'pascal');

/**
 * The events by their names. The camelCase names come first, since we write hooks under them. PascalCase
 * names are those in `.claude/settings.json`, which the client loads too.
 */
export const events = {
  ...camelEvents,
  subagentStart: defineSubagentStart(camelSpelling),
  notification,
  permissionRequest,
  userPromptTransformed: defineBinding('prompt-transformed', () => ({
    payload: {
      ...camelSpelling.head,
      prompt: 'prompt',
      transformed: 'transformedPrompt',
      ...camelSpelling.tail,
    },
    ...timeAndNeutralResponse,
    outcome: { prompt: 'modifiedTransformedPrompt' },
  })),
  preMcpToolCall: defineBinding('before-tool', () => ({
    given: { tool: 'mcp' },
    payload: {
      ...camelSpelling.head,
      callId: { at: 'toolCallId', supply: '' },
      'mcp.server': { at: 'serverName', codec: unlessEmpty, supply: '' },
      'mcp.tool': 'toolName',
      input: 'arguments',
      ...camelSpelling.tail,
    },
    ...timeAndNeutralResponse,
    // fired after the permission request; no response has an effect
    subject: 'toolName',
  })),
  SessionStart: pascalEvents.sessionStart,
  SessionEnd: pascalEvents.sessionEnd,
  UserPromptSubmit: pascalEvents.userPromptSubmitted,
  PreToolUse: pascalEvents.preToolUse,
  PostToolUse: pascalEvents.postToolUse,
  PostToolUseFailure: pascalEvents.postToolUseFailure,
  Stop: pascalEvents.agentStop,
  SubagentStart: defineSubagentStart(pascalSpelling),
  SubagentStop: pascalEvents.subagentStop,
  ErrorOccurred: pascalEvents.errorOccurred,
  PreCompact: pascalEvents.preCompact,
  Notification: notification,
  PermissionRequest: permissionRequest,
} satisfies Events;
