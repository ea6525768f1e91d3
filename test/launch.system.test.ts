import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from '../src/adapters/cursor/server-command.ts';
import { decode, encode } from '../src/index.ts';
import { property } from './property.ts';

const payload = (command: string, args: string[]) => ({
  session_id: 's',
  transcript_path: '',
  cwd: '/w',
  hook_event_name: 'BeforeTool',
  timestamp: '2026-10-01T12:00:00.000Z',
  tool_name: 'mcp_db_query',
  tool_input: {},
  mcp_context: { server_name: 'db', tool_name: 'query', command, args },
});

/** The launch line a Cursor hook is told of a server of Gemini CLI's. */
const lineOf = (command: string, args: string[]): string => {
  const event = decode('gemini', payload(command, args));
  return encode('cursor', event, { native: 'beforeMCPExecution' })?.payload.command as string;
};

/** What comes back of it to Gemini CLI. */
const back = (line: string): unknown => {
  const event = decode('cursor', {
    hook_event_name: 'beforeMCPExecution',
    conversation_id: 's',
    tool_name: 'query',
    tool_input: '{}',
    mcp_server_name: 'db',
    command: line,
  });
  return encode('gemini', event)?.payload.mcp_context;
};

const word = fc.string().filter((text) => !text.includes('\0'));

test('the program and arguments of an MCP server are one launch line in Cursor, and split again on the way back', () => {
  const line = lineOf('npx', ['-y', 'db mcp', '--ro']);
  expect(line).toBe("npx -y 'db mcp' --ro");
  expect(back(line)).toEqual({
    server_name: 'db',
    tool_name: 'query',
    command: 'npx',
    args: ['-y', 'db mcp', '--ro'],
  });
});

property('Any words that are joined into a launch line are split into the same words', {
  corpus: 'launch',
  inputs: fc.array(word, { minLength: 1, maxLength: 4 }),
  holds: ([first, ...rest]) => {
    const words = [first || 'x', ...rest];
    expect(splitWords(lineOf(words[0] as string, rest))).toEqual(words);
  },
  runs: 1000,
  longRuns: 2000,
});

test('a shell splits a launch line into the words that it was made of', () => {
  for (const args of [["it's"], ['a b', ''], ['$HOME', '`x`'], ['back\\slash\\'], ['"q"', '*']]) {
    const line = lineOf('printf', ['%s\\n', ...args]);
    const out = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(out).toBe(`${args.join('\n')}\n`);
  }
});

test('a Windows path in a launch line keeps its backslashes', () => {
  expect(splitWords('C:\\tools\\db.exe --root C:\\data')).toEqual([
    'C:\\tools\\db.exe',
    '--root',
    'C:\\data',
  ]);
});

test('a launch line of 50,001 words is split into all of them', () => {
  expect(splitWords(`npx ${"'a' ".repeat(50_000)}`)).toHaveLength(50_001);
});
