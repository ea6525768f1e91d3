/** Guards that refuse in unusual ways: what their text does not show may not be taken for "it never refuses". */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wild } from './corpus.ts';
import { isRefusedAsGuard, type OddScript, placesThatDenyVerdict } from './judgement.ts';

/**
 * Each refused a call under Gemini CLI's own rules when it was run with a call of `a bad # thing`, or starts a program
 * that does so.
 */
const guards: OddScript[] = JSON.parse(readFileSync(join(wild, 'odd-guards.json'), 'utf8'));

test('No guard is lost because its text is not understood', async () => {
  const lost: string[] = [];
  for (const one of guards)
    if (!(await isRefusedAsGuard(one))) lost.push(`${one.name}:\n${one.text.join('\n')}`);
  expect(lost.join('\n\n')).toBe('');
  expect(guards.length).toBeGreaterThanOrEqual(150);
});

test('No guard is said to give no verdict', () => {
  const places = placesThatDenyVerdict(guards);
  const wrong = guards.flatMap(({ name, text }, i) =>
    places[i]?.length ? `${name} (${places[i].join(', ')}):\n${text.join('\n')}` : [],
  );
  expect(wrong.join('\n\n')).toBe('');
});
