/**
 * What an adapter is stated with: `anyhook/adapter`. Unstable: it changes with what more real
 * clients need, and a minor version may break it.
 *
 * @packageDocumentation
 */
import { closing } from '../errors.ts';
import * as diff from '../util/diff.ts';
import * as json from '../util/json.ts';
import * as patch from '../util/patch.ts';
import * as codecs from './codecs.ts';
import * as define from './define.ts';
import * as extend from './extend.ts';
import * as fields from './fields.ts';
import * as finished from './finished-command.ts';

export { AnyhookError } from '../errors.ts';
export { isObject } from '../util/equal.ts';
export type { Json } from '../util/json.ts';
export type { Change, Hunk, PatchGrammar } from '../util/patch.ts';
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
export { emptyIsNull, otherReasons, unlessEmpty } from './codecs.ts';
export type { Events } from './define.ts';
export type { Definition } from './extend.ts';
export { editPath, filePath, folderIfAny, folderPath, searchPath } from './path-codecs.ts';

/** {@inheritDoc json.asText} */
export const asText: typeof json.asText = /* @__PURE__ */ closing(json.asText);
/** {@inheritDoc define.changeEvents} */
export const changeEvents: typeof define.changeEvents = /* @__PURE__ */ closing(
  define.changeEvents,
);
/** {@inheritDoc extend.defineAdapter} */
export const defineAdapter: typeof extend.defineAdapter = /* @__PURE__ */ closing(
  extend.defineAdapter,
);
/** {@inheritDoc define.defineBinding} */
export const defineBinding: typeof define.defineBinding = /* @__PURE__ */ closing(
  define.defineBinding,
);
/** {@inheritDoc finished.describeCutOff} */
export const describeCutOff: typeof finished.describeCutOff = /* @__PURE__ */ closing(
  finished.describeCutOff,
);
/** {@inheritDoc finished.describeEnding} */
export const describeEnding: typeof finished.describeEnding = /* @__PURE__ */ closing(
  finished.describeEnding,
);
/** {@inheritDoc finished.findUnknownKey} */
export const findUnknownKey: typeof finished.findUnknownKey = /* @__PURE__ */ closing(
  finished.findUnknownKey,
);
/** {@inheritDoc define.makeBindings} */
export const makeBindings: typeof define.makeBindings = /* @__PURE__ */ closing(
  define.makeBindings,
);
/** {@inheritDoc fields.makeCodec} */
export const makeCodec: typeof fields.makeCodec = /* @__PURE__ */ closing(fields.makeCodec);
/** {@inheritDoc codecs.makeWordCodec} */
export const makeWordCodec: typeof codecs.makeWordCodec = /* @__PURE__ */ closing(
  codecs.makeWordCodec,
);
/** {@inheritDoc json.parseJsonObject} */
export const parseJsonObject: typeof json.parseJsonObject = /* @__PURE__ */ closing(
  json.parseJsonObject,
);
/** {@inheritDoc diff.readDiff} */
export const readDiff: typeof diff.readDiff = /* @__PURE__ */ closing(diff.readDiff);
/** {@inheritDoc patch.readPatch} */
export const readPatch: typeof patch.readPatch = /* @__PURE__ */ closing(patch.readPatch);
/** {@inheritDoc finished.trimOutput} */
export const trimOutput: typeof finished.trimOutput = /* @__PURE__ */ closing(finished.trimOutput);
