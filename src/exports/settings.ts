/**
 * `anyhook/settings`: reads, checks and converts settings files, and writes hooks into them.
 *
 * @packageDocumentation
 */

export type { Vendor } from '../adapters/index.ts';
export type { Hook } from '../canonical/types.ts';
export { checkSettings } from '../check/check.ts';
export { convertFile } from '../convert/convert-file.ts';
export { type Conversion, convertText } from '../convert/convert-text.ts';
export { describeHookLoss, type HookLoss } from '../convert/hook-loss.ts';
export type { HookResult, How } from '../convert/hook-result.ts';
export type { FileConversion, Job } from '../convert/job.ts';
export type { ConvertOptions } from '../convert/options.ts';
export { type Removed, removeConversions } from '../convert/remove-conversions.ts';
export { type Syncing, syncHooks } from '../convert/sync-hooks.ts';
export { AnyhookError, type ErrorCode } from '../errors.ts';
export type { Scope } from '../mapping/settings.ts';
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
} from '../owned/index.ts';
export {
  describeFinding,
  type Finding,
  kindOfFinding,
  type Position,
} from '../settings/finding.ts';
export type { ReadHook, Settings } from '../settings/formats/format.ts';
export { readHooks } from '../settings/formats/index.ts';
export {
  formatValueRecord,
  parseValueRecord,
  type ValueRecord,
} from '../settings/value-record.ts';
export type { Workspace, WorkspaceOptions } from '../settings/workspace.ts';
