import type { Draft } from '../../mapping/adapter.ts';
import { among } from '../../mapping/codecs.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { codec } from '../../mapping/fields.ts';
import { fingerprint } from '../../mapping/fingerprint.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { block, extra, further, insteadOf, reason, shown, stop } from './outcomes.ts';

const session = { session: { at: 'session_id', supply: '' } } as const;
/** What a turn of a session or of a sub-agent is told by. */
const turn = {
  ...session,
  turn: { at: 'turn_id', supply: ({ session }: Draft) => session ?? '' },
} as const;
const of = { agent: 'agent_id', agentType: 'agent_type' } as const;
const place = {
  transcript: { at: 'transcript_path', supply: null },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
} as const;
const model = { model: { at: 'model', supply: 'default' } } as const;
const mode = { permissionMode: { at: 'permission_mode', supply: 'default' } } as const;
const base = { ...turn, ...of, ...place, ...model, ...mode } as const;

const call = { name: 'tool_name', input: 'tool_input' } as const;
/** At a call, the folder that it works in and not the session's, 0.169.0. */
const callFolder = {
  cwd: {
    at: 'cwd',
    codec: codec(
      (value) => value,
      (value, { event: { directory, input } }) =>
        directory ?? (input as Json | undefined)?.directory ?? value,
    ),
    supply: '',
  },
} as const;
const callId = {
  callId: { at: 'tool_use_id', supply: (event: Draft) => `call_${fingerprint(event)}` },
} as const;

/** The text of a built-in tool's result is the whole of it. */
const response = codec(
  (value) => value,
  (value) => {
    const { text, ...more } = (isObject(value) ? value : {}) as Json;
    return Object.keys(more).length ? value : (text ?? '');
  },
);

const result = (event: Draft): Json => (event.result ?? {}) as Json;
const printed = (event: Draft) => (event.tool === 'shell' ? result(event).text : undefined);

/** Whether a hook asked for this, in place of how often. */
const again = codec(
  (value) => (typeof value === 'boolean' ? Number(value) : value),
  (value) => (value as number) > 0,
);
const retry = { retry: 'stop_hook_active' } as const;

export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: {
      ...session,
      ...place,
      ...model,
      ...mode,
      source: { at: 'source', supply: 'startup' },
    },
    outcome: { ...shown, ...stop, context: extra('SessionStart', 'additionalContext') },
    silence: {},
    subject: 'source',
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: {
      ...session,
      ...place,
      reason: { at: 'reason', codec: among([], 'other'), supply: 'other' },
    },
    outcome: {},
    silence: {},
    subject: 'reason',
    timeout: 3000, // whatever the settings say, 0.169.0
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: { ...base, prompt: 'prompt' },
    outcome: {
      ...shown,
      ...stop,
      decision: block,
      reason: { at: 'reason', ...reason },
      context: extra('UserPromptSubmit', 'additionalContext'),
    },
    silence: {},
    remembers: { prompt: 'prompt' },
  })),
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...base, ...callFolder, ...call, ...callId },
    outcome: {
      ...shown, // nothing else of what all answers have, or none of it counts, 0.169.0
      decision: {
        ...extra('PreToolUse', 'permissionDecision'),
        words: { deny: 'deny' }, // `allow` alone and `ask` are no answers, 0.169.0
        or: block,
      },
      reason: {
        at: 'hookSpecificOutput.permissionDecisionReason',
        ...reason,
        or: { at: 'reason' },
      },
      input: {
        ...extra('PreToolUse', 'updatedInput'),
        with: { 'hookSpecificOutput.permissionDecision': ['allow'] },
      },
      context: extra('PreToolUse', 'additionalContext'),
    },
    silence: {},
    subject: 'tool_name',
  })),
  PermissionRequest: defineBinding('permission', () => ({
    payload: { ...base, ...call },
    outcome: {
      ...shown,
      decision: {
        ...extra('PermissionRequest', 'decision.behavior'),
        words: { allow: 'allow', deny: 'deny' },
      },
      reason: { at: 'hookSpecificOutput.decision.message', ...reason },
    },
    silence: {},
    subject: 'tool_name',
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    // Of what fails, a shell command alone is told, and never how it ended, 0.169.0.
    given: { status: ['ok', 'failed'] },
    payload: {
      ...base,
      ...callFolder,
      ...call,
      result: { at: 'tool_response', codec: response, supply: '' },
      ...callId,
    },
    derive: { 'result.output': printed },
    outcome: {
      ...shown,
      replaced: insteadOf,
      context: extra('PostToolUse', 'additionalContext'),
    },
    silence: {},
    subject: 'tool_name',
  })),
  Stop: defineBinding('stop', () => ({
    given: { status: 'completed' }, // never fired after an error of the API, or SIGINT, 0.169.0
    payload: {
      ...base,
      ...retry,
      response: { at: 'last_assistant_message', supply: null },
    },
    derive: {
      response: (_, world) => world.recall('response'),
      retry: (event) => (event.loopCount as number) > 0,
    },
    outcome: { ...shown, ...stop, followUp: further },
    silence: {},
  })),
  SubagentStart: defineBinding('subagent-start', () => ({
    payload: {
      ...turn,
      ...place,
      ...model,
      ...mode,
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'default' },
    },
    outcome: { ...shown, context: extra('SubagentStart', 'additionalContext') }, // nothing stops it
    silence: {},
    subject: 'agent_type',
    ownNames: true,
  })),
  SubagentStop: defineBinding('subagent-stop', () => ({
    payload: {
      ...turn,
      transcript: place.transcript,
      subagentTranscript: { at: 'agent_transcript_path', supply: null },
      cwd: place.cwd,
      event: place.event,
      ...model,
      ...mode,
      loopCount: { at: 'stop_hook_active', codec: again, supply: false },
      subagent: { at: 'agent_id', supply: '' },
      type: { at: 'agent_type', supply: 'default' },
      summary: { at: 'last_assistant_message', supply: null },
    },
    outcome: { ...shown, followUp: further }, // `continue: false` does nothing, 0.169.0
    silence: {},
    subject: 'agent_type',
    ownNames: true,
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: { ...turn, ...place, ...model, trigger: { at: 'trigger', supply: 'auto' } },
    outcome: { ...shown, ...stop }, // the turn ends with it
    silence: {},
    subject: 'trigger',
  })),
  PostCompact: defineBinding('compacted', () => ({
    payload: { ...turn, ...place, ...model, trigger: { at: 'trigger', supply: 'auto' } },
    outcome: { ...shown, ...stop },
    silence: {},
    subject: 'trigger',
  })),
  Interrupt: defineBinding('interrupt', () => ({
    payload: base,
    outcome: {},
    silence: {},
    timeout: 3000,
  })),
} satisfies Events;
