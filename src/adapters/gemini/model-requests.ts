import { toolKinds } from '../../canonical/kinds.ts';
import type { ToolName } from '../../canonical/tool.ts';
import type { Adapter, Context, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { findRowToWrite } from '../../mapping/tools.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/**
 * Returns a tool's name without a vendor: the canonical tool, `SERVER/TOOL`, or the name as it is.
 */
function toCanonicalName({ tools, mcp, ...adapter }: Adapter, name: string): string {
  const row = tools.find((one) => !one.when && one.names.includes(name));
  // A second native tool of the same canonical tool keeps its name, so that the list does not grow.
  if (row) return findRowToWrite({ ...adapter, tools, mcp }, row.tool) === row ? row.tool : name;
  const { server = '' } = mcp.read(name) ?? {};
  const tool = mcp.read(name)?.tool ?? name;
  return server || isCanonicalTool(tool) ? `${server}/${tool}` : tool;
}

const isCanonicalTool = (name: string): boolean => Object.hasOwn(toolKinds, name);

/** Lists the native names that a tool may have. */
function listNativeNames(adapter: Adapter, name: string): readonly string[] {
  const at = name.indexOf('/');
  if (at >= 0) {
    const tool = name.slice(at + 1);
    const server = name.slice(0, at);
    if (!server) return [tool];
    return (
      adapter.mcp.listOfferedNames?.({ server, tool }) ?? [adapter.mcp.write({ server, tool })]
    );
  }
  const row = isCanonicalTool(name) && findRowToWrite(adapter, name as ToolName);
  return [row ? (row.names[0] as string) : name];
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The names of offered tools, in the model without a vendor. */
export const toolNames = makeCodec(
  (value, { adapter }) =>
    isTextList(value) ? value.map((name) => toCanonicalName(adapter, name)) : value,
  (value, { adapter }) =>
    isTextList(value)
      ? [...new Set(value.flatMap((name) => listNativeNames(adapter, name)))]
      : value,
);

/** A model request, whose tool names are translated as well. */
export const modelRequest = makeCodec(
  (value, context) => renameTools(value, (names) => toolNames.read(names, context)),
  (value, context) => renameTools(value, (names) => toolNames.write(names, context)),
);

function renameTools(request: unknown, turn: (names: unknown) => unknown): unknown {
  if (!isObject(request) || !isObject(request.toolConfig)) return request;
  const { allowedFunctionNames: names, ...config } = request.toolConfig;
  if (!names) return request;
  return { ...request, toolConfig: { ...config, allowedFunctionNames: turn(names) } };
}

/** Tells whether a model response has candidates with parts. */
const isCompleteResponse = ({ candidates }: Json): boolean =>
  Array.isArray(candidates) &&
  candidates.every((one) => Array.isArray((one as { content?: Json } | null)?.content?.parts));

/**
 * Tells whether a model response can be used. For any other shape the client throws, and the deny
 * beside it is lost, 0.61.0.
 */
const isUsableResponse = (value: unknown): boolean =>
  isObject(value) &&
  (isCompleteResponse(value) || (typeof value.text === 'string' && value.candidates === undefined));

/** Completes a model response that is a text alone, like the response that it replaces. */
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

export const modelResponse = {
  codec: makeCodec((value) => value, completeResponse),
  accepts: isUsableResponse,
};
