/**
 * `anyhook`: one hook, every agent. `read` a payload and `say` an answer, with the id of an agent. Settings files are
 * in `anyhook/settings`, zod schemas in `anyhook/schema`, and the functions without any agent in `anyhook/core`.
 *
 * @packageDocumentation
 */

import { dialects } from './adapters/dialects.ts';
import { setKnownDialects } from './library/agent.ts';

export type { Vendor } from './adapters/index.ts';
export { describeLoss, type Loss, type Severity, severityOf } from './canonical/loss.ts';
export { type OutcomeOf, outcomeKeysAt } from './canonical/outcome-of.ts';
export type {
  CallEvent,
  Event,
  EventName,
  McpIdentity,
  Outcome,
  Payload,
  Rest,
  ShellDialect,
  ToolEvent,
  ToolInput,
  ToolName,
  ToolResult,
} from './canonical/types.ts';
export { isWeaker, type Verdict, verdictOf, verdicts } from './canonical/verdict.ts';
export { AnyhookError, type ErrorCode } from './errors.ts';
export {
  callsOf,
  decode,
  decodeOutcome,
  encode,
  hear,
  toolName,
  translate,
  translateAll,
} from './library/by-id.ts';
export * from './library/index.ts';
export type { Adapter, Dialect, Finished, World } from './mapping/adapter.ts';

setKnownDialects(dialects);
