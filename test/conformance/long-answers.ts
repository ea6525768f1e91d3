import type { Adapter } from '../../src/mapping/adapter.ts';
import { catchErrors, reportDifference } from '../../src/testing/report.ts';
import type { Adapters } from './fixtures.ts';

/** Checks that an agent which cuts off long answers hears a shortened one that refuses and names its length. */
export function* checkLongAnswers(adapters: Adapters, vendor: string): Generator<string> {
  const { answerLimit } = adapters[vendor] as Adapter;
  if (answerLimit === undefined) return;
  yield* catchErrors(`${vendor}: a long answer`, function* () {
    const length = answerLimit.maxLength + 1;
    const short = answerLimit.shorten({ decision: 'deny', reason: 'x'.repeat(length) });
    const { decision, reason = '' } = short.outcome;
    yield* reportDifference(
      'is shortened to',
      { decision: 'deny', end: ` (${length} characters)`, fits: true, losses: ['cut reason'] },
      {
        decision,
        end: / \(\d+ characters\)$/.exec(reason)?.[0],
        fits: reason.length < answerLimit.maxLength,
        losses: short.losses.map(({ kind, path }) => `${kind} ${path}`),
      },
    );
  });
}
