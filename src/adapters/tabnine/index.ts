import type { Binding, Draft, Finished, Reading } from '../../mapping/adapter.ts';
import { changeEvents, defineAdapter } from '../../mapping/define.ts';
import { describeCutOff, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { fetchedAddress, listFetches, rawGitHubAddress } from '../gemini/addresses.ts';
import { makeRecogniser, readPlainText } from '../gemini/contract.ts';
import { gemini } from '../gemini/index.ts';

/**
 * `ask` is read but not written: it is not documented, and in Gemini CLI headless it ends the
 * session.
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

/**
 * Rewrites a response as Gemini CLI does. A synthetic model response also skips the call, by the
 * docs.
 */
function tidyResponse(response: Json, binding: Binding): Json {
  const tidied = gemini.normaliseResponse?.(response, binding) ?? response;
  const { hookSpecificOutput: specific } = response;
  const answersModel =
    binding.event === 'before-model' && isObject(specific) && specific.llm_response;
  const isRefusal = tidied.decision === 'deny' || tidied.decision === 'block';
  return answersModel && !isRefusal ? { ...tidied, decision: 'deny' } : tidied;
}

/**
 * Reads a finished hook as Gemini CLI does, except that stderr is never JSON and that exit code 2
 * blocks with stderr as its reason, by the docs.
 */
function readFinished(finished: Finished, binding: Binding): Reading {
  const errorText = trimOutput(finished.stderr);
  const text = trimOutput(finished.stdout);
  const isAsUpstream = describeCutOff(finished) || text || !errorText;
  const reading = isAsUpstream
    ? gemini.readFinished(finished, binding)
    : readPlainText(finished, errorText);
  if (finished.code !== 2) return { ...reading, text };
  // No reason with which a new turn could begin.
  if (!errorText && binding.event === 'stop') return { ...reading, text };
  const reason =
    errorText || reading.response?.reason || text || 'Blocked by a hook (exit code 2).';
  return { text, response: { ...reading.response, decision: 'deny', reason } };
}

/** Tabnine CLI: a rebrand of Gemini CLI. Known from its docs only. */
export const tabnine = defineAdapter({
  ...gemini,
  id: 'tabnine',
  title: 'Tabnine CLI',
  hooksIn: '.tabnine/agent/settings.json',
  events,
  readFinished,
  normaliseResponse: tidyResponse,
  recognises: makeRecogniser('.tabnine', gemini.bindings.nativeNames),
  // It is not known which version of Gemini CLI it derives from. Older ones open an absolute path
  // as written.
  paths: { ...gemini.paths, byLink: true },
  listCallMeanings: listFetches(fetchedAddress, rawGitHubAddress),
  runtime: {
    ...gemini.runtime,
    env: (event: Draft) => ({
      TABNINE_PROJECT_DIR: event.cwd,
      CLAUDE_PROJECT_DIR: event.cwd,
    }),
    commandVariables: ['TABNINE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
    aliases: { GEMINI_PROJECT_DIR: 'TABNINE_PROJECT_DIR' },
    uncomputableVariables: [],
  },
});
