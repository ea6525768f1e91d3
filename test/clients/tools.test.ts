import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gemini } from './gemini.ts';
import { cursor } from './hook.ts';
import { blocked, call, functionResponses, shell } from './model-view.ts';

describe('a preToolUse hook', () => {
  test('rewrites the content of a new file', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [cursor('preToolUse', '.cursor/hooks/license-header.mjs')] },
      turns: [
        call('write_file', { file_path: 'main.js', content: 'go();\n' }),
        call('write_file', { file_path: 'notes.md', content: 'go\n' }),
      ],
    });
    expect(run.file('main.js')).toBe('// SPDX-License-Identifier: MIT\ngo();\n');
    expect(run.file('notes.md')).toBe('go\n');
    const path = { file_path: join(run.project, 'main.js') };
    expect(run.seen('preToolUse').slice(0, 2)).toMatchObject([
      { tool_name: 'Read', tool_input: path },
      { tool_name: 'Write', tool_input: { ...path, content: 'go();\n' } },
    ]);
  });

  test('rewrites a shell command', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [cursor('preToolUse', '.cursor/hooks/use-pnpm.mjs')] },
      turns: [shell('echo npm test > ran.txt')],
    });
    expect(run.file('ran.txt')).toBe('pnpm test\n');
    expect(run.seen('preToolUse')[0]).toMatchObject({
      tool_name: 'Shell',
      tool_input: { command: 'echo npm test > ran.txt' },
    });
  });

  test('is given an edit as the whole new content, and denies it', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [cursor('preToolUse', '.cursor/hooks/no-debugger.mjs')] },
      turns: [
        call('replace', {
          file_path: 'main.js',
          instruction: 'stop here',
          old_string: '  // here',
          new_string: '  debugger;',
        }),
      ],
      files: { 'main.js': 'function go() {\n  // here\n}\n' },
    });
    expect(run.seen('preToolUse').at(-1)).toMatchObject({
      tool_name: 'Write',
      tool_input: {
        file_path: join(run.project, 'main.js'),
        content: 'function go() {\n  debugger;\n}\n',
      },
    });
    expect(blocked(run.requests[1])).toContain('main.js would hold a debugger statement.');
    expect(run.file('main.js')).toBe('function go() {\n  // here\n}\n');
  });

  test('has its rewrite of an edit applied as a whole, or the edit is refused', async () => {
    const before = 'function go() {\n  // here\n}\n';
    const run = await gemini({
      hooks: { BeforeTool: [cursor('preToolUse', '.cursor/hooks/license-header.mjs')] },
      turns: [
        call('replace', {
          file_path: 'main.js',
          instruction: 'fill in',
          old_string: '  // here',
          new_string: '  stop();',
        }),
      ],
      files: { 'main.js': before },
    });
    const after = '// SPDX-License-Identifier: MIT\nfunction go() {\n  stop();\n}\n';
    if (run.file('main.js') === before) {
      expect(blocked(run.requests[1])).toContain('SPDX-License-Identifier');
    } else {
      expect(run.file('main.js')).toBe(after);
    }
  });
});

describe('a beforeReadFile hook', () => {
  test('denies a read by its content, and the model gets the reason and not the secret', async () => {
    const secret = 'AKIAABCDEFGHIJKLMNOP';
    const run = await gemini({
      hooks: { BeforeTool: [cursor('beforeReadFile', '.cursor/hooks/no-secrets.sh')] },
      turns: [
        call('read_file', { file_path: 'deploy.txt' }),
        call('read_file', { file_path: 'readme.txt' }),
      ],
      files: { 'deploy.txt': `region=eu\nkey=${secret}\n`, 'readme.txt': 'harmless words' },
    });
    expect(blocked(run.requests[1])).toContain('This file holds an AWS key.');
    expect(JSON.stringify(run.requests)).not.toContain(secret);
    expect(functionResponses(run.requests[2])).toEqual([{ output: 'harmless words' }]);
    expect(run.seen('beforeReadFile')).toMatchObject([
      { file_path: join(run.project, 'deploy.txt'), content: `region=eu\nkey=${secret}\n` },
      { file_path: join(run.project, 'readme.txt'), content: 'harmless words' },
    ]);
  });
});

