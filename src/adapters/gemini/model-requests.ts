import { toolKinds } from '../../canonical/kinds.ts';
import type { ToolName } from '../../canonical/tool.ts';
import type { Context, Dialect, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { findRowToWrite } from '../../mapping/tools.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/**
 * Returns the name that a native tool has in a canonical list of tools: `shell` for a canonical tool,
 * `SERVER/TOOL` for an MCP tool, or the native name. A leading `/` tells a native name from an equal
 * canonical one.
 */
function toCanonicalName(adapter: Dialect, name: string): string {
  const row = adapter.tools.find(({ when, names }) => !when && names.includes(name));
  // Of several native tools for one canonical tool, only the one that is written gets the canonical name.
  // Otherwise, the list would come back with another tool than it had.
  if (row) return findRowToWrite(adapter, row.tool) === row ? row.tool : name;
  const { server = '', tool = name } = adapter.mcp.read(name) ?? {};
  return server || isCanonicalTool(tool) ? `${server}/${tool}` : tool;
}

const isCanonicalTool = (name: string): boolean => Object.hasOwn(toolKinds, name);

/** Lists the native names that a tool of a canonical list may have. An MCP tool can have several. */
function listNativeNames(adapter: Dialect, name: string): readonly string[] {
  const slash = name.indexOf('/');
  if (slash >= 0) {
    const tool = name.slice(slash + 1);
    const server = name.slice(0, slash);
    if (!server) return [tool];
    return (
      adapter.mcp.listOfferedNames?.({ server, tool }) ?? [adapter.mcp.write({ server, tool })]
    );
  }
  const row = isCanonicalTool(name) && findRowToWrite(adapter, name as ToolName);
  return [row ? (row.names[0] as string) : name];
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Translates a list of the tools that the model may call. Each name is native here and canonical in the event. */
export const toolNames = makeCodec(
  (value, { adapter }) =>
    isTextList(value) ? value.map((name) => toCanonicalName(adapter, name)) : value,
  (value, { adapter }) =>
    isTextList(value)
      ? [...new Set(value.flatMap((name) => listNativeNames(adapter, name)))]
      : value,
);

/** Translates the names of tools in a model request, and leaves the rest of the request as it is. */
export const modelRequest = makeCodec(
  (value, context) => renameTools(value, (names) => toolNames.read(names, context)),
  (value, context) => renameTools(value, (names) => toolNames.write(names, context)),
);

/** Converts the list of tools in a model request, if the request has one. */
function renameTools(request: unknown, convert: (names: unknown) => unknown): unknown {
  if (!isObject(request) || !isObject(request.toolConfig)) return request;
  const { allowedFunctionNames: names, ...config } = request.toolConfig;
  if (!names) return request;
  return { ...request, toolConfig: { ...config, allowedFunctionNames: convert(names) } };
}

/** Tells whether a model response has a list of candidates, each with a list of parts. */
const isCompleteResponse = ({ candidates }: Json): boolean =>
  Array.isArray(candidates) &&
  candidates.every((candidate) =>
    Array.isArray((candidate as { content?: Json } | null)?.content?.parts),
  );

/**
 * Tells whether the client can use a model response: a complete one, or a text, which is made complete. For any
 * other shape the client throws, and the deny beside the response is lost, 0.61.0.
 */
const isUsableResponse = (value: unknown): boolean =>
  isObject(value) &&
  (isCompleteResponse(value) || (typeof value.text === 'string' && value.candidates === undefined));

/**
 * Adds a candidate to a model response that has only a text. Its index and its finish reason are those of the
 * response that it replaces.
 */
function completeResponse(value: unknown, { event }: Context): unknown {
  if (!isObject(value) || isCompleteResponse(value)) return value;
  const { finishReason = event.event === 'before-model' ? 'STOP' : undefined, index } =
    firstCandidateOf(event);
  const content = { role: 'model', parts: [value.text] };
  return { ...value, candidates: [{ content, finishReason, index }] };
}

const firstCandidateOf = ({ response }: Draft): Json => {
  const [first] = ((response as Json | undefined)?.candidates ?? []) as Json[];
  return first ?? {};
};

/** The codec of a model response in an answer, and the test whether the client can use it. */
export const modelResponse = {
  codec: makeCodec((value) => value, completeResponse),
  accepts: isUsableResponse,
};
