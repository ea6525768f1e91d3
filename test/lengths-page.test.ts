import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { besideCommand, lineOf, page, refusesInJson } from '../scripts/lengths.ts';
import { vendorIds } from '../src/settings/tables.ts';

test('docs/lengths.md is what `npm run lengths -- --write` measures of the lines that are written', () => {
  const written = readFileSync(new URL('../docs/lengths.md', import.meta.url), 'utf8');
  expect(written).toBe(page);
});

test('a line of a project has at most 160 characters beside its command, 166 in Copilot CLI and 213 in Codex CLI, and ten more for a hook of Cursor', () => {
  let met = 0;
  const most: Partial<Record<string, number>> = { copilot: 166, codex: 213 };
  for (const to of vendorIds().filter((id) => id !== 'anyhook'))
    for (const from of ['claude', 'cursor'] as const)
      for (const kind of ['gate', 'other'] as const) {
        const line = lineOf(from, kind, to, 'project');
        if (line === undefined || refusesInJson(line)) continue;
        met++;
        const room = from === 'cursor' ? 10 : 0;
        expect(besideCommand(line), line).toBeLessThanOrEqual((most[to] ?? 160) + room);
      }
  expect(met).toBeGreaterThan(20);
});
