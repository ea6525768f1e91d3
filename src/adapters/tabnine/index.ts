import type { Binding, Draft, Finished, Reading } from '../../mapping/adapter.ts';
import { changed, defineAdapter } from '../../mapping/define.ts';
import { clean, cutOff } from '../../mapping/finished.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { fetchedAddress, listFetches, rawGitHubAddress } from '../gemini/addresses.ts';
import { makeRecogniser, readPlainText } from '../gemini/contract.ts';
import { gemini } from '../gemini/index.ts';

/** `ask` is not in the vendor's pages, and headless it ends the session silently upstream. */
const decisionRow = {
  at: 'decision',
  words: { deny: 'deny' },
  hears: { block: 'deny', ask: 'ask' },
} as const;

const events = changed(gemini.bindings, (binding) =>
  binding.event === 'before-tool'
    ? { ...binding, outcome: { ...binding.outcome, decision: decisionRow } }
    : binding,
);

/** As upstream; and a synthetic answer skips the model's call by itself, as the pages say. */
function tidyResponse(response: Json, binding: Binding): Json {
  const tidied = gemini.tidy?.(response, binding) ?? response;
  const { hookSpecificOutput: specific } = response;
  const answersModel =
    binding.event === 'before-model' && isObject(specific) && specific.llm_response;
  const isRefusal = tidied.decision === 'deny' || tidied.decision === 'block';
  return answersModel && !isRefusal ? { ...tidied, decision: 'deny' } : tidied;
}

/** As upstream, but that stderr is never JSON, and that exit 2 blocks with it, as the pages say. */
function readFinished(finished: Finished, binding: Binding): Reading {
  const errorText = clean(finished.stderr);
  const text = clean(finished.stdout);
  const isAsUpstream = cutOff(finished) || text || !errorText;
  const reading = isAsUpstream
    ? gemini.reads(finished, binding)
    : readPlainText(finished, errorText);
  if (finished.code !== 2) return { ...reading, text };
  if (!errorText && binding.event === 'stop') return { ...reading, text }; // nothing to begin a turn with
  const reason =
    errorText || reading.response?.reason || text || 'Blocked by a hook (exit code 2).';
  return { text, response: { ...reading.response, decision: 'deny', reason } };
}

/** Tabnine CLI: a rebrand of Gemini CLI, known from its pages alone. */
export const tabnine = defineAdapter({
  ...gemini,
  id: 'tabnine',
  title: 'Tabnine CLI',
  hooksIn: '.tabnine/agent/settings.json',
  events,
  reads: readFinished,
  tidy: tidyResponse,
  recognises: makeRecogniser('.tabnine', gemini.bindings.natives),
  // Which upstream it is of is not known: older ones open an absolute path as it is written.
  paths: { ...gemini.paths, byLink: true },
  meanings: listFetches(fetchedAddress, rawGitHubAddress),
  runtime: {
    ...gemini.runtime,
    env: (event: Draft) => ({
      TABNINE_PROJECT_DIR: event.cwd,
      CLAUDE_PROJECT_DIR: event.cwd,
    }),
    expands: ['TABNINE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
    aliases: { GEMINI_PROJECT_DIR: 'TABNINE_PROJECT_DIR' },
    unsupplied: [],
  },
});
