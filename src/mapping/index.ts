/**
 * What an adapter is stated with: `anyhook/adapter`. Unstable: it changes with what more real
 * clients need, and a minor version may break it.
 *
 * @packageDocumentation
 */
export { AnyhookError } from '../errors.ts';
export { readDiff } from '../util/diff.ts';
export { isObject } from '../util/equal.ts';
export { asText, type Json, objectIn } from '../util/json.ts';
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
  Reading,
  Row,
  Runtime,
  Spoken,
  ToolRow,
  World,
} from './adapter.ts';
export { among, emptyIsNull, otherReasons, unlessEmpty } from './codecs.ts';
export {
  bindingsOf,
  changed,
  type Definition,
  defineAdapter,
  defineBinding,
  type Events,
} from './define.ts';
export { codec } from './fields.ts';
export { clean, cutOff, ending, unknownIn } from './finished.ts';
export { editPath, filePath, folderIfAny, folderPath, searchPath } from './opened.ts';
export type { StatedTool } from './stated.ts';
