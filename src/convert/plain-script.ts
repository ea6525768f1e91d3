/** Makes JavaScript without imports loadable by `require`, which needs no bundler. */
import { Script } from 'node:vm';
import { attempt } from '../util/attempt.ts';

/** Tells whether Node can parse a text as the body of a function. It is not run. */
const isBody = (text: string): boolean =>
  attempt(() => new Script(`(function (exports, require, module) {${text}\n})`)) !== undefined;

/**
 * Words of a script that takes something from another file. A statement with `import` needs no look: it is none that the
 * body of a function can have.
 */
const importing = /\bimport\s*[(/]|\b(?:require|createRequire)\b/;

/** Matches what a file takes something from, in the usual forms. */
const imported =
  /^[ \t]*(?:import|export)\b[^'"\n;]*(['"])([^'"\n]+)\1|\b(?:import|require) *\( *(['"])([^'"\n]+)\3/m;

/** Matches the line that exports the handlers. A function or class there could be named elsewhere in the file. */
const defaultExport = /^export[ \t]+default[ \t]+(?!(?:async[ \t]+)?function\b|class\b)(?=\S)/m;

/** Removes comments that are whole lines, in which a type may be imported. */
function withoutComments(text: string): string {
  let isInside = false;
  const lines = text.split('\n').filter((one) => {
    const line = one.trim();
    const begins = !isInside && line.startsWith('/*');
    const isComment = isInside || begins || line.startsWith('//');
    if (begins) isInside = true;
    const end = isInside ? line.indexOf('*/', begins ? 2 : 0) : -1;
    if (end < 0) return !isComment;
    isInside = false;
    return end + 2 < line.length; // there is code behind the comment
  });
  return isInside ? text : lines.join('\n');
}

/**
 * Returns the code of a script without imports, with its default export as CommonJS has it. Undefined: the text may do
 * something that only a bundler understands, such as import a file, or is no JavaScript.
 */
export function toCommonJs(text: string): string | undefined {
  const source = text.replace(/^\ufeff/, '').replace(/^#!.*/, '');
  const code = withoutComments(source);
  if (importing.test(code)) return undefined;
  const exports = code.match(/\bexport\b/g) ?? [];
  if (!exports.length) return isBody(source) && /\bexports\b/.test(code) ? source : undefined;
  // A word in a text or in a comment is no export: then the text is one that Node can parse as it is.
  if (exports.length > 1 || !defaultExport.test(code) || isBody(source)) return undefined;
  const made = `'use strict';\n${source.replace(defaultExport, 'module.exports.default = ')}`;
  return isBody(made) ? made : undefined;
}

/**
 * Says why {@link toCommonJs} leaves a text to a bundler, which knows more forms.
 *
 * @returns `needs`: words that follow the name of the file. `mistake`: why no bundler can read it either, and the line.
 */
export function explainBundler(
  text: string,
): { needs: string } | { mistake: string; line: number } {
  const source = text.replace(/^\ufeff/, '').replace(/^#!.*/, '');
  const code = withoutComments(source);
  const [, , first, , second] = imported.exec(code) ?? [];
  const name = first ?? second;
  if (name !== undefined) return { needs: `imports ${name}` };
  if (importing.test(code) || /\bimport\s*[.{*]/.test(code)) return { needs: 'imports something' };
  const mistake = findMistake(source.replace(defaultExport, 'module.exports.default = '));
  const exports = (code.match(/\bexport\b/g) ?? []).length;
  if (mistake && exports === (defaultExport.test(source) ? 1 : 0)) return mistake;
  if (!exports) return { mistake: 'there is no default export: write export default', line: 1 };
  return { needs: 'has another export than one line with export default' };
}

/** Returns why Node cannot parse a text as the body of a function. Undefined: it can. */
function findMistake(text: string): { mistake: string; line: number } | undefined {
  try {
    new Script(`(function (exports, require, module) {${text}\n})`, { filename: 'hook' });
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const last = text.trimEnd().split('\n').length;
    return { mistake: message, line: Math.min(Number(/^hook:(\d+)/.exec(stack)?.[1] ?? 1), last) };
  }
}
