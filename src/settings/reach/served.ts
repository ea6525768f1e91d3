import type { Adapter, Binding } from '../../mapping/adapter.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { otherSplits } from '../../translate/tools.ts';
import { type About, knows, type Names } from './reach.ts';

/** Pieces of an expression for names: whole ones, and parts of them. */
export interface Pieces {
  whole: string[];
  parts: string[];
}

/** A dot stays one: what else it matches is let through. */
export const escaped = (name: string): string => name.replace(/[*+?^${}()|[\]\\]/g, '\\$&');

/** Under what names a host may fire for the MCP tools that a list of names means; undefined: any. */
export function served(
  host: Adapter,
  about: About,
  { payload }: Binding,
  { names, whole }: Names,
): Pieces | undefined {
  const { dialect, event } = about;
  if (names.some((name) => name.includes('...'))) return undefined; // cut in the middle
  const every = bindingNamed(dialect, event).given?.tool === 'mcp';
  const strange = names.filter((name) => every || !knows(dialect, name));
  if (whole)
    return { whole: strange.flatMap((name) => wholeNames(host, dialect, name)), parts: [] };
  // A part may be one of a server, which the host's name may not hold, or may hold otherwise.
  const server = namesServers(dialect) && strange.length > 0;
  if (server && (payload['mcp.server'] || dialect.mcp.vague?.test(about.matcher ?? ''))) {
    return undefined;
  }
  const parts = names.flatMap((name) => {
    const { tool } = dialect.mcp.read(name) ?? { tool: name };
    return knows(dialect, name) ? name : [tool, ...(server ? joined(host, tool) : [])];
  });
  if (parts.includes('')) return undefined;
  // What the dialect's own name holds may be just what the host's has lost.
  const cut = dialect.mcp === host.mcp ? undefined : cutMark(host);
  return {
    whole: [],
    parts: [...parts.map(escaped), ...(cut ? [cut.replaceAll('.', '\\.')] : [])],
  };
}

const namesServers = ({ mcp }: Adapter): boolean =>
  mcp.names({ server: any, tool: 'x' }).some((name) => name.includes(any));

const any = 'ANYSERVER';

function wholeNames(host: Adapter, dialect: Adapter, name: string): string[] {
  return splits(dialect, name).flatMap(({ server, tool }) => {
    const told = host.mcp.names({ server: server ?? any, tool });
    // A server's name may hold what an underscore stands for.
    const shown = server === undefined ? '.+' : escaped(server).replaceAll('_', '.');
    const all = told.map((one) => escaped(one).replaceAll(escaped(server ?? any), shown));
    const long = server === undefined && tool.length > 28 && cutMark(host);
    return long ? [...all, `.+${escaped(tool.slice(-20))}`] : all;
  });
}

/** Every server and tool that a name may stand for. */
function splits({ mcp }: Adapter, name: string): { server?: string; tool: string }[] {
  const first = mcp.read(name) ?? { tool: name };
  const others = [...otherSplits(name, first)];
  return [first, ...others.filter((one) => one.tool && mcp.names(one).includes(name))];
}

/** A part of a name with other signs between server and tool, wherever it may end and begin. */
function joined({ mcp }: Adapter, part: string): string[] {
  const signs = mcp
    .names({ server: 'S', tool: 'T' })
    .flatMap((name) => /S(\W+|_+)T/.exec(name)?.[1] ?? []);
  return [...part.matchAll(/(?<=[^_])_(?=[^_])/g)].flatMap(({ index }) =>
    signs
      .filter((sign) => sign !== '_')
      .map((sign) => part.slice(0, index) + sign + part.slice(index + 1)),
  );
}

/** What a host puts in the middle of names that are too long for it. */
function cutMark({ mcp }: Adapter): string | undefined {
  const name = mcp.write({ server: 'S'.repeat(99), tool: 'T'.repeat(99) });
  return name.length < 198 ? /S([^ST]+)T/.exec(name)?.[1] : undefined;
}
