import type { Binding, Native } from '../../adapter.ts';
import * as gemini from '../gemini/outcomes.ts';

type Says = Binding['outcome'];

const { decision, reason } = gemini.beforeAgent;
const { context } = gemini.afterTool;
const { toolMode, toolNames } = gemini.toolSelection;
const { followUp } = gemini.afterAgent;

// Every row the parent has and this table lacks is ignored by 0.28.0: `systemMessage` goes to a
// debug log, `continue: false` fails one call and the loop goes on, `tool_input`, `ask`,
// `clearContext` and tail calls have no effect (seen in runs).

// A deny is ignored; a stop puts an error in its place, and the loop goes on.
const replaced: Native = {
  at: 'reason',
  with: { continue: [false] },
  blank: 'Agent execution stopped',
};

/** What 0.28.0 honours, by native event. */
export const honoured: Readonly<Record<string, Says>> = {
  SessionStart: {}, // additionalContext is dropped
  SessionEnd: {},
  PreCompress: {},
  Notification: {},
  BeforeAgent: { decision, reason, context },
  AfterAgent: { followUp }, // `continue: false` retries as well
  BeforeModel: {
    decision,
    reason,
    request: gemini.beforeModel.request, // needs `messages`; `model` is not applied
    response: gemini.beforeModel.response,
  },
  AfterModel: { response: gemini.afterModel.response, replaced },
  BeforeToolSelection: { toolMode, toolNames },
  BeforeTool: { decision, reason },
  AfterTool: { context, replaced },
};
