import type { UnheardAnswer } from '../../mapping/settings.ts';

/** Answers that the client takes for nothing, 0.28.0. */
export const unheardAnswers: readonly UnheardAnswer[] = [
  {
    holds: ({ code }) => code === null,
    isSeen: true,
    why: 'the client reads an answer at exit code 0 alone',
  },
];
