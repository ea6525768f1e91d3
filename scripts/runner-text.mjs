/** Makes the text of the runner `run.cjs`: a start, and the rest in a comment (`src/shim/runner-start.ts` says why). */
import { parse } from 'acorn';

const start = '((require) => {const comment=function(){/*';
const end = '*/}.toString().slice(13,-3);';

/** Returns a script without the two characters that would end a comment. It means the same. */
export function withoutCommentEnds(text) {
  const tokens = [];
  parse(text, { ecmaVersion: 'latest', onToken: tokens });
  let result = text;
  for (const { type, start, end } of tokens.reverse()) {
    const token = result.slice(start, end);
    if (!token.includes('*/')) continue;
    // The last slash of an expression cannot be escaped: an empty group before it changes nothing.
    const whole = type.label === 'regexp' ? token.replace(/\*\/(?=\w*$)/, '*(?:)/') : token;
    result = result.slice(0, start) + whole.replaceAll('*/', '*\\/') + result.slice(end);
  }
  if (result.includes('*/')) throw new Error('the runner has text that would end its comment');
  return result;
}

/** Returns the text of the runner. `body` must not end a comment. */
export const runnerText = (startCode, body) =>
  `${start}${body}${end}\n${startCode.trim()}\n})(require);\n`;

/** Returns the rest of the runner, out of the whole text. */
export const bodyOf = (text) => text.slice(start.length, text.indexOf(end));
