import type { Binding, Native } from '../../mapping/adapter.ts';
import { denyRow, olderReasons } from '../gemini/outcomes.ts';

type OutcomeRows = Binding['outcome'];
type Keys = readonly (keyof OutcomeRows)[];

// Every row the parent has and this table lacks is ignored by 0.28.0: `systemMessage` goes to a
// debug log, `continue: false` fails one call and the loop goes on, `tool_input`, `ask`,
// `clearContext` and tail calls have no effect (seen in runs).

// A deny is ignored; a stop puts an error in its place, and the loop goes on.
const replacedRow: Native = {
  at: 'reason',
  older: olderReasons,
  with: { continue: [false] },
  blank: 'Agent execution stopped',
};

/** What 0.28.0 honours of its parent's rows, by native event. */
const keptKeys: Readonly<Record<string, Keys>> = {
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
const ownRows: Readonly<Record<string, OutcomeRows>> = {
  BeforeTool: { decision: denyRow },
  AfterModel: { replaced: replacedRow },
  AfterTool: { replaced: replacedRow },
};

/** What 0.28.0 honours in an answer to an event. */
export function listHonouredRows({ native, outcome }: Binding): OutcomeRows {
  const rows = (keptKeys[native] ?? []).map((key) => [key, outcome[key]]);
  return { ...Object.fromEntries(rows), ...ownRows[native] };
}
