/** Finds exported declarations in TypeScript source that Biome has formatted, by a scan of its brackets. */

export interface ExportedFunction {
  name: string;
  /** Number of its line, from 1. */
  line: number;
  /** Text of the docstring above it. Absent: it has none. */
  docstring?: string;
  /** Parameters as written, each with its name and the text of its type. */
  parameters: { name: string; type: string }[];
  /** The declared return type. Empty: it is inferred. */
  returns: string;
}

const declaration =
  /^export (?:default )?(?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=]+)? =\s+(?:async )?(?=[<(]))/gm;

/** Replaces comments and the content of strings by blanks, so that their brackets do not count. */
const blankTexts = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, (text) =>
    text.replace(/[^\n]/g, ' '),
  );

/** Returns the position after the bracket that closes the one at `start`. The `>` of an arrow closes nothing. */
function endOfBracket(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if ('([{<'.includes(text[at] as string)) depth++;
    if (')]}>'.includes(text[at] as string) && text[at - 1] !== '=') depth--;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** Splits a list of parameters at the commas that stand in no bracket. */
function splitParameters(list: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    if ('([{<'.includes(list[at] as string)) at = endOfBracket(list, at) - 1;
    else if (list[at] === ',') {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)].map((one) => one.trim()).filter((one) => one !== '');
}

/** Returns the type that begins at `start`: it ends before the body of a function, an arrow or a semicolon. */
function readType(text: string, start: number): string {
  let at = start;
  while (at < text.length) {
    const isBody = text[at] === '{' && !/[:|&]\s*$/.test(text.slice(start - 2, at));
    if (isBody || text[at] === ';' || text.startsWith(' =>', at)) break;
    at = '([{<'.includes(text[at] as string) ? endOfBracket(text, at) : at + 1;
    // The arrow of a function type, such as `(a: string) => boolean`, is part of the type.
    if (text[at - 1] === ')' && /^ => [^({]+ (?:=>|\{)/.test(text.slice(at))) at += 4;
  }
  return text.slice(start, at).trim();
}

/** Lists the exported functions of a file: declarations, and constants that are arrow functions. */
export function listExportedFunctions(source: string): ExportedFunction[] {
  const text = blankTexts(source);
  const found = new Map<string, ExportedFunction>(); // of several overloads, the first counts
  for (const match of text.matchAll(declaration)) {
    const name = (match[1] ?? match[2]) as string;
    let at = match.index + match[0].length;
    if (text[at] === '<') at = endOfBracket(text, at);
    const end = endOfBracket(text, at);
    const isFunction = match[1] !== undefined || /^(?:: [^;]*?)? =>/.test(text.slice(end));
    if (!isFunction || found.has(name)) continue;
    const docstring = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(source.slice(0, match.index))?.[1];
    found.set(name, {
      name,
      line: source.slice(0, match.index).split('\n').length,
      ...(docstring !== undefined && { docstring: docstring.replace(/^\s*\* ?/gm, '').trim() }),
      parameters: splitParameters(text.slice(at + 1, end - 1)).map((one) => {
        const [, parameter = '', type = ''] = /^(?:\.\.\.)?(\w*)\??(?:: ([^=]*))?/.exec(one) ?? [];
        return { name: parameter, type: type.trim() };
      }),
      returns: text[end] === ':' ? readType(text, end + 2) : '',
    });
  }
  return [...found.values()];
}

/** Lists what a file exports by a declaration: the name, whether it is a type, and its line, from 1. */
export const listExports = (source: string): { name: string; isType: boolean; line: number }[] =>
  [
    ...source.matchAll(
      /^export (?:default |declare |abstract |async )*(function\*?|const|let|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(({ 1: kind = '', 2: name = '', index }) => ({
    name,
    isType: /^(?:class|interface|type|enum)$/.test(kind),
    line: source.slice(0, index).split('\n').length,
  }));
