/**
 * One hook script, every agent. `decode` and `encode` events, `hear` and `say` outcomes.
 *
 * @packageDocumentation
 */

export type { Vendor } from './adapters/index.ts';
export {
  type CallEvent,
  type Event,
  type EventName,
  eventSchema,
  type Payload,
  type Rest,
  type ToolEvent,
} from './canonical/event.ts';
export { type Hook, hookSchema } from './canonical/hook.ts';
export {
  describeLoss,
  type Loss,
  type Severity,
  severityOf,
} from './canonical/loss.ts';
export { type Outcome, outcomeSchema } from './canonical/outcome.ts';
export { type OutcomeOf, outcomeKeysAt } from './canonical/outcome-of.ts';
export {
  type McpIdentity,
  type ShellDialect,
  type ToolInput,
  type ToolName,
  type ToolResult,
  tools,
} from './canonical/tool.ts';
export { isWeaker, type Verdict, verdictOf, verdicts } from './canonical/verdict.ts';
export { checkSettings } from './check/check.ts';
export { convertFile } from './convert/convert-file.ts';
export { type Conversion, convertText } from './convert/convert-text.ts';
export { describeHookLoss, type HookLoss } from './convert/hook-loss.ts';
export type { HookResult, How } from './convert/hook-result.ts';
export type { FileConversion, Job } from './convert/job.ts';
export type { ConvertOptions } from './convert/options.ts';
export { type Removed, removeConversions } from './convert/remove-conversions.ts';
export { type Syncing, syncHooks } from './convert/sync-hooks.ts';
export { AnyhookError, type ErrorCode } from './errors.ts';
export * from './library/index.ts';
export type { Adapter, Finished, World } from './mapping/adapter.ts';
export type { Scope } from './mapping/settings.ts';
export {
  hooksOf,
  type OwnerOptions,
  type OwnHook,
  type Placement,
  type PlacementLoss,
  placeHooks,
  type RemovedHooks,
  removeHooks,
  type SettingsPlace,
  settingsFileOf,
} from './owned/index.ts';
export {
  describeFinding,
  type Finding,
  kindOfFinding,
  type Position,
} from './settings/finding.ts';
export type { ReadHook, Settings } from './settings/formats/format.ts';
export { readHooks } from './settings/formats/index.ts';
export { sourceJsonSchema } from './settings/neutral/schema.ts';
export {
  formatValueRecord,
  parseValueRecord,
  type ValueRecord,
} from './settings/value-record.ts';
export type { Workspace, WorkspaceOptions } from './settings/workspace.ts';
