import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Reading } from '../../mapping/adapter.ts';
import { changeEvents, defineAdapter } from '../../mapping/define.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import type { Json } from '../../util/json.ts';
import { parseJsonObject } from '../../util/json.ts';
import { listFetches, toRawGitHubAddress } from '../gemini/addresses.ts';
import { makeSaveMemory } from '../gemini/composites.ts';
import { makeRecogniser } from '../gemini/contract.ts';
import { gemini } from '../gemini/index.ts';
import { familyMatchers } from '../gemini/matchers.ts';
import { makeFileSearch } from '../gemini/paths.ts';
import { exitCodeOf } from '../gemini/shell-text.ts';
import { fileOperations } from './file-operations.ts';
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

/**
 * Replaces `continue: false` by a refusal, since it refuses one call here and does not halt the agent. Of the two
 * reasons, `reason` is used first.
 */
function normaliseResponse(response: Json): Json {
  if (response.continue !== false) return response;
  const reason = response.reason ?? response.stopReason;
  return { ...response, decision: 'deny', ...(reason === undefined ? {} : { reason }) };
}

/** Reads a finished command as 0.28.0 does. JSON counts only at exit code 0, and code 2 refuses if stderr has text. */
function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const { code } = finished;
  const text = trimOutput(finished.stderr);
  if (code === 2 && text) return { response: { decision: 'deny', reason: text } };
  if (code) return { failure: describeEnding(finished, text) };
  // If a signal ended the command, Gemini CLI reads the answer as at exit code 0. We do that only at a
  // gate, so that a refusal counts.
  const isRead = code === 0 || isGateEvent(binding.event);
  const response = isRead ? parseJsonObject(trimOutput(finished.stdout)) : undefined;
  return {
    ...(response && { response }),
    ...(code === null && { failure: describeEnding(finished, text) }),
  };
}

/** TerminaI 0.28.0, a fork of Gemini CLI with the hook engine of December 2025. */
export const terminai = defineAdapter({
  ...gemini,
  id: 'terminai',
  title: 'TerminaI',
  hooksIn: '.terminai/settings.json',
  events,
  get tools() {
    return tools();
  },
  mcp,
  matchers: familyMatchers,
  readFinished,
  normaliseResponse,
  recognises: makeRecogniser('.terminai', gemini.bindings.nativeNames),
  listCallMeanings: listFetches(toRawGitHubAddress),
  // The client does not clean paths, and an edit opens an absolute path as it is written, 0.28.0.
  paths: {
    asWritten: true,
    byLink: true,
    findEditedFiles: makeFileSearch(
      ({ text }) => text,
      (path) => path,
    ),
  },
  composites: {
    ...gemini.composites,
    save_memory: makeSaveMemory('.terminai'),
    file_operations: fileOperations,
  },
  runtime: {
    ...gemini.runtime,
    env: (event: Draft) => ({
      TERMINAI_PROJECT_DIR: event.cwd,
      GEMINI_PROJECT_DIR: event.cwd,
      CLAUDE_PROJECT_DIR: event.cwd,
    }),
    commandVariables: ['TERMINAI_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
    uncomputableVariables: [],
    blocksUnstarted: false,
  },
});
