/** What `anyhook` and `anyhook/core` export besides functions that read and answer: the model, its errors and its losses. */

export type { Vendor } from '../adapters/index.ts';
export { describeLoss, type Loss, type Severity, severityOf } from '../canonical/loss.ts';
export { type OutcomeOf, outcomeKeysAt } from '../canonical/outcome-of.ts';
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
} from '../canonical/types.ts';
export { isWeaker, type Verdict, verdicts } from '../canonical/verdict.ts';
export { AnyhookError, type ErrorCode } from '../errors.ts';
export type { Adapter, Dialect, Finished, World } from '../mapping/adapter.ts';
export { verdictOf } from './verdict.ts';
