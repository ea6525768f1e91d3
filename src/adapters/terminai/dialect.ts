import { changeEvents, defineDialect } from '../../mapping/define.ts';
import { gemini } from '../gemini/dialect.ts';
import { makeRecogniser } from '../gemini/recogniser.ts';
import { listHonouredRows } from './outcomes.ts';
import { mcp, tools } from './tools.ts';

/** Matches the canonical paths of `mcp_context` and `original_request_name`, which 0.28.0 does not send. */
const unsentPaths = /^mcp\.|^requestedName$/;

const events = changeEvents(gemini.bindings, (binding) => ({
  ...binding,
  payload: Object.fromEntries(
    Object.entries(binding.payload).filter(([path]) => !unsentPaths.test(path)),
  ),
  outcome: listHonouredRows(binding),
  // The event is fired again, with an empty prompt, for every model call of a turn, 0.28.0.
  ...(binding.event === 'prompt' ? { continues: { prompt: '' } } : {}),
}));

/** TerminaI 0.28.0, a fork of Gemini CLI with the hook engine of December 2025. */
export const terminai = defineDialect({
  ...gemini,
  id: 'terminai',
  title: 'TerminaI',
  events,
  tools,
  mcp,
  paths: { asWritten: true, byLink: true },
  recognises: makeRecogniser('.terminai', gemini.bindings.nativeNames),
  ownVariable: 'TERMINAI_PROJECT_DIR',
  sessionVariable: undefined,
});
