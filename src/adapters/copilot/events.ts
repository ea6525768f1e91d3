import type { Draft } from '../../mapping/adapter.ts';
import { unlessEmpty } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { behaviorRows, contextRow } from './outcomes.ts';
import { permissionInput, permissionName } from './permission.ts';
import { defineSpelledEvents, timeAndSilence } from './spelled-events.ts';
import { camelSpelling, pascalSpelling, type Spelling } from './spelling.ts';

/**
 * Defines the start of a sub-agent. With a PascalCase name only three of its keys are in
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
    ...timeAndSilence,
    outcome: contextRow, // no answer stops it
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
  ...timeAndSilence,
  outcome: contextRow,
  subject: 'notification_type',
}));

const permissionRequest = defineBinding('permission', () => ({
  payload: {
    ...camelSpelling.head,
    name: { at: 'toolName', codec: permissionName },
    input: { at: 'toolInput', codec: permissionInput },
    suggestions: { at: 'permissionSuggestions', supply: () => [] },
    ...camelSpelling.tail,
  },
  supply: { hookName: 'permissionRequest' },
  ...timeAndSilence,
  outcome: behaviorRows,
  subject: 'toolName',
}));

const camelEvents = defineSpelledEvents(camelSpelling, 'camel');
const pascalEvents = defineSpelledEvents(pascalSpelling, 'pascal');

/**
 * The events. The camelCase names are preferred; `.claude/settings.json` has the PascalCase ones.
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
    ...timeAndSilence,
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
    ...timeAndSilence,
    outcome: {}, // fired after the permission request; no answer has an effect
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
