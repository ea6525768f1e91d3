/**
 * `anyhook/core`: the functions of `anyhook` without any agent. They take the dialect of an agent
 * (`anyhook/dialects/*`), or its whole adapter (`anyhook/adapters/*`) where a docstring says that it is needed.
 *
 * @packageDocumentation
 */

export { anyhook } from '../adapters/anyhook/dialect.ts';
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
export { isWeaker, type Verdict, verdictOf, verdicts } from '../canonical/verdict.ts';
export { AnyhookError, type ErrorCode } from '../errors.ts';
export * from '../library/core.ts';
export type { Adapter, Dialect, Finished, World } from '../mapping/adapter.ts';
