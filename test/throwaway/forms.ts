import { defineAdapter, defineBinding } from '../../src/mapping/index.ts';
import { base, call, reads } from './common.ts';

/** One answer in two forms: the old `decision: "block"` beside the nested one, each with words of its own. */
export const forms = defineAdapter({
  id: 'forms',
  title: 'Forms',
  eventKey: 'hook_event_name',
  events: {
    PreToolUse: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: {
        decision: {
          at: 'hookSpecificOutput.permissionDecision',
          words: { allow: 'allow', deny: 'deny', ask: 'ask' },
          implies: { 'hookSpecificOutput.hookEventName': 'PreToolUse' },
          or: { at: 'decision', words: { allow: 'approve', deny: 'block' } },
        },
        reason: { at: ['hookSpecificOutput.permissionDecisionReason', 'reason'] },
        input: 'hookSpecificOutput.updatedInput',
      },
      neutralResponse: {},
      subject: 'tool_name',
    })),
  },
  tools: [{ tool: 'shell', names: ['Bash'], input: { command: 'command' } }],
  recognises: ({ hook_event_name: native }) => (native === 'PreToolUse' ? 1 : 0),
  readFinished: reads,
});
