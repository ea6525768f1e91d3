/** Findings about a settings file as a whole. */
import { adapters } from '../../adapters/index.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { bindingsFor } from '../../translate/bindings.ts';
import { adapterOf } from '../../translate/host.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { type Finding, kindOfFinding, type Position } from '../finding.ts';
import { tableOf } from '../tables.ts';

/** Returns findings about a trailing comma and a byte order mark, where the agent minds them. */
export function findSyntaxProblems(
  { syntax: { strictJson } }: SettingsTable,
  text: string,
  trailingComma: Position | undefined,
): Finding[] {
  if (!strictJson) return [];
  const { severity, effect, allowsByteOrderMark } = strictJson;
  const ends = severity === 'dead';
  const found: Finding[] = [];
  if (trailingComma) found.push({ code: 'trailing-comma', ends, effect, at: trailingComma });
  if (text.startsWith('\ufeff') && !allowsByteOrderMark)
    found.push({ code: 'byte-order-mark', ends, effect, at: { line: 1, column: 1 } });
  return found;
}

const allAdapters = (): Adapter[] => Object.values<Adapter>(adapters);

/** Returns the agents that have an event of this name, and this agent's events for the same moment. */
export function describeUnknownEvent(
  vendor: string,
  event: string,
): { of?: string[]; instead?: string[] } {
  const owners = allAdapters().filter(
    ({ tools, bindings }) => tools.length && bindings.nativeNames.includes(event),
  );
  if (!owners.length) return {};
  const equivalents = owners.flatMap((one) =>
    bindingsFor(adapterOf(vendor), one.bindings.eventOf(event)).map(({ native }) => native),
  );
  return { of: owners.map(({ title }) => title), instead: [...new Set(equivalents)] };
}

/** Returns the paths of lists of hooks that the agent does not read: those outside of `hooks`. */
export function findMisplacedLists(value: Json, path: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, one]) => {
    const at = [...path, key];
    if (!path.length && key === 'hooks') return [];
    if (Array.isArray(one) && isEventName(key) && one.some(isEntryOrGroup)) return [at];
    return isObject(one) && path.length < 2 ? findMisplacedLists(one, at) : [];
  });
}

const isEventName = (key: string): boolean =>
  allAdapters().some(({ bindings }) => bindings.nativeNames.includes(key));
const isEntryOrGroup = (one: unknown): boolean =>
  isObject(one) && (typeof one.command === 'string' || Array.isArray(one.hooks));

/**
 * Adds the problems for which the agent drops the file or a part of it. Other findings that a hook is
 * dead go where such a problem stands at the same place, since the problem says the cause.
 */
export function addFileProblems(
  vendor: string,
  value: Json,
  file: string,
  at: (path: readonly (string | number)[]) => Position | undefined,
  findings: readonly Finding[],
): Finding[] {
  const { title: agent } = adapterOf(vendor);
  const places = new Set<string>();
  const problems = (tableOf(vendor).validation.findProblems?.(value, file) ?? []).map(
    ({ path, ...problem }): Finding => {
      const around = path.map((_, i) => at(path.slice(0, path.length - i)));
      for (const one of around) places.add(JSON.stringify(one));
      const key = path.slice(1).join('.') || String(path[0]);
      const found = path.reduce<unknown>((one, key) => (one as Json | undefined)?.[key], value);
      return { code: 'void', agent, key, found, ...problem, at: around.find(Boolean) };
    },
  );
  const others = findings.filter(
    (one) => !(one.at && kindOfFinding(one) === 'dead' && places.has(JSON.stringify(one.at))),
  );
  return [...problems, ...others];
}
