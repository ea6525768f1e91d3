import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShellResult } from '../../src/adapters/gemini/shell-text.ts';
import { property } from '../property.ts';
import { family, shell } from './payloads.ts';
import { json, run } from './run.ts';

/** What the client wrote, as one expression says it: far too slow for a long text. */
const tail =
  /(?:\n(?:Error: [^\n]*|Exit Code: [^\n]*|(?:Signal|Background PIDs|Process Group PGID): [^\n]*))+\s*$/;
function slowly(body: string) {
  const start = /(?:^|\n)Output: /.exec(body);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const end = tail.exec(body.slice(from));
  const output = body.slice(from, end ? from + end.index : undefined);
  const codes = [...(end?.[0] ?? '').matchAll(/\nExit Code: (-?\d+)/g)];
  return { output: output === '(empty)' ? '' : output, exitCode: Number(codes.at(-1)?.[1] ?? 0) };
}

const piece = fc.constantFrom(
  'Output: ',
  'Error: ',
  'Exit Code: ',
  'Signal: ',
  'Background PIDs: ',
  'Process Group PGID: ',
  '\n',
  '\n',
  '\n',
  ' ',
  '0',
  '-7',
  'x',
  '(none)',
  '(empty)',
  '\r',
  '\t',
  '\u2028',
  'Error:',
);

property('Output and exit code of a shell result are those that one slow expression finds', {
  corpus: 'shell-text',
  inputs: fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
  holds: (text) => {
    expect(readShellResult(text)).toEqual(slowly(text));
    expect(readShellResult(`Output: ${text}`)).toEqual(slowly(`Output: ${text}`));
  },
  runs: 1000,
  longRuns: 3000,
});

const lines = `Output: ${'x\nError: x\n'.repeat(200_000)}`;
const done = family('gemini', 'AfterTool', {
  tool_name: 'run_shell_command',
  tool_input: { command: 'make' },
  tool_response: { llmContent: lines, returnDisplay: '' },
});

test('A hook is asked about a long output in which every other line looks like its end', async () => {
  const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'postToolUse'];
  const said = await run([...args, '--', `cat > /dev/null; echo '{"additional_context":"y"}'`], {
    stdin: done,
  });
  expect(json(said.stdout)).toMatchObject({ hookSpecificOutput: { additionalContext: 'y' } });
});

test('A hook of the host’s own dialect gets a payload byte for byte, whatever its fields hold', async () => {
  const before = shell('gemini', 'ls');
  for (const odd of [
    done,
    { ...before, tool_input: 'no object' },
    { ...before, tool_name: 7 },
    { ...before, mcp_context: { args: [8080, null] }, tool_input: null },
    { ...before, tool_input: { command: '${'.repeat(50_000) } },
  ]) {
    const text = ` ${JSON.stringify(odd)}\n`;
    const event = String(odd.hook_event_name);
    for (const event_ of [[], ['--event', event]]) {
      const args = ['--host', 'gemini', '--as', 'gemini', ...event_];
      const said = await run([...args, '--', 'cat; exit 3'], { stdin: text });
      expect(said.code).toBe(3);
      expect(said.stdout === text).toBe(true);
    }
  }
});
