// What the packed converter writes, in the real client.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { converted, hooksFile, projectName } from './converted.ts';
import { gemini, type Run } from './gemini.ts';
import { direct } from './hook.ts';
import { blocked, call, functionResponses, newTexts, shell } from './model-view.ts';
import { withNotes } from './notes.ts';
import { anyhook, program } from './packed.ts';
import { readIfThere, shellQuote, type Workspace, write } from './workspace.ts';

const secret = 'AKIAABCDEFGHIJKLMNOP';
const note = (text: string) => call('mcp_my-notes_write_note', { text });
const said = (run: Run, at: number) => functionResponses(run.requests[at])[0]?.output;

describe('a converted hooks.json of Cursor', () => {
  test('refuses and lets through what it does in Cursor, and its stop hook ends at its limit', async () => {
    const script = '"$CURSOR_PROJECT_DIR"/.cursor/hooks/no-words.mjs';
    const run = await converted({
      cursor: {
        beforeShellExecution: [
          { command: '.cursor/hooks/guard-shell.sh' },
          { command: `${script} "say \\"hi\\"" 'literal $HOME' "$HOME/.ssh" it\\'s`, timeout: 20 },
        ],
        beforeMCPExecution: [
          { command: '"$CURSOR_PROJECT_DIR/.cursor/hooks/guard-mcp.mjs"', failClosed: true },
        ],
        beforeReadFile: [{ command: './.cursor/hooks/no-secrets.sh', failClosed: true }],
        beforeSubmitPrompt: [{ command: '.cursor/hooks/guard-prompt.sh', failClosed: true }],
        afterFileEdit: [{ command: '.cursor/hooks/audit.sh' }],
        stop: [{ command: '.cursor/hooks/keep-going.sh', loop_limit: 2 }],
      },
      files: {
        'deploy.txt': `region=eu\nkey=${secret}\n`,
        'readme.txt': 'harmless words',
        'build/out.js': 'built',
      },
      settings: withNotes,
      prompt: 'Log in.',
      turns: [
        shell('touch made.txt && rm -rf build'),
        shell('echo fine > fine.txt'),
        shell(`echo 'say "hi"' > hi.txt`),
        shell("echo 'literal $HOME' > home.txt"),
        note('salaries: 1, 2, 3'),
        note('lunch at noon'),
        call('read_file', { file_path: 'deploy.txt' }),
        call('read_file', { file_path: 'readme.txt' }),
        call('write_file', { file_path: 'fresh.txt', content: 'all of it\n' }),
      ],
    });
    expect(newTexts(run.requests[0])).toContain('Log in.');

    expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('build/out.js')).toBe('built');
    expect(run.file('fine.txt')).toBe('fine\n');

    const words = JSON.stringify(['say "hi"', 'literal $HOME', `${run.home}/.ssh`, "it's"]);
    expect(blocked(run.requests[3])).toContain(`Not said here: ${words}`);
    expect(blocked(run.requests[4])).toContain(`Not said here: ${words}`);
    expect(run.file('hi.txt')).toBeUndefined();
    expect(run.file('home.txt')).toBeUndefined();

    expect(blocked(run.requests[5])).toContain('Salaries are not written down.');
    expect(said(run, 6)).toContain('noted: lunch at noon');
    expect(run.file('notes.txt')).toBe('lunch at noon\n');

    expect(blocked(run.requests[7])).toContain('This file holds an AWS key.');
    expect(said(run, 8)).toBe('harmless words');
    expect(JSON.stringify(run.requests)).not.toContain(secret);

    expect(run.file('fresh.txt')).toBe('all of it\n');
    expect(run.seen('afterFileEdit')).toMatchObject([
      {
        file_path: join(run.project, 'fresh.txt'),
        edits: [{ old_string: '', new_string: 'all of it\n' }],
      },
    ]);

    expect(run.requests.slice(10).map(newTexts)).toEqual([['Keep going.'], ['Keep going.']]);
    expect(run.seen('stop').slice(0, 2)).toMatchObject([{ loop_count: 0 }, { loop_count: 1 }]);
    expect(run.exitCode).toBe(0);
  });

  test('lets no prompt reach the model that its guard refuses', async () => {
    const run = await converted({
      cursor: { beforeSubmitPrompt: [{ command: '.cursor/hooks/guard-prompt.sh' }] },
      prompt: 'Use sk-live-123 to log in.',
    });
    expect(run.requests).toEqual([]);
    expect(run.stdout + run.stderr).toContain('Take the key out of your prompt.');
    expect(run.exitCode).toBe(0);
  });

  test('of a user runs its hooks in ~/.cursor, and never runs a runner that the project has', async () => {
    const run = await gemini({
      projectName,
      files: { '.anyhook/run.cjs': 'console.log("{}")', 'build/out.js': 'built' },
      prepare(workspace) {
        const { project, home } = workspace;
        cpSync(join(project, '.cursor/hooks'), join(home, '.cursor/hooks'), { recursive: true });
        const guard = { command: './hooks/guard-shell.sh' };
        write(join(home, '.cursor/hooks.json'), hooksFile({ beforeShellExecution: [guard] }));
        anyhook(workspace, 'convert', 'cursor', 'gemini', '--write', '--scope', 'user');
      },
      turns: [shell('touch made.txt && rm -rf build'), shell('echo fine > fine.txt')],
    });
    expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.seen('beforeShellExecution')).toHaveLength(2);
  });
});

