import type { Hook } from '../canonical/hook.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import type { WrittenEvent } from '../mapping/settings.ts';
import { tableOf } from '../settings/tables.ts';
import { requireBinding } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { isSameJson } from '../util/equal.ts';
import { type Coverage, coverageOf, type HookScope } from './coverage.ts';
import { hasToolName, isNameMet, listNames, matchesToolNames } from './names.ts';
import { cachePerAgent } from './per-agent.ts';

/** An entry in a host's settings that starts a hook: its event, the calls it is for, and its matcher. */
export interface EntryPoint extends Coverage {
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
    const all = { hostTools: [], partlyFired: [], mcpTools: true, unknownTools: true };
    return [{ ...all, binding: requireBinding(host, event), matcher }];
  }
  const scope = { dialect, event, matcher, tools };
  return cacheEntryPoints(host, JSON.stringify([speaks, event, matcher, tools]), () =>
    coverageOf(host, scope).flatMap((coverage) => {
      const { native, event } = coverage.binding;
      const written = tableOf(host.id).firing.writtenEvents?.[event];
      const forms = written?.filter((one) => one.native === native) ?? [{ native }];
      return forms.flatMap((form) => {
        const matcher = narrowestMatcher(host, scope, coverage, form);
        return matcher === null ? [] : [{ ...coverage, matcher }];
      });
    }),
  );
}

/**
 * Returns the narrowest matcher of a host that meets every call a hook is for: the hook's own matcher,
 * a list of names, or none. The shim drops calls that it meets needlessly.
 *
 * 1. The hook's own matcher stays if it means the same at the host's event.
 * 2. Else the names of the host's tools are listed, with the names in the own matcher that are
 *    no built-in tools of its agent.
 * 3. If the calls of MCP or unknown tools cannot be told by such words, every call is met.
 *
 * @returns Undefined: no matcher is needed. Null: no call is met.
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
  const sameSubject = isSameJson(ownBinding.subject, binding.subject);
  const isSame =
    matcher !== undefined &&
    sameSubject &&
    isSameJson(meaning, host.matchers.read(matcher, binding));
  if (!matchesToolNames(binding))
    return isSame && ownBinding.native === binding.native ? matcher : undefined;

  const builtIn = calls === 'built-in';
  const hasMcp = !builtIn && mcpTools;
  const sameNames = soleMcpName(host) !== undefined && soleMcpName(host) === soleMcpName(dialect);
  const toolWords = hasMcp && !sameNames ? mcpToolWords(dialect, meaning) : undefined;
  const hasSameMcp = !hasMcp || sameNames || (toolWords && dialect.mcp === host.mcp);
  if (isSame && !builtIn && hasSameMcp && hostTools.every((name) => isNameMet(meaning, name)))
    return matcher;

  const ofOthers = hasMcp || unknownTools ? meaning : { names: [] };
  const isWritable =
    !(hasMcp || unknownTools) ||
    (hasMcp !== true &&
      (!hasMcp || sameNames || toolWords) &&
      matchesToolNames(ownBinding) &&
      (unknownTools !== true || sameSubject));
  if (typeof ofOthers === 'string' || !isWritable) return host.matchers.write('every', builtIn);

  const pattern = toolWords?.join('|') ?? ('pattern' in ofOthers ? ofOthers.pattern : undefined);
  const listed =
    'names' in ofOthers ? ofOthers.names.filter((name) => !hasToolName(dialect, name)) : [];
  const names = [...new Set([...hostTools, ...listed])].filter(
    (name) => pattern === undefined || !isNameMet({ pattern }, name),
  );
  if (!names.length && pattern === undefined) return null;
  return host.matchers.write({ names, pattern }, builtIn);
}

/** Returns the name of an MCP tool in an agent. Undefined: the agent has several names for one tool. */
function soleMcpName({ mcp }: Adapter): string | undefined {
  const [name, ...others] = mcp.names({ server: 'zqzqz', tool: 'qzqzq' });
  return others.length ? undefined : name;
}

/**
 * Returns the words that an MCP tool's own name must contain to meet a matcher. Undefined: the matcher
 * may be met by the rest of the full name, such as the server's name.
 */
function mcpToolWords(dialect: Adapter, meaning: Meaning): string[] | undefined {
  const server = 'zqzqz';
  const tellsServers = dialect.mcp
    .names({ server, tool: '' })
    .some((name) => name.includes(server));
  const toolWords = listNames(meaning)?.map((name) => {
    if (hasToolName(dialect, name)) return name;
    return tellsServers ? '' : (dialect.mcp.read(name)?.tool ?? name);
  });
  return toolWords?.every((word) => /^[\w-]+$/.test(word)) ? toolWords : undefined;
}
