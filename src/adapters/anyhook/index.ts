import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Finished, Reading } from '../../mapping/adapter.ts';
import { refusedByHook } from '../../mapping/default-reasons.ts';
import { extendDialect } from '../../mapping/extend.ts';
import {
  describeCutOff,
  describeEnding,
  readFailure,
  trimOutput,
} from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { parseJsonObject } from '../../util/json.ts';
import { anyhook as dialect } from './dialect.ts';

/**
 * Reads a finished command. At exit code 0 the answer is JSON on stdout. Exit code 2 refuses at a gate, with the
 * reason on stderr. Any other code is a failure.
 */
function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  const fail = (failure: string) => readFailure(failure, binding);
  if (cutOffReason) return fail(cutOffReason);
  const text = trimOutput(finished.stdout);
  if (finished.code === 0) {
    const response = parseJsonObject(text, false);
    return isObject(response)
      ? { response }
      : text
        ? fail('printed something that is not a JSON object')
        : {};
  }
  const errorText = trimOutput(finished.stderr);
  if (finished.code === 2 && isGateEvent(binding.event))
    return { deny: errorText || refusedByHook };
  return fail(describeEnding(finished, errorText));
}

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const anyhook = extendDialect(dialect, {
  hooksIn: 'anyhook.yaml',
  listOtherMcpNames: ({ tool }) => [tool],
  readFinished,
  takesAnyWords: true,
  http: {
    // Status 204 means that the hook has no opinion. With another status, an empty body counts as no reply.
    readReply: ({ status, body }) => (status === 204 || trimOutput(body) ? body : undefined),
  },
  runtime: {
    shell: 'sh',
    env: (event) => ({ ANYHOOK_PROJECT_DIR: event.cwd }),
    commandVariables: [],
    uncomputableVariables: [],
    timeout: 60_000,
    loopLimit: 5,
    isSpoiltByMoreText: true,
    blocksUnstarted: true,
  },
});
