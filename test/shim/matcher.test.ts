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
    ['a part of a tool name', tool(shellOn), 'shell', true],
    ['another case', tool(shellOn), 'Shell', false],
    ['an alternative', tool(shellOn), 'write_file|run_shell_command', true],
    ['anchors', tool(shellOn), '^run_shell$', false],
    ['a Claude name', tool(shellOn), 'Bash', false],
    ['a star', tool(shellOn), '*', true],
    ['blank', tool(shellOn), '  ', true],
    ['no expression: a literal', tool(shellOn), '*shell*', false],
    ['slashes are no delimiters', tool(shellOn), '/run_shell_command/', false],
    ['a part of a command', command('echo MATCH-ME'), 'echo MATCH', true],
    ['a command without it', command('echo other'), 'MATCH', false],
    ['a tool name on a command', command('ls'), 'Shell', false],
    ['a Cursor tool', told('gemini', as('preToolUse'), sh('ls')), '^Shell$', true],
    [
      'a Gemini tool name in Cursor words',
      told('gemini', as('preToolUse'), sh('ls')),
      'run_shell',
      false,
    ],
    ['an MCP tool in Cursor words', told('gemini', as('preToolUse'), mcp), '^MCP:run_query$', true],
    [
      'an MCP tool by its bare name',
      told('gemini', as('beforeMCPExecution'), mcp),
      '^run_query$',
      true,
    ],
    ['another MCP tool', told('gemini', as('beforeMCPExecution'), mcp), 'drop', false],
    [
      'a sentinel',
      told('gemini', as('beforeReadFile'), gemini('read_file', { file_path: '/etc/hostname' })),
      'Read',
      true,
    ],
    [
      'no sentinel',
      told('gemini', as('beforeReadFile'), gemini('read_file', { file_path: '/etc/hostname' })),
      'hostname',
      false,
    ],
    [
      'a prompt',
      told('gemini', as('beforeSubmitPrompt'), family('gemini', 'BeforeAgent', { prompt: 'x' })),
      'UserPromptSubmit',
      true,
    ],
    [
      'what matches nothing in particular',
      told(
        'cursor',
        [...start, 'BeforeAgent'],
        cursor('beforeSubmitPrompt', { prompt: 'x', attachments: [] }),
      ),
      'whatever',
      true,
    ],
    [
      'TerminaI names',
      told('cursor', ['--as', 'terminai', '--event', 'BeforeTool'], shellOn),
      'run_terminal_command',
      true,
    ],
    [
      'Gemini names in TerminaI',
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
    ['the exact word', 'startup', true],
    ['an expression, which no lifecycle matcher is', 'startup|resume', false],
    ['a part', 'start', false],
    ['a star', '*', true],
  ])('on a lifecycle event: %s', async (_, matcher, starts) => {
    const args = ['--host', 'gemini', ...start, 'SessionStart', '--matcher', matcher];
    const said = await run([...args, '--', 'echo ran >&2; echo "{}"'], { stdin: from('startup') });
    expect(said.stderr).toBe(starts ? 'ran\n' : '');
  });
});
