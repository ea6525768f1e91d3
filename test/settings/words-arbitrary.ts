/** Words, flags and launchers as nobody would choose them: what a shell or a host may trip over. */
import fc from 'fast-check';
import { quoteWord } from '../../src/util/shell/quote.ts';

export const nasty = [
  ...'\'"$`\\ \n\t\r!{}()[]*?~#;&|<>=:,.-_/%^@a1éß\u0081\u0088\u00a0\u3000\x01\x7f\ud800\udc00',
  ...["'\\''", '\\n', "$'", '$"', '$(', `\${`, ':-', '😀', '%s', 'A=', 'if', 'for', '--', '{a,b}'],
  ...['$HOME', `\${HOME}`, `\${PATH:-x}`, `\${NOPE:-x}`, '$NOPE', '$a', '$1', '$$', '~/', 'a=~'],
  ...['$GEMINI_PROJECT_DIR', `\${GEMINI_PROJECT_DIR}`, '$GEMINI_CWDx', '$CLAUDE_PROJECT_DIR/'],
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...nasty), { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) },
);
export const text = word.map((parts) => parts.join('').replaceAll('\0', ''));
export const many = fc.array(text, { minLength: 1, maxLength: 200, size: 'max' });

const flag = fc.oneof(
  fc.tuple(fc.constantFrom('--event', '--matcher', '--cwd', '--name', '--log'), text),
  fc.tuple(
    fc.constant('--env'),
    fc.tuple(fc.constantFrom('A', 'B'), text).map((a) => a.join('=')),
  ),
  fc.tuple(
    fc.constant('--carry'),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  ),
  fc.tuple(fc.constant('--timeout'), fc.constantFrom('10s', '1500ms')),
  fc.tuple(fc.constant('--on-failure'), fc.constantFrom('native', 'block', 'allow')),
);
export const flags = fc
  .array(flag.filter(([, value]) => value !== ''))
  .map((all) => ['--host', 'gemini', '--as', 'cursor', ...all.flat()]);
export const said = fc.option(fc.dictionary(text, fc.jsonValue()));
export const launcher = fc
  .array(
    fc.oneof(
      fc.constantFrom('node', '.anyhook/run.cjs', 'npm run anyhook', 'x run -v', 'A=1 x'),
      fc.constantFrom('"$HOME/run.cjs"', '$GEMINI_PROJECT_DIR/run.cjs', '~/bin/anyhook', 'run'),
      text.map((one) => quoteWord(one, true)),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.join(' '));

const inner = fc.array(fc.constantFrom(...nasty), { maxLength: 4 }).map((all) => all.join(''));
const fragment = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(' ', '\t', '  ', 'a', 'b=', 'x/y', '-é', '!', '^', '%'),
  },
  { weight: 2, arbitrary: inner.map((all) => `'${all.replaceAll("'", '')}'`) },
  { weight: 2, arbitrary: inner.map((all) => `"${all.replace(/["`$]/g, '\\$&')}"`) },
  { weight: 1, arbitrary: fc.constantFrom(...nasty).map((one) => `\\${one}`) },
  { weight: 1, arbitrary: fc.constantFrom(...nasty) },
);
/** A line of words, quoted in every way. */
export const wordsLine = fc.array(fragment, { maxLength: 8 }).map((all) => all.join(''));
