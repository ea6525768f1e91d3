/**
 * What an adapter is stated with: `anyhook/adapter`. Unstable: it changes with what more real
 * clients need, and a minor version may break it.
 *
 * @packageDocumentation
 */
export { AnyhookError } from '../errors.ts';
export { readDiff } from '../util/diff.ts';
export { isObject } from '../util/equal.ts';
export { asText, type Json, parseJsonObject } from '../util/json.ts';
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
  PathOrRow,
  Paths,
  PrintedAnswer,
  Reading,
  Row,
  Runtime,
  ToolRow,
  World,
} from './adapter.ts';
export type { StatedTool } from './binding-types.ts';
export { emptyIsNull, makeWordCodec, otherReasons, unlessEmpty } from './codecs.ts';
export { changeEvents, defineBinding, type Events, makeBindings } from './define.ts';
export { type Definition, defineAdapter } from './extend.ts';
export { makeCodec } from './fields.ts';
export {
  describeCutOff,
  describeEnding,
  findUnknownKey,
  trimOutput,
} from './finished-command.ts';
export { editPath, filePath, folderIfAny, folderPath, searchPath } from './path-codecs.ts';
