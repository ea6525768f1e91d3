import type { Binding, PathOrRow } from '../../mapping/adapter.ts';
import { denyRow, olderReasons } from '../gemini/outcomes.ts';

type OutcomeRows = Binding['outcome'];
type Keys = readonly (keyof OutcomeRows)[];

// 0.28.0 ignores every row of Gemini CLI that is missing here, as seen in runs: `systemMessage`
// goes to a debug log, `continue: false` fails one call and the turn goes on, `tool_input`, `ask`,
// `clearContext` and tail calls have no effect.

/**
 * A deny has no effect on a result. `continue: false` replaces it by an error, and the turn goes
 * on.
 */
const replacedRow: PathOrRow = {
  at: 'reason',
  older: olderReasons,
  with: { continue: [false] },
  whenEmpty: 'Agent execution stopped',
};

/** The rows of Gemini CLI that 0.28.0 honours, by native event. */
const keptKeys: Readonly<Record<string, Keys>> = {
  SessionStart: [], // additionalContext is dropped
  SessionEnd: [],
  PreCompress: [],
  Notification: [],
  BeforeAgent: ['decision', 'reason', 'context'],
  AfterAgent: ['followUp'], // `continue: false` starts another turn as well
  // A request needs `messages`; its `model` has no effect.
  BeforeModel: ['decision', 'reason', 'request', 'response'],
  AfterModel: ['response'],
  BeforeToolSelection: ['toolMode', 'toolNames'],
  BeforeTool: ['decision', 'reason'],
  AfterTool: ['context'],
};

/** Rows that differ from those of Gemini CLI. */
const ownRows: Readonly<Record<string, OutcomeRows>> = {
  BeforeTool: { decision: denyRow },
  AfterModel: { replaced: replacedRow },
  AfterTool: { replaced: replacedRow },
};

/** Returns the rows of an event that 0.28.0 honours. */
export function listHonouredRows({ native, outcome }: Binding): OutcomeRows {
  const rows = (keptKeys[native] ?? []).map((key) => [key, outcome[key]]);
  return { ...Object.fromEntries(rows), ...ownRows[native] };
}
