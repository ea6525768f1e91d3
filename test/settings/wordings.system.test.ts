/** Guards that know a file by its path in the project, in converted lines. */
import { describe, expect, test } from 'vitest';
import { geminiHooks, project } from './project.ts';

const both = '--wordings both';
const refuseSub = `#!/bin/sh\ngrep -q '"file_path":"sub/' && echo '{"decision":"deny","reason":"Not there."}' || echo '{}'\n`;

describe('A guard of Gemini CLI that compares with a relative path', () => {
  const files = {
    '.gemini/settings.json': geminiHooks({
      BeforeTool: [{ command: 'hooks/guard.sh', matcher: 'write_file' }],
    }),
    'hooks/guard.sh': refuseSub,
  };
  const lineOf = (p: ReturnType<typeof project>) =>
    p.json('.cursor/hooks.json').hooks.preToolUse[0].command as string;

  test('is converted with the flag for both wordings, says so, and refuses', async () => {
    const p = project(files);
    const said = await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss', '-v');
    expect(said.stdout.replace(/\s+/g, ' ')).toContain(
      'the script compares with "sub/", so anyhook starts it twice for each path: with the path as Cursor writes it',
    );
    expect(lineOf(p)).toContain(` ${both} `);
    const write = (file: string) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'preToolUse',
      cursor_version: '2026.09.28',
      workspace_roots: [p.dir],
      tool_name: 'Write',
      tool_input: { file_path: p.at(file), content: 'x' },
      tool_use_id: 'u',
    });
    const env = { CURSOR_PROJECT_DIR: p.dir };
    const refused = await p.calls(lineOf(p), write('sub/a.txt'), env);
    expect(JSON.parse(refused.stdout)).toMatchObject({ permission: 'deny' });
    const passed = await p.calls(lineOf(p), write('a.txt'), env);
    expect(passed.stdout).not.toContain('deny');
    // Without the flag the relative path is told to nobody: this is what the flag is for.
    const once = lineOf(p).replace(` ${both}`, '');
    expect((await p.calls(once, write('sub/a.txt'), env)).stdout).not.toContain('deny');
  });

  test('comes back without a word of it, and is in step', async () => {
    const p = project(files);
    await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
    const again = await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
    expect(again.stdout).toContain('Up to date');
    p.drop('.gemini/settings.json');
    await p.anyhook('convert', 'cursor', 'gemini', '--write');
    expect(p.get('.gemini/settings.json')).not.toContain('wordings');
  });

  test.each([
    'one',
    'both',
  ])('is converted as anyhook.yaml says, and comes back so: %s', async (word) => {
    const p = project({
      ...files,
      'anyhook.yaml': `version: 1\nhooks:\n  - speaks: gemini\n    event: BeforeTool\n    match: write_file\n    run: hooks/guard.sh\n    wordings: ${word}\n`,
      '.cursor/hooks.json': { version: 1, hooks: {} },
    });
    p.drop('.gemini/settings.json');
    const said = await p.anyhook('sync', '--to', 'cursor');
    expect(said.stdout).not.toContain('compares with');
    expect(lineOf(p)).toContain(` --wordings ${word} `);
    p.drop('anyhook.yaml');
    await p.anyhook('convert', 'cursor', 'anyhook', '--write');
    expect(p.get('anyhook.yaml')).toContain(`wordings: ${word}`);
  });
});
