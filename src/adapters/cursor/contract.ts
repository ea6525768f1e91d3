import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Draft, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { refusedByHook } from '../../mapping/default-reasons.ts';
import { rowOf } from '../../mapping/fields.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJsonObject } from '../../util/json.ts';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const messageKeys = ['user_message', 'agent_message'];

/**
 * Tells whether a response breaks the schema of an event with a `permission`. The client then refuses the call.
 * Responses to other events are never invalid.
 */
function isInvalid({ outcome }: Binding, response: Json): boolean {
  const row = outcome.decision && rowOf(outcome.decision);
  if (!row || ![row.at].flat().includes('permission')) return false;
  const { permission, updated_input: input } = response;
  const knownWords: unknown[] = [
    ...Object.values(row.words ?? {}),
    ...Object.keys(row.aliases ?? {}),
  ];
  if (permission !== undefined && !knownWords.includes(permission)) return true;
  if (outcome.input && !isAbsent(input) && !isObject(input)) return true;
  return messageKeys
    .map((key) => response[key])
    .some((message) => !isAbsent(message) && typeof message !== 'string');
}

/**
 * Reads a finished command as the CLI 2026.09.28 does. JSON counts only at exit code 0, exit code 2 refuses at a
 * gate, and invalid JSON refuses at a gate.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const isGate = isGateEvent(binding.event);
  const text = trimOutput(finished.stdout);
  const { code } = finished;
  if (code === 0) {
    // For empty output, the CLI and most builds allow. Some builds of July and August 2026 block.
    if (!text) return isGate ? { failure: 'returned no output' } : {};
    const response = parseJsonObject(text, false);
    if (!isGate) return response ? { response } : { failure: 'returned invalid JSON' };
    if (!response || Array.isArray(response))
      return { deny: 'The hook returned invalid JSON.', failure: 'returned invalid JSON' };
    return isInvalid(binding, response)
      ? { deny: 'The hook returned an invalid response.' }
      : { response };
  }
  // At a stop event, exit code 2 drops the follow-up and has no other effect.
  if (code === 2)
    return isGate ? { deny: trimOutput(finished.stderr) || text || refusedByHook } : {};
  return { failure: describeEnding(finished, trimOutput(finished.stderr)) };
}

export const runtime: Runtime = {
  shell: 'sh',
  env: (event: Draft) => ({
    CURSOR_PROJECT_DIR: event.cwd,
    CURSOR_VERSION: event.version ?? '3.22.7',
    CURSOR_USER_EMAIL: event.user ?? undefined,
    CURSOR_TRANSCRIPT_PATH: event.transcript ?? undefined,
    CURSOR_CONVERSATION_ID: event.session, // set by the CLI, 2026.09.28
    CLAUDE_PROJECT_DIR: event.cwd,
  }),
  commandVariables: [],
  // They tell which client runs, and where. No value of them would be true under another agent.
  uncomputableVariables: [
    ...['CURSOR_CODE_REMOTE', 'CURSOR_AGENT', 'CURSOR_INVOKED_AS', 'CURSOR_RIPGREP_PATH'],
    ...['CURSOR_EXTENSION_HOST_ROLE', 'CURSOR_LAYOUT'],
  ],
  pluginVariables: ['CURSOR_PLUGIN_ROOT'], // documented, not measured
  timeout: 60_000, // logged by a build of March 2026; the docs say "platform default"
  loopLimit: 5,
  isSpoiltByMoreText: true,
  blocksUnstarted: false,
};
