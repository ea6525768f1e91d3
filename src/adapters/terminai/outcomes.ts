import type { Binding, Native } from '../../mapping/adapter.ts';
import { deny, older } from '../gemini/outcomes.ts';

type Says = Binding['outcome'];
type Keys = readonly (keyof Says)[];

// Every row the parent has and this table lacks is ignored by 0.28.0: `systemMessage` goes to a
// debug log, `continue: false` fails one call and the loop goes on, `tool_input`, `ask`,
// `clearContext` and tail calls have no effect (seen in runs).

// A deny is ignored; a stop puts an error in its place, and the loop goes on.
const replaced: Native = {
  at: 'reason',
  older,
  with: { continue: [false] },
  blank: 'Agent execution stopped',
};

/** What 0.28.0 honours of its parent's rows, by native event. */
const kept: Readonly<Record<string, Keys>> = {
  SessionStart: [], // additionalContext is dropped
  SessionEnd: [],
  PreCompress: [],
  Notification: [],
  BeforeAgent: ['decision', 'reason', 'context'],
  AfterAgent: ['followUp'], // `continue: false` retries as well
  BeforeModel: ['decision', 'reason', 'request', 'response'], // needs `messages`; `model` is not applied
  AfterModel: ['response'],
  BeforeToolSelection: ['toolMode', 'toolNames'],
  BeforeTool: ['decision', 'reason'],
  AfterTool: ['context'],
};

/** Rows of its own. */
const own: Readonly<Record<string, Says>> = {
  BeforeTool: { decision: deny },
  AfterModel: { replaced },
  AfterTool: { replaced },
};

/** What 0.28.0 honours in an answer to an event. */
export function honoured({ native, outcome }: Binding): Says {
  const rows = (kept[native] ?? []).map((key) => [key, outcome[key]]);
  return { ...Object.fromEntries(rows), ...own[native] };
}
