import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from '../src/adapters/cursor/launch.ts';
import { decode, encode } from '../src/index.ts';
import { grows } from './growth/growth.ts';

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

test('program and arguments are one line in Cursor, and come back', () => {
  const line = lineOf('npx', ['-y', 'db mcp', '--ro']);
  expect(line).toBe("npx -y 'db mcp' --ro");
  expect(back(line)).toEqual({
    server_name: 'db',
    tool_name: 'query',
    command: 'npx',
    args: ['-y', 'db mcp', '--ro'],
  });
});

test('any words come back, and a shell reads the same', () => {
  const property = fc.property(
    fc.array(word, { minLength: 1, maxLength: 4 }),
    ([first, ...rest]) => {
      const words = [first || 'x', ...rest];
      expect(wordsOf(lineOf(words[0] as string, rest))).toEqual(words);
    },
  );
  fc.assert(property, { numRuns: 2000 });
  for (const args of [["it's"], ['a b', ''], ['$HOME', '`x`'], ['back\\slash\\'], ['"q"', '*']]) {
    const line = lineOf('printf', ['%s\\n', ...args]);
    const out = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(out).toBe(`${args.join('\n')}\n`);
  }
});

test('a path of Windows keeps its backslashes', () => {
  expect(wordsOf('C:\\tools\\db.exe --root C:\\data')).toEqual([
    'C:\\tools\\db.exe',
    '--root',
    'C:\\data',
  ]);
});

test('a long line takes no longer than its length', () => {
  expect(wordsOf(`npx ${"'a' ".repeat(50_000)}`)).toHaveLength(50_001);
  expect(grows((count) => `npx ${"'a' ".repeat(count)}`, wordsOf, 50_000)).toBeUndefined();
});
