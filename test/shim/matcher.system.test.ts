import { describe, expect, test } from 'vitest';
import { as, deny, gemini, mcp, sh } from './calls.ts';
import { cursor, family, shell } from './payloads.ts';
import { run } from './run.ts';
import { heard, refused } from './verdict.ts';

describe('--matcher', () => {
  const start = ['--as', 'gemini', '--event'];
  const from = (source: string) => family('gemini', 'SessionStart', { source });
  const shellOn = shell('cursor', 'npm test && rm -rf /tmp/x');
  const told = (host: string, args: string[], stdin: object) => ({ host, args, stdin });
  const tool = (stdin: object) => told('cursor', [...start, 'BeforeTool'], stdin);
  const command = (text: string) => told('gemini', as('beforeShellExecution'), sh(text));
  const cells: [string, ReturnType<typeof told>, string, boolean][] = [
    ['matches a part of a tool name', tool(shellOn), 'shell', true],
    ['does not match a tool name in another case', tool(shellOn), 'Shell', false],
    ['matches one of two alternatives', tool(shellOn), 'write_file|run_shell_command', true],
    ['does not match a part of a name between anchors', tool(shellOn), '^run_shell$', false],
    [
      'in the dialect of Gemini CLI does not match Claude’s name of a tool',
      tool(shellOn),
      'Bash',
      false,
    ],
    ['of * matches every tool', tool(shellOn), '*', true],
    ['of blanks matches every tool', tool(shellOn), '  ', true],
    ['that is no valid expression is taken literally', tool(shellOn), '*shell*', false],
    ['takes slashes literally', tool(shellOn), '/run_shell_command/', false],
    ['matches a part of a command', command('echo MATCH-ME'), 'echo MATCH', true],
    ['does not match a command without its text', command('echo other'), 'MATCH', false],
    ['with the name of a tool does not match a command', command('ls'), 'Shell', false],
    [
      'in the dialect of Cursor matches Cursor’s name of a tool',
      told('gemini', as('preToolUse'), sh('ls')),
      '^Shell$',
      true,
    ],
    [
      'in the dialect of Cursor does not match Gemini CLI’s name of a tool',
      told('gemini', as('preToolUse'), sh('ls')),
      'run_shell',
      false,
    ],
    [
      'in the dialect of Cursor matches an MCP tool as MCP:name',
      told('gemini', as('preToolUse'), mcp),
      '^MCP:run_query$',
      true,
    ],
    [
      'of beforeMCPExecution matches an MCP tool by its bare name',
      told('gemini', as('beforeMCPExecution'), mcp),
      '^run_query$',
      true,
    ],
    [
      'of beforeMCPExecution does not match another MCP tool',
      told('gemini', as('beforeMCPExecution'), mcp),
      'drop',
      false,
    ],
    [
      'of beforeReadFile matches the word Read',
      told('gemini', as('beforeReadFile'), gemini('read_file', { file_path: '/etc/hostname' })),
      'Read',
      true,
    ],
    [
      'of beforeReadFile does not match the path',
      told('gemini', as('beforeReadFile'), gemini('read_file', { file_path: '/etc/hostname' })),
      'hostname',
      false,
    ],
    [
      'of beforeSubmitPrompt matches the word UserPromptSubmit',
      told('gemini', as('beforeSubmitPrompt'), family('gemini', 'BeforeAgent', { prompt: 'x' })),
      'UserPromptSubmit',
      true,
    ],
    [
      'of an event without a subject always matches',
      told(
        'cursor',
        [...start, 'BeforeAgent'],
        cursor('beforeSubmitPrompt', { prompt: 'x', attachments: [] }),
      ),
      'whatever',
      true,
    ],
    [
      'in the dialect of TerminaI matches TerminaI’s name of a tool',
      told('cursor', ['--as', 'terminai', '--event', 'BeforeTool'], shellOn),
      'run_terminal_command',
      true,
    ],
    [
      'in the dialect of TerminaI does not match Gemini CLI’s name of a tool',
      told('cursor', ['--as', 'terminai', '--event', 'BeforeTool'], shellOn),
      'run_shell_command',
      false,
    ],
  ];
  test.each(cells)('%s', async (_, { host, args, stdin }, matcher, starts) => {
    const said = await run(['--host', host, ...args, '--matcher', matcher, ...deny], { stdin });
    const native = { ...stdin } as { hook_event_name: string };
    expect(refused(heard(host as 'cursor', native, said)), said.stdout).toBe(starts);
  });

  test.each([
    ['matches the exact word', 'startup', true],
    ['does not match as an expression', 'startup|resume', false],
    ['does not match a part of the word', 'start', false],
    ['matches every word if it is *', '*', true],
  ])('of a lifecycle event %s', async (_, matcher, starts) => {
    const args = ['--host', 'gemini', ...start, 'SessionStart', '--matcher', matcher];
    const said = await run([...args, '--', 'echo ran >&2; echo "{}"'], { stdin: from('startup') });
    expect(said.stderr).toBe(starts ? 'ran\n' : '');
  });
});
