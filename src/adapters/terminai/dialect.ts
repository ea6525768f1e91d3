import type { Binding } from '../../mapping/adapter.ts';
import { changeEvents, defineDialect } from '../../mapping/define.ts';
import type { Json } from '../../util/json.ts';
import { gemini } from '../gemini/dialect.ts';
import { makeRecogniser } from '../gemini/recogniser.ts';
import { exitCodeOf } from '../gemini/shell-text.ts';
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
  ...(binding.event === 'after-tool'
    ? { fillBeforeEncoding: { ...binding.fillBeforeEncoding, ...shellTextRule } }
    : {}),
}));

/** Computes the text that TerminaI would show the model for a shell command. */
const shellTextRule: Binding['fillBeforeEncoding'] = {
  'result.text': (event) => {
    const { input, result } = event;
    const { output, exitCode, error } = result ?? {};
    if (typeof output !== 'string') return (error as Json | undefined)?.message;
    return [
      `Command: ${(input as Json).command}`,
      'Directory: (root)',
      `Output: ${output || '(empty)'}`,
      'Error: (none)',
      `Exit Code: ${exitCodeOf(event, exitCode)}`,
      'Signal: (none)',
      'Background PIDs: (none)',
      'Process Group PGID: (none)',
    ].join('\n');
  },
};

/** TerminaI 0.28.0, a fork of Gemini CLI with the hook engine of December 2025. */
export const terminai = defineDialect({
  ...gemini,
  id: 'terminai',
  title: 'TerminaI',
  events,
  get tools() {
    return tools();
  },
  mcp,
  paths: { asWritten: true, byLink: true },
  recognises: makeRecogniser('.terminai', gemini.bindings.nativeNames),
  ownVariable: 'TERMINAI_PROJECT_DIR',
  sessionVariable: undefined,
});
