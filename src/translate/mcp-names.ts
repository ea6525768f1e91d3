/**
 * The servers and tools that one native name of an MCP tool may stand for. A name such as `mcp__a__b__c` may
 * be of the tool `c` of the server `a__b`, or of the tool `b__c` of the server `a`.
 */
import type { Adapter, McpNames, McpTool } from '../mapping/adapter.ts';

/** For each MCP tool that was read from a native name: that name, and how the host builds such names. */
const nativeNames = new WeakMap<object, { name: string; names: McpNames }>();

/** Stores the native name that an MCP tool was read from, so that its other meanings can be listed later. */
export function rememberName(mcp: McpTool, name: string, names: McpNames): void {
  nativeNames.set(mcp, { name, names });
}

/** How many splits of a name are listed at most. No real name has as many. */
const maxSplits = 64;

const hasServer = (mcp: McpTool): mcp is { server: string; tool: string } =>
  mcp.server !== undefined;

/**
 * Generates the splits of a native name into server and tool at later separators than the given split. The
 * separator is the text between server and tool in the given split.
 */
export function* generateOtherSplits(name: string, { server, tool }: McpTool): Generator<McpTool> {
  if (server === undefined) return;
  const toolStart = name.length - tool.length;
  const serverStart = name.lastIndexOf(server, toolStart - 1);
  const separator = name.slice(serverStart + server.length, toolStart);
  if (!separator || !name.endsWith(server + separator + tool)) return;
  const withoutPrefix = name.slice(serverStart);
  for (let at = server.length; ; ) {
    at = withoutPrefix.indexOf(separator, at + 1);
    if (at < 0) return;
    yield { server: withoutPrefix.slice(0, at), tool: withoutPrefix.slice(at + separator.length) };
  }
}

/**
 * Returns every server and tool that an MCP tool may be, the given one first: the splits of its native name,
 * and for each split the pairs that the host gives one name ({@link McpNames.listSameNamed}). If the tool was
 * not read from a native name, returns it alone.
 */
export function splitsOf(mcp: McpTool): McpTool[] {
  const splits = [mcp];
  const native = nativeNames.get(mcp);
  if (native === undefined) return splits;
  for (const split of generateOtherSplits(native.name, mcp)) {
    if (splits.length === maxSplits) break;
    splits.push(split);
  }
  const { listSameNamed } = native.names;
  return listSameNamed
    ? splits.flatMap((split) => (hasServer(split) ? listSameNamed(split) : [split]))
    : splits;
}

/**
 * Returns the function with which the host folds names into one (`a-b` and `a_b`, say), if an MCP tool may
 * have had more names than {@link McpNames.listSameNamed} lists. `undefined`: its names are all listed.
 */
export function foldingOf(mcp: McpTool | undefined): McpNames['foldName'] {
  const { foldName, listSameNamed } = (mcp && nativeNames.get(mcp)?.names) ?? {};
  if (!foldName || !listSameNamed || !mcp || !hasServer(mcp)) return undefined;
  // Each character that `-` is folded to may have been either of two.
  const foldedCount = (mcp.server + mcp.tool).split(foldName('-')).length - 1;
  return listSameNamed(mcp).length < 2 ** foldedCount ? foldName : undefined;
}

/** Lists the names of an MCP tool that a matcher of an agent may have been written for. The first is the one that the agent writes. */
export const listMcpNames = ({ mcp, listOtherMcpNames }: Adapter, tool: McpTool): string[] => [
  mcp.write(tool),
  ...(listOtherMcpNames?.(tool) ?? []),
];
