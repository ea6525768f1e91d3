import type { Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText, type Json } from '../../util/json.ts';
import { quoteForShell } from '../../util/quote-for-shell.ts';

const needsNoQuotes = /^[\w@%+=:,./-]+$/;

/**
 * Splits the command line of an MCP server into words, as a shell does. Only a backslash before a quote, a
 * backslash, a dollar sign or a blank is an escape. Others stay, since they are part of a Windows path.
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

/** Reads the program of an MCP server from its command line, and writes that line from the program and its arguments. */
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

/** Reads the arguments of an MCP server from its command line. Undefined: the line has none. */
export const serverArguments = makeCodec((line) => {
  const args = typeof line === 'string' ? splitWords(line).slice(1) : [];
  return args.length ? args : undefined;
});
