import type { Hook } from '../canonical/hook.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import type { WrittenEvent } from '../mapping/settings.ts';
import { tableOf } from '../settings/tables.ts';
import { requireBinding } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { isSameJson } from '../util/equal.ts';
import { type Coverage, coverageOf, type HookScope } from './coverage.ts';
import { hasToolName, isMatchedByTool, isNameMet, listNames } from './names.ts';
import { cachePerHost } from './per-host.ts';

/** An entry in a host's settings that starts a hook: its event, the calls it is for, and its matcher. */
export interface EntryPoint extends Coverage {
  matcher?: string | undefined;
}

const knownEntryPoints = cachePerHost<EntryPoint[]>();

/** Returns every entry point of a hook in a host. Empty: the host never fires the hook. */
export function entryPointsOf(
  host: Adapter,
  { speaks, event, matcher, tools }: Hook,
): EntryPoint[] {
  const dialect = adapterOf(speaks);
  if (dialect === host) {
    return [
      {
        binding: requireBinding(host, event),
        own: [],
        partly: [],
        mcp: true,
        other: true,
        matcher,
      },
    ];
  }
  const about = { dialect, event, matcher, tools };
  return knownEntryPoints(host, JSON.stringify([speaks, event, matcher, tools]), () =>
    coverageOf(host, about).flatMap((coverage) => {
      const { native, event } = coverage.binding;
      const written = tableOf(host.id).firing.writtenEvents?.[event];
      const here = written?.filter((one) => one.native === native) ?? [{ native }];
      return here.flatMap((form) => {
        const matcher = narrowestMatcher(host, about, coverage, form);
        return matcher === null ? [] : [{ ...coverage, matcher }];
      });
    }),
  );
}

/**
 * Returns the narrowest matcher of a host that meets every call a hook is for: the hook's own matcher,
 * a list of names, or none. The shim drops calls that it meets needlessly.
 *
 * @returns Undefined: no matcher is needed. Null: no call is met.
 */
export function narrowestMatcher(
  host: Adapter,
  about: HookScope,
  { binding, own, mcp, other }: Coverage,
  { calls }: WrittenEvent,
): string | undefined | null {
  if (calls === 'mcp') return mcp ? undefined : null;
  const { dialect, event, matcher } = about;
  const home = requireBinding(dialect, event);
  const meant = matcher === undefined ? 'every' : dialect.matchers.read(matcher, home);
  const sameSubject = isSameJson(home.subject, binding.subject);
  const isSame =
    matcher !== undefined && sameSubject && isSameJson(meant, host.matchers.read(matcher, binding));
  if (!isMatchedByTool(binding))
    return isSame && home.native === binding.native ? matcher : undefined;

  const builtIn = calls === 'own';
  const served = !builtIn && mcp;
  const sameNames = soleMcpName(host) !== undefined && soleMcpName(host) === soleMcpName(dialect);
  const words = served && !sameNames ? mcpToolWords(dialect, meant) : undefined;
  const servedAlike = !served || sameNames || (words && dialect.mcp === host.mcp);
  if (isSame && !builtIn && servedAlike && own.every((name) => isNameMet(meant, name)))
    return matcher;

  const beyond = served || other ? meant : { names: [] };
  const sayable =
    !(served || other) ||
    (served !== true &&
      (!served || sameNames || words) &&
      isMatchedByTool(home) &&
      (other !== true || sameSubject));
  if (typeof beyond === 'string' || !sayable) return host.matchers.write('every', builtIn);

  const pattern = words?.join('|') ?? ('pattern' in beyond ? beyond.pattern : undefined);
  const listed =
    'names' in beyond ? beyond.names.filter((name) => !hasToolName(dialect, name)) : [];
  const names = [...new Set([...own, ...listed])].filter(
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
function mcpToolWords(dialect: Adapter, meant: Meaning): string[] | undefined {
  const server = 'zqzqz';
  const tellsServers = dialect.mcp
    .names({ server, tool: '' })
    .some((name) => name.includes(server));
  const words = listNames(meant)?.map((name) => {
    if (hasToolName(dialect, name)) return name;
    return tellsServers ? '' : (dialect.mcp.read(name)?.tool ?? name);
  });
  return words?.every((word) => /^[\w-]+$/.test(word)) ? words : undefined;
}
