/** Computes the fields that events of other agents lack, before payloads are written. */

import type { ComputeField, Draft, FillsByEvent } from '../../mapping/adapter.ts';
import { asText, type Json } from '../../util/json.ts';

/** Returns the text that the model was shown of a shell command, as its output. Undefined for other tools. */
const getShellOutput = ({ tool, result }: Draft | Json): unknown =>
  tool === 'shell' ? (result as Json | undefined)?.text : undefined;

/** Builds the `error` text for a failed call of another agent. */
function describeFailure({ tool, result }: Draft | Json): string {
  const { output, text, exitCode } = (result ?? {}) as Json;
  const message = output || text;
  if (tool !== 'shell') return asText(message || 'The tool failed.');
  return `Exit code ${exitCode ?? 1}${message ? `\n${message}` : ''}`;
}

/** The client does not count its follow-ups: it says whether there was one. */
const retry: ComputeField = (event) => (event.loopCount ?? 0) > 0;

/** The functions by native event. */
export const fillBeforeEncoding: FillsByEvent = {
  PostToolUse: { 'result.output': getShellOutput },
  PostToolUseFailure: { 'result.error.message': describeFailure },
  Stop: { retry, response: (_, world) => world.recall('response') },
  SubagentStop: { retry },
};
