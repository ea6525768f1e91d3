/** Tells findings about the hooks of a file apart. */
import type { Finding } from '../settings/finding.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { groupBy } from '../util/group.ts';

/**
 * Returns a function that lists the findings about a hook: those that stand where the hook stands, and those about the
 * event of an unknown hook.
 */
export function groupFindings(
  findings: readonly Finding[],
): (one: ReadHook, settings: Pick<Settings, 'unknown'>) => Finding[] {
  const ranks = new Map(findings.map((finding, rank) => [finding, rank]));
  const byPlace = groupBy(findings, ({ at }) => at && JSON.stringify(at));
  const byEvent = groupBy(findings, (one) =>
    one.code === 'unknown-event' ? one.event : undefined,
  );
  return (one, { unknown }) => {
    const found = new Set([
      ...((one.at && byPlace.get(JSON.stringify(one.at))) ?? []),
      ...((unknown.includes(one) && byEvent.get(one.event)) || []),
    ]);
    return [...found].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  };
}
