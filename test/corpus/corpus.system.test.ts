import { describe, expect, test } from 'vitest';
import { expectConverted, expectNative, firstScripts, pairsOf } from './carried.ts';
import { corpus, hosts, nativeEntries } from './corpus.ts';

describe('a public hook', () => {
  test.each(firstScripts)(
    'in $file ($shape) has its recorded effects under its own agent',
    expectNative,
  );

  const lines = pairsOf(firstScripts).filter(({ through }) => through === 'shell');
  test.each(lines)(
    'in $file has its recorded effects in a converted line of $host, or a loss is named',
    expectConverted,
  );

  test('stands in a settings file of the corpus, and every agent has such a hook', () => {
    expect(corpus.scripts.filter((script) => !nativeEntries(script).length)).toEqual([]);
    expect(new Set(corpus.scripts.map(({ speaks }) => speaks)).size).toBe(hosts.length + 1);
    expect(corpus.scripts.length).toBeGreaterThanOrEqual(30);
    expect(Object.keys(corpus.settings).length).toBeGreaterThanOrEqual(15);
  });
});
