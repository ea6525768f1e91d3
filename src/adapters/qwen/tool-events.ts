import type { Draft } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { codec } from '../../mapping/fields.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { extra } from '../gemini/outcomes.ts';
import { inside, now } from './base.ts';
import { context, decision, reason, refusal, replaced } from './outcomes.ts';
import { isOutput, printed } from './shell-text.ts';

const id = (event: Draft) => event.callId ?? `toolu_${fingerprint(event)}`;
const call = { name: 'tool_name', input: 'tool_input' } as const;
const called = { ...call, callId: { at: 'tool_use_id', supply: id } } as const;
/** The model's own, beside one that the client made up. */
const supply = { tool_call_id: id } as const;

/** A command that failed is no error of the tool: what the model was shown of it is told. */
const failure = {
  'result.error.message': {
    at: 'error',
    codec: codec((said, { event }) => (isOutput(event, said) ? undefined : said)),
    supply: '',
  },
  'result.text': {
    at: 'error',
    readOnly: true,
    codec: codec((said, { event }) => (isOutput(event, said) ? said : undefined)),
  },
} as const;

const asked = { [extra('hookEventName')]: 'PermissionRequest' };

export const toolEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...inside, ...called },
    supply,
    derive: now,
    outcome: { decision, reason },
    // No effect, 0.24.4.
    ignored: ['hookSpecificOutput.updatedInput', 'hookSpecificOutput.additionalContext'],
    silence: {},
    subject: 'tool_name',
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    given: { status: 'ok' },
    payload: {
      ...inside,
      ...called,
      result: { at: 'tool_response', supply: () => ({ llmContent: '', returnDisplay: '' }) },
      duration: 'duration_ms',
    },
    supply,
    derive: { ...now, 'result.text': printed },
    // A refusal does nothing, 0.24.4.
    outcome: { replaced, context: context('PostToolUse') },
    silence: {},
    subject: 'tool_name',
  })),
  PostToolUseFailure: defineBinding('after-tool', () => ({
    given: { status: ['failed', 'timeout'] }, // never fired for a refused call, 0.24.4
    payload: {
      ...inside,
      ...called,
      ...failure,
      interrupted: { at: 'is_interrupt', supply: false },
      duration: 'duration_ms',
    },
    supply,
    infer: { status: () => 'failed' },
    derive: { ...now, 'result.error.message': printed },
    requires: ['status'],
    outcome: { context: context('PostToolUseFailure') },
    silence: {},
    subject: 'tool_name',
  })),
  PostToolBatch: defineBinding('tool-batch', () => ({
    payload: { ...inside, calls: 'tool_calls' },
    derive: now,
    outcome: { replaced, context: context('PostToolBatch') },
    silence: {},
  })),
  // Not reached headless, 0.24.4.
  PermissionRequest: defineBinding('permission', () => ({
    payload: { ...inside, ...call, suggestions: 'permission_suggestions' },
    derive: now,
    outcome: {
      decision: {
        at: extra('decision.behavior'),
        words: { deny: 'deny' },
        hears: { allow: 'allow' }, // of several hooks the last word counts: it would erase a refusal, 0.24.4
        implies: asked,
      },
      reason: { at: extra('decision.message'), older: refusal.reason.older },
      input: { at: extra('decision.updatedInput'), readOnly: true }, // heard beside `allow`
      halt: {
        at: extra('decision.interrupt'),
        implies: { ...asked, [extra('decision.behavior')]: 'deny' },
      },
    },
    silence: null, // two answers without a decision refuse together, 0.24.4
    subject: 'tool_name',
  })),
  PermissionDenied: defineBinding('permission-denied', () => ({
    payload: { ...inside, ...called, reason: { at: 'reason', supply: '' } },
    supply,
    derive: now,
    outcome: {},
    silence: {},
    subject: 'tool_name',
  })),
} satisfies Events;
