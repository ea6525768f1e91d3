import type { Binding, PathOrRow } from '../../mapping/adapter.ts';
import { denyRow, foreignReasons } from '../gemini/outcomes.ts';

type OutcomeRows = Binding['outcome'];
type Keys = readonly (keyof OutcomeRows)[];

// Every row of Gemini CLI that is missing here was seen to be ignored by 0.28.0. `systemMessage` goes to a
// debug log. `continue: false` fails one call, and the turn goes on. `tool_input`, `ask`, `clearContext` and
// tail calls have no effect.

/**
 * The text that replaces a result. Only `continue: false` replaces it, by an error, and the turn goes on. A refusal
 * has no effect on a result.
 */
const replacedRow: PathOrRow = {
  at: 'reason',
  older: foreignReasons,
  with: { continue: [false] },
  whenEmpty: 'Agent execution stopped',
};

/** Native event → the rows of Gemini CLI that 0.28.0 honours. */
const honouredKeys: Readonly<Record<string, Keys>> = {
  SessionStart: [], // additionalContext is dropped
  SessionEnd: [],
  PreCompress: [],
  Notification: [],
  BeforeAgent: ['decision', 'reason', 'context'],
  AfterAgent: ['followUp'], // `continue: false` starts another turn as well
  // A rewritten request needs `messages`, and its `model` has no effect.
  BeforeModel: ['decision', 'reason', 'request', 'response'],
  AfterModel: ['response'],
  BeforeToolSelection: ['toolMode', 'toolNames'],
  BeforeTool: ['decision', 'reason'],
  AfterTool: ['context'],
};

/** Native event → rows that differ from those of Gemini CLI. */
const differentRows: Readonly<Record<string, OutcomeRows>> = {
  BeforeTool: { decision: denyRow },
  AfterModel: { replaced: replacedRow },
  AfterTool: { replaced: replacedRow },
};

/** Returns the rows that 0.28.0 honours, for an event of Gemini CLI. */
export function listHonouredRows({ native, outcome }: Binding): OutcomeRows {
  const rows = (honouredKeys[native] ?? []).map((key) => [key, outcome[key]]);
  return { ...Object.fromEntries(rows), ...differentRows[native] };
}