describe('a converted guard beside a hook that was there', () => {
  const guard = { command: '.cursor/hooks/guard-shell-exit2.sh' };
  const theirs = JSON.stringify(direct('.gemini/hooks/guard-shell.sh', 'run_shell_command'));
  const text = `// ours, since 2024\r\n{\r\n\t"hooks" : {"BeforeTool":[ ${theirs} ] }\r\n}`;
  const settings = '.gemini/settings.json';
  const turns = [shell('touch made.txt && rm -rf build'), shell('echo git push > pushed.txt')];
  const prepare = (workspace: Workspace) => {
    write(join(workspace.project, settings), text);
    anyhook(workspace, 'convert', 'cursor', 'gemini', '--write');
  };
  const files = { '.cursor/hooks.json': hooksFile({ beforeShellExecution: [guard] }) };

  test('refuses its calls, and the other hook refuses its own', async () => {
    const run = await gemini({ projectName, files, prepare, turns });
    expect(blocked(run.requests[1])).toBe(
      'Tool execution blocked: Recursive deletes are not allowed here.',
    );
    expect(run.file('made.txt')).toBeUndefined();
    expect(blocked(run.requests[2])).toContain('Pushing is up to a person.');
    expect(run.file('pushed.txt')).toBeUndefined();
    expect(run.seen('BeforeTool')).toHaveLength(2);
    expect(run.seen('beforeShellExecution')).toHaveLength(2);
  });

  test('is taken out by remove, which restores the file to the byte, and the other hook still refuses', async () => {
    const run = await gemini({
      projectName,
      files,
      prepare(workspace) {
        prepare(workspace);
        anyhook(workspace, 'remove', 'gemini');
      },
      turns,
    });
    expect(readFileSync(join(run.project, settings)).equals(Buffer.from(text))).toBe(true);
    expect(readdirSync(join(run.project, '.gemini')).sort()).toEqual(['hooks', 'settings.json']);
    expect(readdirSync(run.project).sort()).toEqual(['.cursor', '.gemini', 'pushed.txt']);
    expect(blocked(run.requests[1])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('pushed.txt')).toBe('git push\n');
    expect(run.seen('beforeShellExecution')).toEqual([]);
  });
});

