/** The schema of `tests` in `anyhook.yaml`: what hooks are expected to say of calls that did not happen. */
import { z } from 'zod';
import type { EventName } from '../../canonical/event.ts';
import { isObject } from '../../util/equal.ts';
import { describeUnknownWord } from '../../util/words.ts';
import { type CallProblem, readCall } from './call-source.ts';
import { agents, eventNames } from './names.ts';

/** What a test can expect. */
export const expectations = ['deny', 'pass', 'ask', 'allow', 'none'] as const;
/** `pass`: nothing stops the call. `allow`: besides, some hook allows it. `none`: no hook says anything. */
export type Expectation = (typeof expectations)[number];

const text = z.string();
const oneOf = <T extends string>(what: string, words: readonly T[]) =>
  z.enum(words, { error: ({ input }) => describeUnknownWord(what, input, words) });

/** The keys of a test, in the order in which they are written. */
export const testKeys = {
  name: text.optional().describe('what the test is about'),
  event: oneOf('event', eventNames).optional().describe('a canonical event; absent: before-tool'),
  call: z
    .union([text, z.looseObject({ tool: text.optional() })], {
      error: () => 'call: say a shell command, or a map with "tool" and its arguments',
    })
    .optional()
    .describe(
      'a shell command, or a tool with its arguments; for other events, fields of the event',
    ),
  expect: oneOf('expectation', expectations).describe(
    'deny: it is refused; pass: nothing stops it; ask: a person is asked; allow: a hook allows it; none: no hook says anything',
  ),
  reason: text.optional().describe('a text that the reason contains'),
  hook: text.optional().describe('the only hook that is asked; absent: all'),
  agents: z
    .array(oneOf('vendor', agents))
    .optional()
    .describe('the only agents that it is for; absent: those of the project'),
};

/** The schema of one test. */
export const testSchema = z.strictObject(testKeys).superRefine(
  (test, context) => {
    for (const [key, message] of findTestProblems(test))
      context.addIssue({ code: 'custom', path: key ? ['call', key] : ['call'], message });
  },
  { when: ({ value }) => isObject(value) },
);

/** One test of `anyhook.yaml`. */
export type TestSource = z.infer<typeof testSchema>;

/** Finds the mistakes in the call of a test. */
function findTestProblems({ event = 'before-tool', call }: Partial<TestSource>): CallProblem[] {
  const problems: CallProblem[] = [];
  const isReadable = typeof call === 'string' || isObject(call) || call === undefined;
  if (!eventNames.includes(event) || !isReadable) return []; // the schema reports it
  readCall(event as EventName, call ?? {}, problems);
  return problems;
}
