import type { Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText, type Json } from '../../util/json.ts';
import { quoteForShell } from '../../util/quote-for-shell.ts';

const needsNoQuotes = /^[\w@%+=:,./-]+$/;

/**
 * Splits the command line of an MCP server into words, as a shell does. A backslash of a Windows
 * path is kept.
 */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    const next = line[at + 1] ?? '';
    if (quote ? char === quote : char === "'" || char === '"') {
      quote = quote ? '' : char;
      word ??= '';
    } else if (char === '\\' && quote !== "'" && /["'\\$`\s]/.test(next)) {
      word = (word ?? '') + next;
      at++;
    } else if (!quote && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (word !== undefined) words.push(word);
  return words;
}

const argsOf = ({ mcp }: Draft): unknown => (mcp as Json | undefined)?.args;

/** The program of an MCP server. The payload has it and its arguments in one line. */
export const serverProgram = makeCodec(
  (line) => (typeof line === 'string' ? (splitWords(line)[0] ?? line) : line),
  (command, { event }) => {
    const args = argsOf(event);
    const words = [command, ...(Array.isArray(args) ? args : [])];
    return words
      .map((word) => (needsNoQuotes.test(asText(word)) ? word : quoteForShell(asText(word))))
      .join(' ');
  },
);

/** The arguments of an MCP server, in the same line. */
export const serverArguments = makeCodec((line) => {
  const rest = typeof line === 'string' ? splitWords(line).slice(1) : [];
  return rest.length ? rest : undefined;
});
