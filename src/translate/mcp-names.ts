/** Servers and tools that one native name of an MCP tool may stand for. */
import type { McpNames, McpTool } from '../mapping/adapter.ts';

/** MCP identities that were read from a native name alone, and that name: it may split elsewhere. */
const namesReadFrom = new WeakMap<object, { name: string; names: McpNames }>();

/** Notes the native name that an MCP identity was read from. */
export function rememberName(mcp: McpTool, name: string, names: McpNames): void {
  namesReadFrom.set(mcp, { name, names });
}

/** Limit of the splits of a name; no real name has as many. */
const maxSplits = 64;

const hasServer = (mcp: McpTool): mcp is { server: string; tool: string } =>
  mcp.server !== undefined;

/** Generates the other splits of a native name into server and tool, at every further separator. */
export function* generateOtherSplits(name: string, { server, tool }: McpTool): Generator<McpTool> {
  if (server === undefined) return;
  const end = name.length - tool.length;
  const start = name.lastIndexOf(server, end - 1);
  const sign = name.slice(start + server.length, end);
  if (!sign || !name.endsWith(server + sign + tool)) return;
  const body = name.slice(start);
  for (let at = server.length; ; ) {
    at = body.indexOf(sign, at + 1);
    if (at < 0) return;
    yield { server: body.slice(0, at), tool: body.slice(at + sign.length) };
  }
}

/** Returns every server and tool that an MCP call may be of. */
export function splitsOf(mcp: McpTool): McpTool[] {
  const splits = [mcp];
  const read = namesReadFrom.get(mcp);
  if (read === undefined) return splits;
  for (const split of generateOtherSplits(read.name, mcp)) {
    if (splits.length === maxSplits) break;
    splits.push(split);
  }
  const { listSameNamed } = read.names;
  return listSameNamed
    ? splits.flatMap((one) => (hasServer(one) ? listSameNamed(one) : [one]))
    : splits;
}

/**
 * Returns the function with which the host folds names of an MCP call, where the names that the call
 * may have had are too many to list; otherwise `undefined`.
 */
export function foldingOf(mcp: McpTool | undefined): McpNames['foldName'] {
  const { foldName, listSameNamed } = (mcp && namesReadFrom.get(mcp)?.names) ?? {};
  if (!foldName || !listSameNamed || !mcp || !hasServer(mcp)) return undefined;
  const joints = (mcp.server + mcp.tool).split(foldName('-')).length - 1;
  return listSameNamed(mcp).length < 2 ** joints ? foldName : undefined;
}
