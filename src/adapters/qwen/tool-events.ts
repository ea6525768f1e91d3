import type { Draft } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { codec } from '../../mapping/fields.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { specificPath } from '../gemini/outcomes.ts';
import { agentFields, deriveTime } from './base.ts';
import { contextRow, decisionRow, reasonRow, refusalRows, replacedRow } from './outcomes.ts';
import { buildShownText, isShellOutput } from './shell-text.ts';

const callIdOf = (event: Draft) => event.callId ?? `toolu_${fingerprint(event)}`;
const callFields = { name: 'tool_name', input: 'tool_input' } as const;
const callFieldsWithId = {
  ...callFields,
  callId: { at: 'tool_use_id', supply: callIdOf },
} as const;
/** The model's own, beside one that the client made up. */
const supply = { tool_call_id: callIdOf } as const;

/** A command that failed is no error of the tool: what the model was shown of it is told. */
const failureFields = {
  'result.error.message': {
    at: 'error',
    codec: codec((said, { event }) => (isShellOutput(event, said) ? undefined : said)),
    supply: '',
  },
  'result.text': {
    at: 'error',
    readOnly: true,
    codec: codec((said, { event }) => (isShellOutput(event, said) ? said : undefined)),
  },
} as const;

const impliedPermissionRequest = { [specificPath('hookEventName')]: 'PermissionRequest' };

export const toolEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...agentFields, ...callFieldsWithId },
    supply,
    derive: deriveTime,
    outcome: { decision: decisionRow, reason: reasonRow },
    // No effect, 0.24.4.
    ignored: ['hookSpecificOutput.updatedInput', 'hookSpecificOutput.additionalContext'],
    silence: {},
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
    derive: { ...deriveTime, 'result.text': buildShownText },
    // A refusal does nothing, 0.24.4.
    outcome: { replaced: replacedRow, context: contextRow('PostToolUse') },
    silence: {},
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
    infer: { status: () => 'failed' },
    derive: { ...deriveTime, 'result.error.message': buildShownText },
    requires: ['status'],
    outcome: { context: contextRow('PostToolUseFailure') },
    silence: {},
    subject: 'tool_name',
  })),
  PostToolBatch: defineBinding('tool-batch', () => ({
    payload: { ...agentFields, calls: 'tool_calls' },
    derive: deriveTime,
    outcome: { replaced: replacedRow, context: contextRow('PostToolBatch') },
    silence: {},
  })),
  // Not reached headless, 0.24.4.
  PermissionRequest: defineBinding('permission', () => ({
    payload: { ...agentFields, ...callFields, suggestions: 'permission_suggestions' },
    derive: deriveTime,
    outcome: {
      decision: {
        at: specificPath('decision.behavior'),
        words: { deny: 'deny' },
        hears: { allow: 'allow' }, // of several hooks the last word counts: it would erase a refusal, 0.24.4
        implies: impliedPermissionRequest,
      },
      reason: { at: specificPath('decision.message'), older: refusalRows.reason.older },
      input: { at: specificPath('decision.updatedInput'), readOnly: true }, // heard beside `allow`
      halt: {
        at: specificPath('decision.interrupt'),
        implies: { ...impliedPermissionRequest, [specificPath('decision.behavior')]: 'deny' },
      },
    },
    silence: null, // two answers without a decision refuse together, 0.24.4
    subject: 'tool_name',
  })),
  PermissionDenied: defineBinding('permission-denied', () => ({
    payload: { ...agentFields, ...callFieldsWithId, reason: { at: 'reason', supply: '' } },
    supply,
    derive: deriveTime,
    outcome: {},
    silence: {},
    subject: 'tool_name',
  })),
} satisfies Events;
