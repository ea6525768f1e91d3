import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeLoss, type Loss, severityOf } from '../src/canonical/loss.ts';
import { hookLossCodes } from '../src/convert/hook-loss.ts';

/** Codes that other programs read in `--json`, in logs and from the library. They were written down by hand. */
const codes: { losses: Record<string, string>; hookLosses: string[] } = JSON.parse(
  readFileSync(new URL('../fixtures/loss-codes.json', import.meta.url), 'utf8'),
);

test('the kinds of losses that are printed keep their names and their severities', () => {
  for (const [kind, severity] of Object.entries(codes.losses)) {
    const loss = { kind, path: 'decision', from: 'ask', to: 'deny', value: 'ask', severity };
    expect(severityOf(loss as unknown as Loss), kind).toBe(severity);
    expect(describeLoss(loss as unknown as Loss), kind).toMatch(/^decision: ./);
  }
});

test('the codes of the losses of hooks that are printed keep their names', () => {
  expect(hookLossCodes.toSorted()).toEqual(codes.hookLosses.toSorted());
});
