import { makeWordCodec } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import {
  callCwdField,
  callFields,
  callIdField,
  commonFields,
  modeField,
  modelField,
  retryCountCodec,
  retryField,
  sessionField,
  toolResponseCodec,
  transcriptCwdAndEventFields,
  turnFields,
} from './base.ts';
import {
  blockRow,
  followUpRow,
  haltRows,
  messageRow,
  replacedRow,
  specificRow,
} from './outcomes.ts';

export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...sessionField,
      ...transcriptCwdAndEventFields,
      ...modelField,
      ...modeField,
      source: { at: 'source', supply: 'startup' },
    },
    outcome: {
      ...messageRow,
      ...haltRows,
      context: specificRow('SessionStart', 'additionalContext'),
    },
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: {
      ...sessionField,
      ...transcriptCwdAndEventFields,
      reason: { at: 'reason', codec: makeWordCodec([], 'other'), supply: 'other' },
    },
    timeout: 3000, // a `timeout` in the settings does not change it, 0.169.0
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: { ...commonFields, prompt: 'prompt' },
    outcome: {
      ...messageRow,
      ...haltRows,
      decision: blockRow,
      reason: 'reason',
      context: specificRow('UserPromptSubmit', 'additionalContext'),
    },
  })),
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...commonFields, ...callCwdField, ...callFields, ...callIdField },
    outcome: {
      // Of the keys common to all responses only this one: because of `continue: false`, `stopReason` or
      // `suppressOutput: true` the client drops the whole response, 0.169.0.
      ...messageRow,
      decision: {
        ...specificRow('PreToolUse', 'permissionDecision'),
        words: { deny: 'deny' }, // `ask`, and `allow` without a new input, are invalid, 0.169.0
        or: blockRow,
      },
      reason: {
        at: 'hookSpecificOutput.permissionDecisionReason',
        or: { at: 'reason' },
      },
      input: {
        ...specificRow('PreToolUse', 'updatedInput'),
        with: { 'hookSpecificOutput.permissionDecision': ['allow'] },
      },
      context: specificRow('PreToolUse', 'additionalContext'),
    },
  })),
  PermissionRequest: defineBinding('permission', () => ({
    payload: { ...commonFields, ...callFields },
    outcome: {
      ...messageRow,
      decision: {
        ...specificRow('PermissionRequest', 'decision.behavior'),
        words: { allow: 'allow', deny: 'deny' },
      },
      reason: 'hookSpecificOutput.decision.message',
    },
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    // Of the calls that fail, it is fired for shell commands only, and the payload does not have their
    // exit code, 0.169.0.
    given: { status: ['ok', 'failed'] },
    payload: {
      ...commonFields,
      ...callCwdField,
      ...callFields,
      result: { at: 'tool_response', codec: toolResponseCodec, supply: '' },
      ...callIdField,
    },
    outcome: {
      ...messageRow,
      replaced: replacedRow,
      context: specificRow('PostToolUse', 'additionalContext'),
    },
  })),
  Stop: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an API error or SIGINT, 0.169.0
    payload: {
      ...commonFields,
      ...retryField,
      response: { at: 'last_assistant_message', supply: null },
    },
    outcome: { ...messageRow, ...haltRows, followUp: followUpRow },
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: {
      ...turnFields,
      ...transcriptCwdAndEventFields,
      ...modelField,
      ...modeField,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'default' },
    },
    // No response keeps the subagent from starting.
    outcome: { ...messageRow, context: specificRow('SubagentStart', 'additionalContext') },
  })),
  SubagentStop: defineBinding('subagent-stop', () => ({
    payload: {
      ...turnFields,
      transcript: transcriptCwdAndEventFields.transcript,
      subagentTranscript: { at: 'agent_transcript_path', supply: null },
      cwd: transcriptCwdAndEventFields.cwd,
      event: transcriptCwdAndEventFields.event,
      ...modelField,
      ...modeField,
      // Read as a count, while `Stop` has it as `retry`: see `retryCountCodec`.
      loopCount: { at: 'stop_hook_active', codec: retryCountCodec, supply: false },
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'default' },
      summary: { at: 'last_assistant_message', supply: null },
    },
    outcome: { ...messageRow, followUp: followUpRow }, // `continue: false` has no effect, 0.169.0
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: {
      ...turnFields,
      ...transcriptCwdAndEventFields,
      ...modelField,
      trigger: { at: 'trigger', supply: 'auto' },
    },
    outcome: { ...messageRow, ...haltRows }, // `continue: false` ends the turn
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: {
      ...turnFields,
      ...transcriptCwdAndEventFields,
      ...modelField,
      trigger: { at: 'trigger', supply: 'auto' },
    },
    outcome: { ...messageRow, ...haltRows },
  })),
  Interrupt: defineBinding('interrupt', () => ({
    payload: commonFields,
    timeout: 3000,
  })),
} satisfies Events;
