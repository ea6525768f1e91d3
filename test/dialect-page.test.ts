import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { page } from '../scripts/dialect.ts';
import { events } from '../src/canonical/event.ts';
import { eventSchema, outcomeSchema, tools } from '../src/exports/schema.ts';

const written = readFileSync(new URL('../docs/dialect.md', import.meta.url), 'utf8');

test('docs/dialect.md is what `npm run dialect -- --write` makes of the schemas', () => {
  expect(written).toBe(page);
});

test('docs/dialect.md names every event, every tool and every key of an answer, and its example is a valid payload', () => {
  for (const name of [...Object.keys(events), ...Object.keys(tools)])
    expect(written).toMatch(new RegExp(`^\\| (\\*\\*)?${name}(\\*\\*)? \\|`, 'm'));
  for (const key of Object.keys(outcomeSchema.shape)) expect(written).toContain(`| \`${key}\` |`);
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(written) ?? [];
  expect(eventSchema('before-tool').parse(JSON.parse(example))).toMatchObject({ tool: 'shell' });
});
