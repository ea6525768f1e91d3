import type { Draft } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { asked } from './base.ts';
import { failureFields, failureText, printed } from './failure.ts';
import { context, extra, halting, permission, shown, stop } from './outcomes.ts';
import { blocks, output, replaced, response } from './results.ts';

const call = { name: 'tool_name', input: 'tool_input' } as const;
const id = {
  callId: { at: 'tool_use_id', supply: (event: Draft) => `toolu_${fingerprint(event)}` },
} as const;
const origin = { 'mcp.server': 'mcp_server.name' } as const;

export const toolEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: asked({ ...call, ...id, ...origin }),
    outcome: {
      ...shown,
      ...permission('PreToolUse'),
      input: extra('PreToolUse', 'updatedInput'),
      ...context('PreToolUse'),
      ...halting,
    },
    silence: {},
    subject: 'tool_name',
  })),
  PermissionRequest: defineBinding('permission', () => ({
    payload: asked({ ...call, suggestions: 'permission_suggestions', ...origin }),
    outcome: {
      decision: {
        ...extra('PermissionRequest', 'decision.behavior'),
        words: { allow: 'allow', deny: 'deny' },
      },
      reason: extra('PermissionRequest', 'decision.message'),
      // Heard beside an `allow` alone, which nobody may have meant.
      input: { at: 'hookSpecificOutput.decision.updatedInput', readOnly: true },
      halt: {
        at: 'hookSpecificOutput.decision.interrupt',
        implies: { 'hookSpecificOutput.decision.behavior': 'deny' },
      },
    },
    silence: {},
    subject: 'tool_name',
  })),
  PermissionDenied: defineBinding('permission-denied', () => ({
    payload: asked({ ...call, ...id, reason: 'reason', ...origin }),
    outcome: {},
    silence: {},
    subject: 'tool_name',
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: asked({
      ...call,
      result: { at: 'tool_response', codec: response, supply: () => ({}) },
      ...id,
      duration: 'duration_ms',
      ...origin,
    }),
    derive: { 'result.output': printed },
    outcome: { ...shown, ...stop, ...context('PostToolUse'), replaced, output },
    silence: {},
    subject: 'tool_name',
  })),
  PostToolUseFailure: defineBinding('after-tool', () => ({
    given: { status: ['failed', 'timeout', 'refused'] }, // of a command that ended with no 0 as well
    payload: asked({
      ...call,
      ...id,
      ...failureFields,
      interrupted: { at: 'is_interrupt', supply: false },
      duration: 'duration_ms',
      ...origin,
    }),
    infer: { status: () => 'failed' },
    derive: { 'result.error.message': failureText },
    requires: ['status'],
    // `continue` is ignored, 2.1.330
    outcome: {
      ...shown,
      ...context('PostToolUseFailure'),
      replaced: { ...blocks, unhidden: 'unsafe' },
    },
    silence: {},
    subject: 'tool_name',
  })),
  PostToolBatch: defineBinding('tool-batch', () => ({
    payload: asked({ calls: 'tool_calls' }),
    outcome: { ...shown, ...stop, ...context('PostToolBatch') },
    silence: {},
  })),
} satisfies Events;
