import type { Adapter } from '../../mapping/adapter.ts';
import type { Meaning } from '../../mapping/matchers.ts';
import type { Route } from '../../mapping/settings.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { equal } from '../../util/equal.ts';
import { type About, byTool, type Coverage, knows, meets, namesIn } from './coverage.ts';

/**
 * The narrowest matcher of the host's that lets through all a hook may hear of: its own text, a list
 * of names, or none. Undefined: none is needed, null: nothing gets through. What it lets through for
 * nothing is the shim's to drop.
 */
export function hostMatcher(
  host: Adapter,
  about: About,
  { binding, own, mcp, other }: Coverage,
  { calls }: Route,
): string | undefined | null {
  if (calls === 'mcp') return mcp ? undefined : null;
  const { dialect, event, matcher } = about;
  const home = bindingNamed(dialect, event);
  const meant = matcher === undefined ? 'every' : dialect.matchers.read(matcher, home);
  const alike =
    matcher !== undefined &&
    equal(home.subject, binding.subject) &&
    equal(meant, host.matchers.read(matcher, binding));
  if (!byTool(binding)) return alike && home.native === binding.native ? matcher : undefined;
  const alone = calls === 'own';
  const served = !alone && mcp;
  const sameNames = soleName(host) !== undefined && soleName(host) === soleName(dialect);
  const words = served && !sameNames ? wordsOfTools(dialect, meant) : undefined;
  const asThere = !served || sameNames || (words && dialect.mcp === host.mcp);
  if (alike && !alone && asThere && own.every((name) => meets(meant, name))) return matcher;
  const unlisted = served || other;
  const sayable = served !== true && (!served || sameNames || words);
  const named = byTool(home) && (other !== true || equal(home.subject, binding.subject));
  if (unlisted && (typeof meant === 'string' || !sayable || !named)) {
    return host.matchers.write('every', alone);
  }
  const { names = [], pattern } = unlisted && typeof meant === 'object' ? parts(meant) : none;
  const looked = words?.join('|') ?? pattern;
  const found = (name: string) => looked !== undefined && meets({ pattern: looked }, name);
  const all = new Set([...own, ...names.filter((name) => !knows(dialect, name))]);
  const wanted = { names: [...all].filter((name) => !found(name)), pattern: looked };
  if (!wanted.names.length && wanted.pattern === undefined) return null;
  return host.matchers.write(wanted, alone);
}

/** What an agent calls an MCP tool, where it has just one name for it. */
function soleName({ mcp }: Adapter): string | undefined {
  const [name, ...others] = mcp.names({ server: 'zqzqz', tool: 'qzqzq' });
  return others.length ? undefined : name;
}

const none: { names?: readonly string[]; pattern?: string } = {};
const parts = (meant: Exclude<Meaning, string>): typeof none => meant;

/**
 * What the own name of every MCP tool holds that a meaning may be met by; undefined: it may be met by
 * what stands around that, such as a server's name.
 */
function wordsOfTools(dialect: Adapter, meant: Meaning): string[] | undefined {
  const server = 'zqzqz';
  const tellsServers = dialect.mcp
    .names({ server, tool: '' })
    .some((name) => name.includes(server));
  const words = namesIn(meant)?.map((name) => {
    if (knows(dialect, name)) return name;
    return tellsServers ? '' : (dialect.mcp.read(name)?.tool ?? name);
  });
  return words?.every((word) => /^[\w-]+$/.test(word)) ? words : undefined;
}
