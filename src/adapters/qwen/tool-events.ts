import type { Draft } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { specificPath } from '../gemini/outcomes.ts';
import { agentFields, currentTime } from './base.ts';
import { contextRow, decisionRow, reasonRow, refusalRows, replacedRow } from './outcomes.ts';
import { buildShownText, isShellOutput } from './shell-text.ts';

const callIdOf = (event: Draft) => event.callId ?? `toolu_${fingerprint(event)}`;
const callFields = { name: 'tool_name', input: 'tool_input' } as const;
const callFieldsWithId = {
  ...callFields,
  callId: { at: 'tool_use_id', supply: callIdOf },
} as const;
/** The model's id of the call. `tool_use_id` is one that the client makes. */
const supply = { tool_call_id: callIdOf } as const;

/** For a shell command that failed, `error` is the text that the model was shown, not an error. */
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

export const toolEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...agentFields, ...callFieldsWithId },
    supply,
    fillBeforeEncoding: currentTime,
    outcome: { decision: decisionRow, reason: reasonRow },
    // These have no effect, 0.24.4.
    ignored: ['hookSpecificOutput.updatedInput', 'hookSpecificOutput.additionalContext'],
    neutralResponse: {},
    subject: 'tool_name',
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: {
      ...agentFields,
      ...callFieldsWithId,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      duration: 'duration_ms',
    },
    supply,
    fillBeforeEncoding: { ...currentTime, 'result.text': buildShownText },
    // A refusal has no effect, 0.24.4.
    outcome: { replaced: replacedRow, context: contextRow('PostToolUse') },
    neutralResponse: {},
    subject: 'tool_name',
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
    supply,
    fillAfterDecoding: { status: () => 'failed' },
    fillBeforeEncoding: { ...currentTime, 'result.error.message': buildShownText },
    requires: ['status'],
    outcome: { context: contextRow('PostToolUseFailure') },
    neutralResponse: {},
    subject: 'tool_name',
  })),
  PostToolBatch: defineBinding('tool-batch', () => ({
    payload: { ...agentFields, calls: 'tool_calls' },
    fillBeforeEncoding: currentTime,
    outcome: { replaced: replacedRow, context: contextRow('PostToolBatch') },
    neutralResponse: {},
  })),
  // Never fired headless, 0.24.4.
  PermissionRequest: defineBinding('permission', () => ({
    payload: { ...agentFields, ...callFields, suggestions: 'permission_suggestions' },
    fillBeforeEncoding: currentTime,
    outcome: {
      decision: {
        at: specificPath('decision.behavior'),
        words: { deny: 'deny' },
        // Not written: the last hook's word counts, so it would erase a refusal, 0.24.4.
        aliases: { allow: 'allow' },
        implies: impliedPermissionRequest,
      },
      reason: { at: specificPath('decision.message'), older: refusalRows.reason.older },
      // Counts beside `allow` only.
      input: { at: specificPath('decision.updatedInput'), readOnly: true },
      halt: {
        at: specificPath('decision.interrupt'),
        implies: { ...impliedPermissionRequest, [specificPath('decision.behavior')]: 'deny' },
      },
    },
    neutralResponse: null, // if two hooks answer without a decision the call is refused, 0.24.4
    subject: 'tool_name',
  })),
  PermissionDenied: defineBinding('permission-denied', () => ({
    payload: { ...agentFields, ...callFieldsWithId, reason: { at: 'reason', supply: '' } },
    supply,
    fillBeforeEncoding: currentTime,
    outcome: {},
    neutralResponse: {},
    subject: 'tool_name',
  })),
} satisfies Events;
