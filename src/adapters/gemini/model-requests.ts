import { toolKinds } from '../../canonical/kinds.ts';
import type { ToolName } from '../../canonical/tool.ts';
import type { Adapter, Context, Draft } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { rowFor } from '../../mapping/tools.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** A tool's name without a vendor: its kind, `server/tool`, or as it is. */
function toCanonicalName({ tools, mcp, ...adapter }: Adapter, name: string): string {
  const row = tools.find((one) => !one.when && one.names.includes(name));
  // A further door to the same kind of tool keeps its name: the list is not to grow.
  if (row) return rowFor({ ...adapter, tools, mcp }, row.tool) === row ? row.tool : name;
  const { server = '' } = mcp.read(name) ?? {};
  const tool = mcp.read(name)?.tool ?? name;
  return server || isCanonicalTool(tool) ? `${server}/${tool}` : tool;
}

const isCanonicalTool = (name: string): boolean => Object.hasOwn(toolKinds, name);

/** Every name the vendor may have for it. */
function listNativeNames(adapter: Adapter, name: string): readonly string[] {
  const at = name.indexOf('/');
  if (at >= 0) {
    const tool = name.slice(at + 1);
    const server = name.slice(0, at);
    if (!server) return [tool];
    return adapter.mcp.offered?.({ server, tool }) ?? [adapter.mcp.write({ server, tool })];
  }
  const row = isCanonicalTool(name) && rowFor(adapter, name as ToolName);
  return [row ? (row.names[0] as string) : name];
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The tools on offer, by names that mean the same to every vendor. */
export const toolNames = codec(
  (value, { adapter }) =>
    isTextList(value) ? value.map((name) => toCanonicalName(adapter, name)) : value,
  (value, { adapter }) =>
    isTextList(value)
      ? [...new Set(value.flatMap((name) => listNativeNames(adapter, name)))]
      : value,
);

/** A model request, in which tools have names too. */
export const modelRequest = codec(
  (value, context) => renameTools(value, (names) => toolNames.read(names, context)),
  (value, context) => renameTools(value, (names) => toolNames.write(names, context)),
);

function renameTools(request: unknown, turn: (names: unknown) => unknown): unknown {
  if (!isObject(request) || !isObject(request.toolConfig)) return request;
  const { allowedFunctionNames: names, ...config } = request.toolConfig;
  if (!names) return request;
  return { ...request, toolConfig: { ...config, allowedFunctionNames: turn(names) } };
}

const isCompleteResponse = ({ candidates }: Json): boolean =>
  Array.isArray(candidates) &&
  candidates.every((one) => Array.isArray((one as { content?: Json } | null)?.content?.parts));

/** Of any other shape it makes the client throw, and the deny beside it is lost, 0.61.0. */
const isUsableResponse = (value: unknown): boolean =>
  isObject(value) &&
  (isCompleteResponse(value) || (typeof value.text === 'string' && value.candidates === undefined));

/** A model's answer; of a text alone the whole shape is made, as the answer in its place had it. */
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
  codec: codec((value) => value, completeResponse),
  takes: isUsableResponse,
};
