// A session in which hooks want all there is to want, and what must come of it.
import { expect } from 'vitest';
import type { Client, Run } from './client.ts';
import type { Host } from './clients.ts';
import { type Dialect, said, type Wish } from './words.ts';

/** What a script of the dialect wants of calls, in their order; the last one is let through. */
const tried = ({ says }: Dialect): readonly Wish[] => [
  ...(['deny', 'rewrite', 'ask'] as const).filter((wish) => says[wish]),
  'tell',
];

const commandOf = (wish: Wish): string =>
  wish === 'tell'
    ? 'echo npm test > context.txt && cat context.txt > tell.txt'
    : `echo npm test > ${wish}.txt`;

/** Each wish by a call of its own, but context before and after one call; a stop; then a halt. */
export const turns = ({ calls }: Client, dialect: Dialect, reach: Reach) => [
  ...tried(dialect).map((wish) => ({ calls: [calls.shell(commandOf(wish))] })),
  ...(goesOn(dialect, reach) ? [{ text: 'That was all.' }] : []),
  ...(dialect.says.halt ? [{ calls: [calls.shell('echo npm test > halt.txt')] }] : []),
  { text: 'All of it is done.' },
];

/** What becomes of wishes in a client, where it is not what was wished. */
export interface Reach {
  /** No call can be rewritten: it is refused. */
  rewrite?: 'denied';
  /** The turn goes on after a halt, without the call; or the client ends with exit code 1, if it is the turn of its own prompt. */
  halt?: 'denied' | 'fails';
  /** No hook makes it go on at the end of a turn. */
  follow?: 'lost';
  /** Context before a tool is not heard. */
  context?: 'lost';
}

export const reaches: Record<Host, Reach> = {
  claude: {},
  cline: { halt: 'fails', follow: 'lost' },
  codex: { halt: 'denied' },
  copilot: { halt: 'denied' },
  gemini: { context: 'lost' },
  opencode: { halt: 'fails' },
  pi: {},
  qwen: { rewrite: 'denied', halt: 'denied', context: 'lost' },
};

const goesOn = ({ says }: Dialect, { follow }: Reach): boolean =>
  says.follow !== undefined && follow === undefined;

const ran = 'npm test\n';

/** The text must be among others; the others are long. */
const says = (text: string | undefined, wished: string) =>
  expect(text?.includes(wished), `${wished} among ${text?.slice(-400)}`).toBe(true);

export function granted(run: Run, dialect: Dialect, reach: Reach): void {
  const wishes = dialect.says;
  const result = (wish: Wish) => run.result(tried(dialect).indexOf(wish));
  if (wishes.greet) says(run.told, said.greet);

  expect(run.file('deny.txt')).toBeUndefined();
  says(result('deny'), said.deny);

  const rewritten = wishes.rewrite && !reach.rewrite ? 'pnpm test\n' : undefined;
  expect(run.file('rewrite.txt')).toBe(rewritten);

  expect(run.file('context.txt')).toBe(ran);
  if (wishes.context && !reach.context) says(run.told, said.context);

  expect(run.file('ask.txt')).toBeUndefined();
  if (wishes.ask) says(result('ask'), said.ask);

  expect(run.file('tell.txt')).toBe(ran);
  says(run.told, said.tell);
  if (goesOn(dialect, reach)) says(run.told, said.follow);

  expect(run.file('halt.txt')).toBeUndefined();
  const ended = wishes.halt !== undefined && reach.halt !== 'denied';
  expect(run.said.includes('All of it is done.')).toBe(!ended);
  const fails = ended && reach.halt === 'fails' && !goesOn(dialect, reach);
  expect(run.exitCode).toBe(fails ? 1 : 0);
}
