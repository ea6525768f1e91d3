/** Selects at most `most` members of each group, evenly spaced, beginning with the first. */
export function selectEvenly<T>(all: readonly T[], groupOf: (one: T) => string, most: number): T[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(groupOf(one)) ?? [];
    groups.set(groupOf(one), group);
    group.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    const count = Math.min(most, group.length);
    return Array.from(
      { length: count },
      (_, i) => group[Math.floor((i * group.length) / count)] as T,
    );
  });
}
