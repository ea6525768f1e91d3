import { defineBinding, type Events } from '../../mapping/define.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { specificPath } from '../gemini/outcomes.ts';
import { agentFields, currentTime } from './base.ts';
import { contextRow, decisionRow, reasonRow, refusalRows, replacedRow } from './outcomes.ts';
import { buildShownText, isShellOutput } from './shell-text.ts';

const suppliedId = { callIdPrefix: 'toolu_' } as const;
const callFields = { name: 'tool_name', input: 'tool_input' } as const;
const callFieldsWithId = {
  ...callFields,
  callId: { at: 'tool_use_id', supply: suppliedId },
} as const;
/** The id of the call from the model. `tool_use_id` is an id that the client makes up. */
const suppliedCallId = { tool_call_id: suppliedId } as const;

/**
 * The rows for the result of a failed call. For a shell command that ran, `error` is the text that the model was
 * shown, and not an error.
 */
const failureFields = {
  'result.error.message': {
    at: 'error',
    codec: makeCodec((error, { event }) => (isShellOutput(event, error) ? undefined : error)),
    supply: '',
  },
  'result.text': {
    at: 'error',
    readOnly: true,
    codec: makeCodec((error, { event }) => (isShellOutput(event, error) ? error : undefined)),
  },
} as const;

const impliedPermissionRequest = { [specificPath('hookEventName')]: 'PermissionRequest' };

/** The events about one tool call, or about several. */
export const toolEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...agentFields, ...callFieldsWithId },
    supply: suppliedCallId,
    fillBeforeEncoding: currentTime,
    outcome: { decision: decisionRow, reason: reasonRow },
    // The docs have these fields, which have no effect, 0.24.4.
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: {
      ...agentFields,
      ...callFieldsWithId,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      duration: 'duration_ms',
    },
    supply: suppliedCallId,
    fillBeforeEncoding: { ...currentTime, 'result.text': buildShownText },
    // There is no row for a refusal, which has no effect here, 0.24.4.
    outcome: { replaced: replacedRow, context: contextRow('PostToolUse') },
  })),
  PostToolUseFailure: defineBinding('after-tool', () => ({
    given: { status: ['failed', 'timeout'] }, // never fired for a refused call, 0.24.4
    payload: {
      ...agentFields,
      ...callFieldsWithId,
      ...failureFields,
      interrupted: { at: 'is_interrupt', supply: false },
      duration: 'duration_ms',
    },
    supply: suppliedCallId,
    fillAfterDecoding: { status: () => 'failed' },
    fillBeforeEncoding: { ...currentTime, 'result.error.message': buildShownText },
    outcome: { context: contextRow('PostToolUseFailure') },
  })),
  PostToolBatch: defineBinding('tool-batch', () => ({
    payload: { ...agentFields, calls: 'tool_calls' },
    fillBeforeEncoding: currentTime,
    outcome: { replaced: replacedRow, context: contextRow('PostToolBatch') },
  })),
  // A headless client never fires this event, 0.24.4.
  PermissionRequest: defineBinding('permission', () => ({
    payload: { ...agentFields, ...callFields, suggestions: 'permission_suggestions' },
    fillBeforeEncoding: currentTime,
    outcome: {
      decision: {
        at: specificPath('decision.behavior'),
        words: { deny: 'deny' },
        // `allow` is never written. The word of the last hook counts, so it would erase a refusal, 0.24.4.
        aliases: { allow: 'allow' },
        implies: impliedPermissionRequest,
      },
      reason: { at: specificPath('decision.message'), older: refusalRows.reason.older },
      // The client uses rewritten arguments only beside `allow`.
      input: { at: specificPath('decision.updatedInput'), readOnly: true },
      halt: {
        at: specificPath('decision.interrupt'),
        implies: { ...impliedPermissionRequest, [specificPath('decision.behavior')]: 'deny' },
      },
    },
    neutralResponse: null, // the call is refused if two hooks answer without a decision, 0.24.4
  })),
  PermissionDenied: defineBinding('permission-denied', () => ({
    payload: { ...agentFields, ...callFieldsWithId, reason: { at: 'reason', supply: '' } },
    supply: suppliedCallId,
    fillBeforeEncoding: currentTime,
  })),
} satisfies Events;
