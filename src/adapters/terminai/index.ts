import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Reading } from '../../mapping/adapter.ts';
import { extendDialect } from '../../mapping/extend.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import type { Json } from '../../util/json.ts';
import { parseJsonObject } from '../../util/json.ts';
import { listFetches, toRawGitHubAddress } from '../gemini/addresses.ts';
import { makeSaveMemory } from '../gemini/composites.ts';
import { makeFileSearch } from '../gemini/file-search.ts';
import { firings } from '../gemini/firings.ts';
import { gemini } from '../gemini/index.ts';
import { familyMatchers, subjects } from '../gemini/matchers.ts';
import { terminai as dialect } from './dialect.ts';
import { fileOperations } from './file-operations.ts';
import { fillBeforeEncoding } from './filled-fields.ts';

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

/** The adapter: that of Gemini CLI, and what differs. */
export const terminai = extendDialect(dialect, {
  ...gemini,
  fillBeforeEncoding,
  hooksIn: '.terminai/settings.json',
  matchers: familyMatchers,
  subjects,
  firings,
  listOtherMcpNames: ({ server, tool }) => [server ? tool : `__${tool}`],
  readFinished,
  normaliseResponse,
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
