import { defineBinding, type Events } from '../../../../src/mapping/define.ts';

/** The fields of every event: canonical path → native path. `supply` is written if the event has no value. */
const commonFields = {
  event: 'hook',
  session: { at: 'session', supply: '' },
  cwd: { at: 'folder', supply: '' },
} as const;

/** The fields of a tool call. The tool table says what is in the arguments. */
const callFields = { name: 'tool', input: 'args' } as const;

/** The fields of a refusal: the verdict, with the native word for `deny`, and the reason. */
const refusalRows = {
  decision: { at: 'verdict', words: { deny: 'block' } },
  reason: 'why',
} as const;

/**
 * The native events, by the name that the client gives them. List under `outcome` what the client
 * honours in an answer, and nothing else. A field that it documents and ignores is left out.
 */
export const events = {
  SessionStart: defineBinding('session-start', () => ({
    payload: { ...commonFields, source: { at: 'source', supply: 'startup' } },
    outcome: { context: 'note' },
    neutralResponse: {},
    // The payload field that a matcher is compared with.
    subject: 'source',
  })),
  SessionEnd: defineBinding('session-end', () => ({
    payload: { ...commonFields, reason: { at: 'reason', supply: 'other' } },
    neutralResponse: {},
  })),
  Prompt: defineBinding('prompt', () => ({
    payload: { ...commonFields, prompt: 'prompt' },
    outcome: { ...refusalRows, context: 'note' },
    neutralResponse: {},
    // The prompt is stored, since payloads of stop events of other agents have it.
    remembers: { prompt: 'prompt' },
  })),
  PreTool: defineBinding('before-tool', () => ({
    payload: { ...commonFields, ...callFields },
    outcome: { ...refusalRows, input: 'args' },
    neutralResponse: {},
    subject: 'tool',
  })),
  PostTool: defineBinding('after-tool', () => ({
    payload: { ...commonFields, ...callFields, result: 'output' },
    outcome: { context: 'note' },
    neutralResponse: {},
    subject: 'tool',
  })),
  Stop: defineBinding('stop', () => ({
    // This event is fired only where the turn was completed.
    given: { status: 'completed' },
    payload: { ...commonFields, response: { at: 'answer', supply: '' } },
    fillBeforeEncoding: { response: (_, world) => world.recall('response') },
    // The text of a refusal is the next prompt of the agent.
    outcome: { followUp: { at: 'why', with: { verdict: ['block'] } } },
    neutralResponse: {},
  })),
} satisfies Events;
