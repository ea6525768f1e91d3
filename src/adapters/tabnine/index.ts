import type { Binding, Draft, Finished, Reading } from '../../mapping/adapter.ts';
import { extendDialect } from '../../mapping/extend.ts';
import { describeCutOff, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { listFetches, toFetchedAddress, toRawGitHubAddress } from '../gemini/addresses.ts';
import { readPlainText } from '../gemini/contract.ts';
import { firings } from '../gemini/firings.ts';
import { gemini } from '../gemini/index.ts';
import { subjects } from '../gemini/matchers.ts';
import { tabnine as dialect } from './dialect.ts';

/**
 * Normalises a response as Gemini CLI does. By the docs, a model response from a hook also skips the model call
 * without a verdict, so a refusal is added to it.
 */
function normaliseResponse(response: Json, binding: Binding): Json {
  const normalised = gemini.normaliseResponse?.(response, binding) ?? response;
  const { hookSpecificOutput: specific } = response;
  const hasModelResponse =
    binding.event === 'before-model' && isObject(specific) && specific.llm_response;
  const isRefusal = normalised.decision === 'deny' || normalised.decision === 'block';
  return hasModelResponse && !isRefusal ? { ...normalised, decision: 'deny' } : normalised;
}

/**
 * Reads a finished command as Gemini CLI does, with two differences that the docs state: stderr is never read as
 * JSON, and exit code 2 refuses with the text on stderr as the reason.
 */
function readFinished(finished: Finished, binding: Binding): Reading {
  const errorText = trimOutput(finished.stderr);
  const text = trimOutput(finished.stdout);
  const isReadAsGemini = describeCutOff(finished) || text || !errorText;
  const reading = isReadAsGemini
    ? gemini.readFinished(finished, binding)
    : readPlainText(finished, errorText);
  if (finished.code !== 2) return { ...reading, text };
  // At a stop, a refusal starts a new turn with its reason, and here there is no reason.
  if (!errorText && binding.event === 'stop') return { ...reading, text };
  const reason =
    errorText || reading.response?.reason || text || 'Blocked by a hook (exit code 2).';
  return { text, response: { ...reading.response, decision: 'deny', reason } };
}

/** The adapter: that of Gemini CLI, and what differs. */
export const tabnine = extendDialect(dialect, {
  ...gemini,
  subjects,
  firings,
  hooksIn: '.tabnine/agent/settings.json',
  readFinished,
  normaliseResponse,
  // It is not known from which version of Gemini CLI it was made. Older versions open an absolute path
  // as it was written.
  paths: { ...gemini.paths, byLink: true },
  listCallMeanings: listFetches(toFetchedAddress, toRawGitHubAddress),
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
