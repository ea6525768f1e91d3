import { describe, expect, test } from 'vitest';
import outcomes from '../../fixtures/cursor/outcomes.json' with { type: 'json' };
import { effectOf } from './cursor.ts';
import type { FinishedCommand } from './effect.ts';

const effects = (effect: string) => {
  if (effect === 'deny') return { verdict: 'deny', followUp: undefined };
  if (effect.startsWith('auto-submitted')) return { verdict: 'pass', followUp: 'again' };
  return { verdict: 'pass', followUp: undefined }; // proceeds, dropped, still starts
};

describe('the oracle of Cursor', () => {
  test.each(
    outcomes.cases.map((one) => [`${one.event}, exit ${one.exit}, ${one.stdout}`, one] as const),
  )('predicts the outcome that was recorded for %s', (_, {
    event,
    exit,
    stdout,
    stderr,
    failClosed,
    effect,
    message,
  }) => {
    const timedOut = typeof exit === 'string';
    const ran: FinishedCommand = { code: timedOut ? null : exit, timedOut, stdout, stderr };
    for (const side of ['native', 'host'] as const) {
      const result = effectOf(event, ran, side, failClosed);
      const { verdict, followUp } = result;
      expect({ verdict, followUp }).toEqual(effects(effect));
      if (message && exit === 2) expect(result.reason).toBe(message);
    }
  });
});
