/** Finds what is wrong with a settings file as a whole. */
import { adapters } from '../../adapters/index.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { bindingsFor } from '../../translate/bindings.ts';
import { adapterOf } from '../../translate/host.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { type Finding, kindOfFinding, type Position } from '../finding.ts';
import { tableOf } from '../tables.ts';

/** Returns findings about a trailing comma and a byte order mark, if the agent does not accept these. */
export function findSyntaxProblems(
  { syntax: { strictJson } }: SettingsTable,
  text: string,
  trailingComma: Position | undefined,
): Finding[] {
  if (!strictJson) return [];
  const { severity, effect, allowsByteOrderMark } = strictJson;
  const ends = severity === 'dead'; // the agent drops the whole file
  const found: Finding[] = [];
  if (trailingComma) found.push({ code: 'trailing-comma', ends, effect, at: trailingComma });
  if (text.startsWith('\ufeff') && !allowsByteOrderMark)
    found.push({ code: 'byte-order-mark', ends, effect, at: { line: 1, column: 1 } });
  return found;
}

const allAdapters = (): Adapter[] => Object.values<Adapter>(adapters);

/**
 * Looks for an event that a vendor does not have among those of all agents. `of`: the agents that have an
 * event of this name. `instead`: the vendor's own events for the same moment. Both are absent if no agent
 * has such an event.
 */
export function describeUnknownEvent(
  vendor: string,
  event: string,
): { of?: string[]; instead?: string[] } {
  // The canonical dialect, which has no tools, is no agent.
  const owners = allAdapters().filter(
    ({ tools, bindings }) => tools.length && bindings.nativeNames.includes(event),
  );
  if (!owners.length) return {};
  const equivalents = owners.flatMap((one) =>
    bindingsFor(adapterOf(vendor), one.bindings.eventOf(event)).map(({ native }) => native),
  );
  return { of: owners.map(({ title }) => title), instead: [...new Set(equivalents)] };
}

/**
 * Returns the paths of lists of hooks that are not below `hooks`, so that the agent does not read them. It
 * looks at keys that are at most two objects deep.
 *
 * @param path The path of `value`. Empty: it is the whole file.
 */
export function findMisplacedLists(value: Json, path: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key];
    if (!path.length && key === 'hooks') return [];
    if (Array.isArray(inner) && isEventName(key) && inner.some(isEntryOrGroup)) return [at];
    return isObject(inner) && path.length < 2 ? findMisplacedLists(inner, at) : [];
  });
}

const isEventName = (key: string): boolean =>
  allAdapters().some(({ bindings }) => bindings.nativeNames.includes(key));
const isEntryOrGroup = (one: unknown): boolean =>
  isObject(one) && (typeof one.command === 'string' || Array.isArray(one.hooks));

/**
 * Adds findings about problems for which the agent drops the file or a part of it. A finding of kind `dead`
 * about the same value, or about one around it, is removed, since the problem is the cause.
 *
 * @param at Returns the position of the value at a path. Undefined: there is none.
 */
export function addFileProblems(
  vendor: string,
  value: Json,
  file: string,
  at: (path: readonly (string | number)[]) => Position | undefined,
  findings: readonly Finding[],
): Finding[] {
  const { title: agent } = adapterOf(vendor);
  const problemPositions = new Set<string>();
  const problems = (tableOf(vendor).validation.findProblems?.(value, file) ?? []).map(
    ({ path, ...problem }): Finding => {
      const positions = path.map((_, i) => at(path.slice(0, path.length - i))); // the innermost first
      for (const one of positions) problemPositions.add(JSON.stringify(one));
      const key = path.slice(1).join('.') || String(path[0]); // without `hooks`
      const found = path.reduce<unknown>((one, key) => (one as Json | undefined)?.[key], value);
      return { code: 'void', agent, key, found, ...problem, at: positions.find(Boolean) };
    },
  );
  const others = findings.filter(
    (one) =>
      !(one.at && kindOfFinding(one) === 'dead' && problemPositions.has(JSON.stringify(one.at))),
  );
  return [...problems, ...others];
}