describe('an edit of a file', () => {
  const secret = 'key=AKIAABCDEFGHIJKLMNOP';
  const edit = call('replace', {
    file_path: 'deploy.txt',
    instruction: 'swap',
    old_string: 'region=eu',
    new_string: 'region=us',
  });
  const files = { 'deploy.txt': `region=eu\n${secret}\n` };
  /** Refuses a Read of this file, and says that it was asked. */
  const noRead = `tee -a "$HOOK_SEEN" | grep '"Read"' | grep -q deploy.txt && echo '{"permission":"deny","user_message":"Not that file."}' || echo '{}'`;

  test('shows the model what the file holds if there is no guard', async () => {
    const run = await gemini({ turns: [edit], files });
    expect(JSON.stringify(run.requests)).toContain(secret);
  });

  test.each([
    ['beforeReadFile', cursor('beforeReadFile', '.cursor/hooks/no-secrets.sh'), 'an AWS key'],
    ['preToolUse', cursor('preToolUse', noRead), 'Not that file.'],
    [
      'preToolUse with the matcher ^Read$',
      cursor('preToolUse', noRead, '--matcher "^Read$"'),
      'Not that file.',
    ],
  ])('is refused by a guard of reads on %s if the file has a secret', async (_, entry, reason) => {
    const run = await gemini({ hooks: { BeforeTool: [entry] }, turns: [edit], files });
    expect(blocked(run.requests[1])).toContain(reason);
    expect(JSON.stringify(run.requests)).not.toContain(secret);
    expect(run.file('deploy.txt')).toBe(files['deploy.txt']);
  });

  test('is let through by a guard of reads if the file has no secret', async () => {
    const entry = cursor('beforeReadFile', '.cursor/hooks/no-secrets.sh');
    const other = { 'deploy.txt': 'region=eu\n' };
    const run = await gemini({ hooks: { BeforeTool: [entry] }, turns: [edit], files: other });
    expect(run.file('deploy.txt')).toBe('region=us\n');
  });
});

describe('an afterFileEdit hook', () => {
  test('is given what an edit and a write changed', async () => {
    const run = await gemini({
      hooks: { AfterTool: [cursor('afterFileEdit', '.cursor/hooks/audit.sh')] },
      turns: [
        call('replace', {
          file_path: 'notes.txt',
          instruction: 'swap',
          old_string: 'beta',
          new_string: 'gamma',
        }),
        call('write_file', { file_path: 'fresh.txt', content: 'all of it\n' }),
      ],
      files: { 'notes.txt': 'alpha\nbeta\n' },
    });
    expect(run.file('notes.txt')).toBe('alpha\ngamma\n');
    expect(run.seen('afterFileEdit')).toMatchObject([
      {
        file_path: join(run.project, 'notes.txt'),
        edits: [{ old_string: 'beta', new_string: 'gamma' }],
      },
      {
        file_path: join(run.project, 'fresh.txt'),
        edits: [{ old_string: '', new_string: 'all of it\n' }],
      },
    ]);
  });
});

describe('an afterFileEdit hook of an overwritten file', () => {
  test('is given edits that lead from the old content to the new', async () => {
    const before = 'alpha\nbeta\n';
    const after = 'alpha\n$& and $1\n';
    const run = await gemini({
      hooks: { AfterTool: [cursor('afterFileEdit', '.cursor/hooks/audit.sh')] },
      turns: [call('write_file', { file_path: 'notes.txt', content: after })],
      files: { 'notes.txt': before },
    });
    expect(run.file('notes.txt')).toBe(after);
    const [payload] = run.seen('afterFileEdit');
    const edits = payload?.edits as { old_string: string; new_string: string }[];
    const edited = edits.reduce(
      (text, { old_string, new_string }) => text.replace(old_string, () => new_string),
      before,
    );
    expect(edited).toBe(after);
  });
});

describe('postToolUse and postToolUseFailure hooks', () => {
  test('are given each call in one of the two events, by how the tool ended', async () => {
    const run = await gemini({
      hooks: {
        AfterTool: [
          cursor('postToolUse', '.cursor/hooks/audit.sh'),
          cursor('postToolUseFailure', '.cursor/hooks/audit.sh'),
        ],
      },
      turns: [
        shell('echo fine'),
        shell('echo broken; exit 3'),
        call('read_file', { file_path: 'missing.txt' }),
      ],
    });
    expect(run.seen('postToolUse')).toMatchObject([
      { tool_name: 'Shell', tool_input: { command: 'echo fine' }, tool_output: expect.any(String) },
    ]);
    expect(run.seen('postToolUse')[0]?.tool_output).toContain('fine');
    expect(run.seen('postToolUseFailure')).toMatchObject([
      {
        tool_name: 'Shell',
        tool_input: { command: 'echo broken; exit 3' },
        error_message: expect.stringMatching(/broken|exit code 3/),
        failure_type: 'error',
      },
      { tool_name: 'Read', failure_type: 'error' },
    ]);
  });
});
