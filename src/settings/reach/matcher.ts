import type { Adapter } from '../../mapping/adapter.ts';
import type { Door, SettingsTable } from '../../mapping/settings.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { equal } from '../../util/equal.ts';
import { type About, byTool, knows, namesIn, type Reach } from './reach.ts';
import { escaped, type Pieces, served } from './served.ts';

const group = (names: readonly string[]): string => `(?:${names.join('|')})`;
const anyOf = (names: readonly string[]): string =>
  names.length === 1 ? `^${names[0]}$` : `^(${names.join('|')})$`;

/** An expression, which another flavour reads in the same way. */
const modest = (matcher: string, script: boolean): boolean => {
  try {
    new RegExp(matcher.trim());
    return script || !/\(\?|\\[^.$^|()[\]{}*+?-]/.test(matcher);
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
  if (calls === 'mcp') return reach.mcp ? undefined : null;
  if (!byTool(binding)) return alike(binding, about) ? about.matcher : undefined;
  const alone = calls === 'own';
  const found = piecesFor(host, table, about, alone ? { ...reach, mcp: false } : reach);
  const parts = found && (alone ? ownParts(host, table, found.parts) : [...new Set(found.parts)]);
  if (!parts) {
    if (alone && table.notMcp) return table.notMcp;
    // Everything but what is known to be none of its business.
    const none = other ? not : [...not, ...(table.otherTools ?? [])];
    return none.length && table.script ? `^(?!${group(none.map(escaped))}$)` : undefined;
  }
  const named = own.map(escaped).filter((name) => !found.parts.some((part) => name.includes(part)));
  const whole = [...new Set([...named, ...found.whole])];
  return [...(whole.length ? [anyOf(whole)] : []), ...parts].join('|') || null;
}

const literal = /^[\w:-]+$/;

/** Parts of names that are no MCP tool's, whatever the flavour; undefined: they may be of one. */
function ownParts(host: Adapter, { mcpSign }: SettingsTable, parts: readonly string[]) {
  if (!parts.length) return [];
  if (mcpSign === undefined) return undefined;
  const before = host.mcp.write({ tool: '' });
  const left = parts.filter((part) => !literal.test(part) || !part.includes(mcpSign));
  const begins = (part: string) => {
    const first = /^\^?([\w-])(?![*?{])/.exec(part)?.[1];
    return first !== undefined && !before.includes(first);
  };
  const safe = (part: string) =>
    part.split('|').every(begins) || (literal.test(part) && !before.includes(part));
  if (!left.every(safe)) return undefined;
  return left.length ? [`^[^${mcpSign}]*(${left.join('|')})`] : [];
}

/** What lets through the tools that no list of ours has; undefined: too much to be said. */
function piecesFor(
  host: Adapter,
  table: SettingsTable,
  about: About,
  { binding, mcp, other }: Reach,
): Pieces | undefined {
  const { matcher = '', dialect } = about;
  if (mcp === true || other === true) return undefined;
  if (!mcp && !other) return { whole: [], parts: [] };
  const said = namesIn(matcher);
  if (!said) {
    const plain = !mcp && modest(matcher, table.script);
    return plain ? { whole: [], parts: [matcher.trim()] } : undefined;
  }
  const pieces = mcp ? served(host, about, binding, said) : { whole: [], parts: [] };
  const strange = said.names.filter((name) => !knows(dialect, name)).map(escaped);
  if (other && said.whole) pieces?.whole.push(...strange);
  else if (other) pieces?.parts.push(...said.names.map(escaped));
  return pieces;
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
