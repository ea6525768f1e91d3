/** The picture of a terminal in the README. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawPicture, drawTerminal, readRuns } from '../scripts/picture.ts';

const picture = readFileSync(new URL('../docs/images/test.svg', import.meta.url), 'utf8');
const begins = '\u001b';

test('docs/images/test.svg shows what `anyhook test` prints now', () => {
  expect(drawPicture()).toBe(picture);
});

test('the picture loads nothing from elsewhere, and runs nothing', () => {
  const addresses = picture.match(/[a-z]+:\/\/[^"<\s]+/g);
  expect(addresses).toEqual(['http://www.w3.org/2000/svg']);
  expect(picture).not.toMatch(/<(?:script|style|image|use|foreignObject|a)\b|\son\w+=|url\(/);
});

test('a reader who cannot see the picture is told what it shows', () => {
  const [, ids = ''] = /aria-labelledby="([^"]+)"/.exec(picture) ?? [];
  for (const id of ids.split(' ')) expect(picture).toContain(` id="${id}">`);
  const [, text = ''] = /<desc id="desc">([^<]*)<\/desc>/.exec(picture) ?? [];
  expect(text).toContain('Every agent here: the call is refused.');
});

test('text is shown as text', () => {
  const drawn = drawTerminal('a <b> & c', 'x < y');
  expect(drawn).toContain('>a &lt;b&gt; &amp; c</text>');
  expect(drawn).toContain('>x &lt; y</title>');
});

test('a line is split into runs of one style, each with its column', () => {
  expect(readRuns(`  ab${begins}[31m  cd${begins}[39m${begins}[1m e${begins}[22m f`)).toEqual([
    { text: 'ab', column: 2, colour: '#e6edf3', isBold: false },
    { text: 'cd', column: 6, colour: '#ff7b72', isBold: false },
    { text: 'e', column: 9, colour: '#e6edf3', isBold: true },
    { text: 'f', column: 11, colour: '#e6edf3', isBold: false },
  ]);
});

test.each([
  ['a code that has no colour', `${begins}[45mx`],
  ['another escape sequence', `${begins}[2Jx`],
  ['a line that is wider than the terminal', 'x'.repeat(81)],
])('%s is no picture', (_, text) => {
  expect(() => drawTerminal(text, 'title')).toThrow();
});
