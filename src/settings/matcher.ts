import type { Adapter } from '../adapter.ts';
import { equal } from '../equal.ts';
import { bindingNamed } from '../plan.ts';
import { type About, byTool, knows, listed, type Reach } from './reach.ts';
import type { Door, SettingsTable } from './table.ts';

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const group = (names: readonly string[]): string => `(?:${names.join('|')})`;
const anyOf = (names: readonly string[]): string =>
  names.length === 1 ? `^${names[0]}$` : `^(${names.join('|')})$`;

/** Every name under which a host may fire for one MCP tool, whatever its server. */
function mcpPatterns(host: Adapter, dialect: Adapter, matcher: string): string[] | undefined {
  const names = listed(matcher)?.filter((name) => !knows(dialect, name));
  if (!names) return undefined;
  const server = 'anyserver';
  return names.flatMap((name) => {
    const told = dialect.mcp.read(name) ?? { tool: name };
    const all = host.mcp.names({ server: told.server ?? server, tool: told.tool });
    const shown = all.map((one) => escaped(one).replaceAll(server, '.+'));
    return [...new Set(shown)];
  });
}

/** An expression another flavour reads in the same way. */
const modest = (matcher: string): boolean => {
  try {
    new RegExp(matcher);
    return !/\(\?|\\[^.$^|()[\]{}*+?-]/.test(matcher);
  } catch {
    return false;
  }
};

/**
 * The narrowest matcher of the host's that lets through all a hook may hear of; undefined: none is
 * needed, null: nothing gets through. What it lets through for nothing is the shim's to drop.
 */
export function hostMatcher(
  host: Adapter,
  table: SettingsTable,
  about: About,
  reach: Reach,
  { calls }: Door,
): string | undefined | null {
  const { binding, own, not, other } = reach;
  const { matcher, dialect } = about;
  if (calls === 'mcp') return reach.mcp ? undefined : null;
  if (!byTool(binding)) return alike(binding, about) ? matcher : undefined;
  const mcp = reach.mcp && calls !== 'own';
  const served = mcp && matcher !== undefined ? mcpPatterns(host, dialect, matcher) : [];
  if ((mcp && !served?.length) || (other && matcher === undefined)) {
    if (calls === 'own' && table.notMcp) return table.notMcp;
    // Everything but what is known to be none of its business.
    const none = other ? not : [...not, ...(table.otherTools ?? [])];
    return none.length && table.script ? `^(?!${group(none.map(escaped))}$)` : undefined;
  }
  const known = [...own.map(escaped), ...(served ?? [])];
  const parts = known.length ? [anyOf(known)] : [];
  if (other && matcher !== undefined) {
    if (!table.script && !modest(matcher)) return undefined;
    parts.push(matcher.trim());
  }
  return parts.length ? parts.join('|') : null;
}

/** Whether matchers mean the same on an event of the host and on the hook's own. */
function alike({ subject, exact, native }: Reach['binding'], { dialect, event }: About): boolean {
  const own = bindingNamed(dialect, event);
  return (
    subject !== undefined &&
    own.native === native &&
    equal([own.subject, own.exact], [subject, exact])
  );
}