describe('after a sync of anyhook.yaml', () => {
  test('guards in the dialects of TerminaI and Gemini CLI refuse their calls', async () => {
    const run = await gemini({
      projectName,
      files: {
        'anyhook.yaml': `version: 1
hooks:
  - name: a guard of TerminaI's
    speaks: terminai
    event: BeforeTool
    match: run_terminal_command
    run: bash $TERMINAI_PROJECT_DIR/.terminai/hooks/it\\'s\\ a\\ guard.sh
    on-failure: block
  - speaks: gemini
    event: BeforeTool
    match: run_shell_command
    run: .gemini/hooks/guard-shell.sh
`,
        ".terminai/hooks/it's a guard.sh": `input=$(cat)
if [[ "$input" == *'"tool_name":"run_terminal_command"'*'git push'* ]]; then
  echo '{"decision":"deny","reason":"Pushing is up to a person."}'
fi
`,
      },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', 'gemini'),
      turns: [
        shell('echo git push > pushed.txt'),
        shell('touch made.txt && rm -rf build'),
        shell('echo fine > fine.txt'),
      ],
    });
    expect(blocked(run.requests[1])).toContain('Pushing is up to a person.');
    expect(run.file('pushed.txt')).toBeUndefined();
    expect(blocked(run.requests[2])).toContain('Recursive deletes are not allowed here.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.exitCode).toBe(0);
  });

  test('a guard in the canonical dialect refuses its call', async () => {
    const run = await gemini({
      projectName,
      files: {
        'anyhook.yaml': `version: 1
hooks:
  - name: no-sudo
    on: before-tool
    tools: [shell]
    run: |
      if grep -q '"command":"[^"]*sudo'; then
        echo '{"decision":"deny","reason":"Ask root, not me."}'
      fi
`,
      },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', 'gemini'),
      turns: [shell('echo sudo > root.txt'), shell('echo fine > fine.txt')],
    });
    expect(blocked(run.requests[1])).toContain('Ask root, not me.');
    expect(run.file('root.txt')).toBeUndefined();
    expect(run.file('fine.txt')).toBe('fine\n');
  });
});

describe('the matcher of a converted entry', () => {
  test('starts the shim for no other tool, except where no matcher tells MCP tools from others', async () => {
    const run = await converted({
      cursor: {
        preToolUse: [
          { command: '.cursor/hooks/audit.sh', matcher: 'Shell|Write' },
          { command: '.cursor/hooks/audit.sh', matcher: 'MCP:write_note' },
        ],
        beforeShellExecution: [{ command: '.cursor/hooks/audit.sh' }],
        beforeMCPExecution: [{ command: '.cursor/hooks/audit.sh' }],
        beforeReadFile: [{ command: '.cursor/hooks/audit.sh' }],
        afterFileEdit: [{ command: '.cursor/hooks/audit.sh' }],
      },
      flags: ['--launcher', 'sh count.sh'],
      files: {
        'count.sh': `echo "$*" >> "$HOOK_SEEN.starts"\nexec ${shellQuote(program())} "$@"\n`,
        'readme.txt': 'harmless words',
      },
      settings: withNotes,
      turns: [
        call('list_directory', { dir_path: '.' }),
        call('glob', { pattern: '*.txt' }),
        call('write_file', { file_path: 'a.txt', content: 'a' }),
        call('read_file', { file_path: 'readme.txt' }),
        shell('echo fine'),
        note('lunch at noon'),
      ],
    });
    const starts = readIfThere(`${run.seenFile}.starts`)?.trim().split('\n') ?? [];
    const events = starts.map((line) => /--event (\w+)(?: --matcher (\S+))?/.exec(line));
    expect(events.map((found) => found?.slice(1).filter(Boolean).join(' ')).sort()).toEqual([
      'afterFileEdit',
      ...Array(6).fill('beforeMCPExecution'), // no name tells MCP's tools from others for certain
      'beforeReadFile', // the file
      'beforeReadFile', // what is written is read before, as Cursor does
      'beforeShellExecution',
      'preToolUse MCP:write_note',
      'preToolUse Shell|Write', // the shell
      'preToolUse Shell|Write', // the file
    ]);
    expect(run.seen('preToolUse').map(({ tool_name }) => tool_name)).toEqual([
      'Write',
      'Shell',
      'MCP:write_note',
    ]);
    expect(readIfThere(join(run.project, '.anyhook/run.cjs'))).toBeUndefined();
  });
});
