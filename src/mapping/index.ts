/**
 * What an adapter is stated with: `anyhook/adapter`. Unstable: it changes with what more real
 * clients need, and a minor version may break it.
 *
 * @packageDocumentation
 */
export { AnyhookError } from '../errors.ts';
export { readDiff } from '../util/diff.ts';
export { isObject } from '../util/equal.ts';
export { asText, type Json, parseJsonObject as objectIn } from '../util/json.ts';
export { type Change, type Hunk, type PatchGrammar, readPatch } from '../util/patch.ts';
export type {
  Adapter,
  Binding,
  Bindings,
  Codec,
  Composite,
  Disk,
  Draft,
  Fields,
  Finished,
  McpNames,
  Native,
  Paths,
  PrintedAnswer as Spoken,
  Reading,
  Row,
  Runtime,
  ToolRow,
  World,
} from './adapter.ts';
export type { StatedTool } from './binding-types.ts';
export { emptyIsNull, makeWordCodec as among, otherReasons, unlessEmpty } from './codecs.ts';
export {
  changeEvents as changed,
  type Definition,
  defineAdapter,
  defineBinding,
  type Events,
  makeBindings as bindingsOf,
} from './define.ts';
export { makeCodec as codec } from './fields.ts';
export {
  describeCutOff as cutOff,
  describeEnding as ending,
  findUnknownKey as unknownIn,
  trimOutput as clean,
} from './finished-command.ts';
export { editPath, filePath, folderIfAny, folderPath, searchPath } from './path-codecs.ts';
