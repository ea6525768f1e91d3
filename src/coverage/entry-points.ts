import type { Hook } from '../canonical/types.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import type { WrittenEvent } from '../mapping/settings.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { listMcpNames } from '../translate/mcp-names.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { isSameJson } from '../util/equal.ts';
import { type Coverage, coverageOf, type HookScope } from './coverage.ts';
import { hasToolName, isNameMet, listNames, matchesToolNames } from './names.ts';
import { cachePerAgent } from './per-agent.ts';

/** An event and matcher of a host at which a hook is started, with the calls that it is started for. */
export interface EntryPoint extends Coverage {
  /** Absent: every call of the event starts the hook. */
  matcher?: string | undefined;
}

const cacheEntryPoints = cachePerAgent<EntryPoint[]>();

/** Returns every entry point of a hook in a host. Empty: the host never fires the hook. */
export function entryPointsOf(
  host: Adapter,
  { speaks, event, matcher, tools }: Hook,
): EntryPoint[] {
  const dialect = adapterOf(speaks);
  if (dialect === host) {
    // All calls. The tools are not listed, since the hook's own matcher needs no translation.
    const allCalls = { hostTools: [], partlyFired: [], mcpTools: true, unknownTools: true };
    return [{ ...allCalls, binding: requireBinding(host, event), matcher }];
  }
  const scope = { dialect, event, matcher, tools };
  return cacheEntryPoints(host, JSON.stringify([speaks, event, matcher, tools]), () =>
    coverageOf(host, scope).flatMap((coverage) => {
      const { native, event } = coverage.binding;
      // The host may have several entries for one native event, such as one for MCP tools alone.
      const writtenEvents = tableOf(host.id).firing.writtenEvents?.[event];
      const ofBinding = writtenEvents?.filter((written) => written.native === native) ?? [
        { native },
      ];
      return ofBinding.flatMap((written) => {
        const matcher = narrowestMatcher(host, scope, coverage, written);
        return matcher === null ? [] : [{ ...coverage, matcher }];
      });
    }),
  );
}

/**
 * Returns the narrowest matcher of a host that all calls of a hook meet: the hook's own matcher, a list of
 * names, or none. The shim drops the other calls that meet it.
 *
 * 1. The hook's own matcher is returned if it means the same at the host's event.
 * 2. Otherwise the matcher lists the names of the host's tools, and those names of the hook's own matcher
 *    that are no built-in tools of its agent.
 * 3. If such names cannot tell the calls of MCP or unknown tools that are wanted, every call meets it.
 *
 * @returns Undefined: no matcher is needed. Null: no call starts the hook.
 */
export function narrowestMatcher(
  host: Adapter,
  scope: HookScope,
  { binding, hostTools, mcpTools, unknownTools }: Coverage,
  { calls }: WrittenEvent,
): string | undefined | null {
  if (calls === 'mcp') return mcpTools ? undefined : null;
  const { dialect, event, matcher } = scope;
  const ownBinding = requireBinding(dialect, event);
  const meaning = matcher === undefined ? 'every' : dialect.matchers.read(matcher, ownBinding);
  const hasSameSubject = isSameJson(ownBinding.subject, binding.subject);
  const hasSameMeaning =
    matcher !== undefined &&
    hasSameSubject &&
    isSameJson(meaning, host.matchers.read(matcher, binding));
  if (!matchesToolNames(binding))
    return hasSameMeaning && ownBinding.native === binding.native ? matcher : undefined;

  const isBuiltInOnly = calls === 'built-in';
  const mcpExtent = !isBuiltInOnly && mcpTools;
  const mcpName = soleMcpName(host);
  const hasSameMcpNames = mcpName !== undefined && mcpName === soleMcpName(dialect);
  const toolWords = mcpExtent && !hasSameMcpNames ? mcpToolWords(dialect, meaning) : undefined;
  const keepsMcpCalls = !mcpExtent || hasSameMcpNames || (toolWords && dialect.mcp === host.mcp);
  const meetsHostTools = () => hostTools.every((name) => isNameMet(meaning, name));
  if (hasSameMeaning && !isBuiltInOnly && keepsMcpCalls && meetsHostTools()) return matcher;

  // What the own matcher means for tools that are not in the host's table.
  const otherMeaning = mcpExtent || unknownTools ? meaning : { names: [] };
  // The words of the own matcher are of use if they are about tool names and mean the same tools here. They
  // cannot stand for all MCP tools, and for all unknown tools only if both agents compare the same field.
  const canListOthers =
    !(mcpExtent || unknownTools) ||
    (mcpExtent !== true &&
      (!mcpExtent || hasSameMcpNames || toolWords) &&
      matchesToolNames(ownBinding) &&
      (unknownTools !== true || hasSameSubject));
  if (typeof otherMeaning === 'string' || !canListOthers)
    return host.matchers.write('every', isBuiltInOnly);

  const pattern =
    toolWords?.join('|') ?? ('pattern' in otherMeaning ? otherMeaning.pattern : undefined);
  const otherNames =
    'names' in otherMeaning ? otherMeaning.names.filter((name) => !hasToolName(dialect, name)) : [];
  const names = [...new Set([...hostTools, ...otherNames])].filter(
    (name) => pattern === undefined || !isNameMet({ pattern }, name),
  );
  if (!names.length && pattern === undefined) return null;
  return host.matchers.write({ names, pattern }, isBuiltInOnly);
}

/** Returns the matcher of a host that all calls meet for which an entry of an event may stand. Undefined: it has none. */
export function widestMatcher(host: Adapter, binding: Binding): string | undefined {
  const { writtenEvents } = tableOf(host.id).firing;
  const written = writtenEvents?.[binding.event]?.find(({ native }) => native === binding.native);
  if (!matchesToolNames(binding) || written?.calls === 'mcp') return undefined;
  return host.matchers.write('every', written?.calls === 'built-in');
}

/** Returns the full name of a made-up MCP tool in an agent. Undefined: the agent has several names for one tool. */
function soleMcpName(agent: Adapter): string | undefined {
  const [name, ...others] = listMcpNames(agent, { server: 'zqzqz', tool: 'qzqzq' });
  return others.length ? undefined : name;
}

/**
 * Returns words of which an MCP tool's name without its server must contain one to meet a matcher.
 * Undefined: other parts of the full name may meet the matcher, such as the server's name.
 */
function mcpToolWords(dialect: Adapter, meaning: Meaning): string[] | undefined {
  const server = 'zqzqz';
  const hasServerInNames = listMcpNames(dialect, { server, tool: '' }).some((name) =>
    name.includes(server),
  );
  const toolWords = listNames(meaning)?.map((name) => {
    if (hasToolName(dialect, name)) return name;
    return hasServerInNames ? '' : (dialect.mcp.read(name)?.tool ?? name);
  });
  // A word with any other character may have a meaning in a pattern; an empty word is no limit.
  return toolWords?.every((word) => /^[\w-]+$/.test(word)) ? toolWords : undefined;
}
