import { defineBinding, type Events } from '../../mapping/define.ts';
import { addFieldsWithMode } from './base.ts';
import {
  contextRows,
  denyAndHaltRows,
  haltRows,
  messageRows,
  permissionRows,
  specificRow,
} from './outcomes.ts';
import { blockReasonRow, outputRow, replacedRow, toolResponseCodec } from './results.ts';
import { failureFields } from './tool-failure.ts';

const callFields = { name: 'tool_name', input: 'tool_input' } as const;
const callIdField = {
  callId: { at: 'tool_use_id', supply: { callIdPrefix: 'toolu_' } },
} as const;
const serverField = { 'mcp.server': 'mcp_server.name' } as const;

export const toolEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: addFieldsWithMode({ ...callFields, ...callIdField, ...serverField }),
    outcome: {
      ...messageRows,
      ...permissionRows('PreToolUse'),
      input: specificRow('PreToolUse', 'updatedInput'),
      ...contextRows('PreToolUse'),
      ...denyAndHaltRows,
    },
  })),
  PermissionRequest: defineBinding('permission', () => ({
    payload: addFieldsWithMode({
      ...callFields,
      suggestions: 'permission_suggestions',
      ...serverField,
    }),
    outcome: {
      decision: {
        ...specificRow('PermissionRequest', 'decision.behavior'),
        words: { allow: 'allow', deny: 'deny' },
      },
      reason: specificRow('PermissionRequest', 'decision.message'),
      // Never written: the client takes it only beside `allow`, and the hook may not have meant to allow the call.
      input: { at: 'hookSpecificOutput.decision.updatedInput', readOnly: true },
      halt: {
        at: 'hookSpecificOutput.decision.interrupt',
        implies: { 'hookSpecificOutput.decision.behavior': 'deny' },
      },
    },
  })),
  PermissionDenied: defineBinding('permission-denied', () => ({
    payload: addFieldsWithMode({ ...callFields, ...callIdField, reason: 'reason', ...serverField }),
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: addFieldsWithMode({
      ...callFields,
      result: { at: 'tool_response', codec: toolResponseCodec, supply: () => ({}) },
      ...callIdField,
      duration: 'duration_ms',
      ...serverField,
    }),
    outcome: {
      ...messageRows,
      ...haltRows,
      ...contextRows('PostToolUse'),
      replaced: replacedRow,
      output: outputRow,
    },
  })),
  PostToolUseFailure: defineBinding('after-tool', () => ({
    // Also fired for a shell command that ended with a code other than 0.
    given: { status: ['failed', 'timeout', 'refused'] },
    payload: addFieldsWithMode({
      ...callFields,
      ...callIdField,
      ...failureFields,
      interrupted: { at: 'is_interrupt', supply: false },
      duration: 'duration_ms',
      ...serverField,
    }),
    fillAfterDecoding: { status: () => 'failed' },
    // No `haltRows`: the client ignores `continue` here, 2.1.330.
    outcome: {
      ...messageRows,
      ...contextRows('PostToolUseFailure'),
      replaced: { ...blockReasonRow, severityIfOriginalStays: 'unsafe' },
    },
  })),
  PostToolBatch: defineBinding('tool-batch', () => ({
    payload: addFieldsWithMode({ calls: 'tool_calls' }),
    outcome: { ...messageRows, ...haltRows, ...contextRows('PostToolBatch') },
  })),
} satisfies Events;
