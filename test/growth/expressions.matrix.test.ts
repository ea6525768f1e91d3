import { describe, expect, test } from 'vitest';
import { grows } from './growth.ts';
import { attacks, expressions } from './pieces.ts';

const { literals, made } = expressions();
/** Long enough for the last test here, which tries expressions that are known to be worse. */
const length = 16_000;

/** All that an expression is used for: from everywhere, or from where it left off. */
function use({ source, flags, sticky }: RegExp, text: string): void {
  if (!sticky) text.replace(new RegExp(source, flags.includes('g') ? flags : `${flags}g`), '');
  const from = new RegExp(source, flags);
  while (sticky && from.exec(text)?.[0]);
}

/** The piece that makes an expression work too hard, and what it does. */
function worst(expression: RegExp): string | undefined {
  for (const { before, piece } of attacks(expression)) {
    for (const after of ['', '\0']) {
      const make = (count: number) => before + piece.repeat(count) + after;
      const count = Math.ceil(length / piece.length);
      const by = grows(make, (text) => use(expression, text), count);
      if (by)
        return `${JSON.stringify([before, piece, after])}: ${by} times the work for 4 times the text`;
    }
  }
  return undefined;
}

describe('the regular expressions of src', () => {
  test('that this test finds are more than 40', () => expect(literals.length).toBeGreaterThan(40));

  test.each(
    literals.map(({ at, expression }) => [at, expression] as const),
  )('take time that is linear in their text: %s', (_, expression) => {
    expect(worst(expression), 'say it without a choice that can be made twice').toBeUndefined();
  });

  test('are held to a check that reports /a+$/ and /\\s+$/, which take quadratic time', () => {
    for (const bad of [/a+$/, /\s+$/]) expect(worst(bad), String(bad)).toMatch(/times the work/);
  });
});

/** Each made of what nobody hostile supplies, or bounded, and why. */
const known: readonly [string, string][] = [
  ['translate/matching.ts: pattern', 'a matcher, run with a time limit where it may be slow'],
  ['translate/likely-event.ts: `"$', 'a key of ours; no two choices for one sign, 64 at most'],
  ['mapping/matchers.ts: text', 'made, and never run'],
  ['mapping/matchers.ts: pattern', 'a matcher, against a word of ours, where it compiles soon'],
  ['adapters/claude/matchers.ts: text', 'made, and never run'],
  ['adapters/codex/matchers.ts: text', 'made, and never run'],
  ['adapters/claude/globs.ts: range', 'one class of signs, against one sign'],
  ['settings/own-agent.ts: `(', 'names of variables, each of a fixed length'],
  ['settings/neutral/relations.ts: match.trim()', 'made, and never run'],
  ['util/shell/commands.ts: [', 'sticky, and every part matches signs of its own, once'],
  ['check/script-text.ts: `\\\\$', 'names of vendors, in a line'],
  ['check/script-text.ts: `(?:^|[^\\\\w', 'a key of a table, in a text of 256 KB at most'],
  ['check/script-text.ts: `\\\\b', 'a key of a table, in such a text'],
  [
    'check/path-wordings/guard.ts: ',
    'every repetition has a limit, in a text of 256 KB at most; wordings.test holds it',
  ],
  [
    'check/call-variables.ts: `\\\\$',
    'names of ours and of vendors, each begun at a sign or a word of its own',
  ],
  ['check/call-variables.ts: `(?:^|[^\\\\w', 'such a name, 32 times at most'],
  [
    'check/evidence/module-answers.ts: `(?<![',
    'words of outcomes, which are ours, and no repetition',
  ],
  [
    'check/evidence/module-answers.ts: `\\\\.',
    'names of helpers, which are ours, and no repetition',
  ],
  ['check/module.ts: `^([', 'begun at each line once, and no repetition goes beyond the line'],
  ['check/module.ts: `\\\\b', 'the name of a handler, which is a word of ours'],
  ['check/line-variables.ts: `\\\\$', 'the name of a variable that an agent sets'],
  [
    'check/script-reads.ts: `(?:^|[^\\\\w',
    'a key of a table; every word of the text is begun once',
  ],
  ['check/script-reads.ts: `\\\\b', 'a key of a table, and six signs at most'],
  ['survey/files.ts: `\\\\$', 'the name of a variable that an agent sets'],
  ['convert/answers/native-answers.ts: `(?<!', 'a word of a table'],
  ['check/multi-agent-command.ts: `^(', 'names of vendors, each of a fixed length'],
  ['translate/matching.ts: text', 'made, and never run'],
  [
    'translate/likely-event.ts: keys.join',
    'keys of a table, and each repetition has a limit of 256 signs',
  ],
  [
    'adapters/claude/shell-commands.ts: [',
    'sticky, and no part can match as long as another from one place; functions.matrix holds it',
  ],
];

test('every expression that is made from a text is listed here with the reason why it cannot be slow', () => {
  expect(made.filter((one) => !known.some(([begins]) => one.startsWith(begins)))).toEqual([]);
});
