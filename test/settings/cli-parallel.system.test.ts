import { expect, test } from 'vitest';
import { commands, geminiHooks, project } from './project.ts';

test('two processes that write the same settings at once lose no entry', async () => {
  const hooks = (name: string) =>
    geminiHooks({
      BeforeTool: [{ command: `echo ${name}` }],
      AfterTool: [{ command: `echo ${name}` }],
    });
  const names = ['one', 'two'];
  for (let round = 0; round < 5; round++) {
    const p = project({
      '.gemini/settings.json': hooks('one'),
      '.tabnine/agent/settings.json': hooks('two'),
      '.cursor/hooks.json': '{ "version": 1 }',
    });
    const said = await Promise.all(
      ['gemini', 'tabnine'].map((from) =>
        p.anyhookProcess('convert', from, 'cursor', '--write', '--accept-loss'),
      ),
    );
    for (const one of said) expect(one).toMatchObject({ code: 0, stderr: '' });
    const written = commands(p.json('.cursor/hooks.json'));
    const recorded = commands(p.json('.anyhook/written.json'));
    for (const name of names) {
      expect(written.filter((line) => line.includes(`echo ${name}`))).toHaveLength(4);
      expect(recorded.filter((line) => line.includes(`echo ${name}`))).toHaveLength(4);
    }
    expect(p.files().filter((path) => path.startsWith('.anyhook/'))).toEqual([
      '.anyhook/.gitattributes',
      '.anyhook/run.cjs',
      '.anyhook/sh',
      '.anyhook/written.json',
    ]);
    await p.anyhook('remove', 'cursor');
    expect(p.get('.cursor/hooks.json')).toBe('{ "version": 1 }');
  }
});
