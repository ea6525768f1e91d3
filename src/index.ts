/**
 * One hook script, every agent. `decode` and `encode` events, `hear` and `say` outcomes.
 *
 * @packageDocumentation
 */
export type { Finished, World } from './adapter.ts';
export type { Vendor } from './adapters/index.ts';
export {
  type Event,
  type EventName,
  eventSchema,
  type Payload,
  type ToolEvent,
} from './canonical/event.ts';
export { describe, type Loss, type Severity, severity } from './canonical/loss.ts';
export {
  type Outcome,
  outcomeSchema,
  type Verdict,
  verdictOf,
  verdicts,
  weaker,
} from './canonical/outcome.ts';
export { type ToolInput, type ToolName, type ToolResult, tools } from './canonical/tool.ts';
export { AnyhookError, type ErrorCode } from './errors.ts';
export {
  type Capability,
  capabilities,
  decode,
  decodeOutcome,
  type Encoded,
  encode,
  type Heard,
  hear,
  type Options,
  recognise,
  type Saying,
  say,
  translate,
} from './library.ts';
