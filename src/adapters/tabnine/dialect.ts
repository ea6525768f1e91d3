import { changeEvents, defineDialect } from '../../mapping/define.ts';
import { gemini } from '../gemini/dialect.ts';
import { makeRecogniser } from '../gemini/recogniser.ts';

/**
 * The verdict before a tool. `ask` is read but never written, since it is not documented here, and a headless Gemini
 * CLI ends at it.
 */
const decisionRow = {
  at: 'decision',
  words: { deny: 'deny' },
  aliases: { block: 'deny', ask: 'ask' },
} as const;

const events = changeEvents(gemini.bindings, (binding) =>
  binding.event === 'before-tool'
    ? { ...binding, outcome: { ...binding.outcome, decision: decisionRow } }
    : binding,
);

/** Tabnine CLI, which is Gemini CLI under another name. All is taken from its docs, and nothing was measured. */
export const tabnine = defineDialect({
  ...gemini,
  id: 'tabnine',
  title: 'Tabnine CLI',
  events,
  paths: { ...gemini.paths, byLink: true },
  recognises: makeRecogniser('.tabnine', gemini.bindings.nativeNames),
  ownVariable: 'TABNINE_PROJECT_DIR',
  sessionVariable: undefined,
});
