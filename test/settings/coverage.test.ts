// Where an agent fires no hook is reported for each, and refuses nothing.
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { settingsFiles } from '../conformance/fixtures.ts';
import { factOf } from '../facts.ts';
import { cursorHooks, geminiHooks, guard, project } from './project.ts';

const flat = (text: string) => text.replace(/\s+/g, ' ');
const below = 'if it is started in a folder below the project, it loads no hooks of the project';
const { anyhook: _, cursor: __, ...hosts } = settingsFiles;

describe.each(Object.keys(hosts))('hooks of a project, converted for %s', (to) => {
  const { title } = adapters[to as keyof typeof hosts];
  const files = {
    'g.sh': guard,
    '.cursor/hooks.json': cursorHooks({
      beforeShellExecution: [{ command: './g.sh' }, { command: './g.sh --again' }],
      afterShellExecution: [{ command: './g.sh' }],
    }),
  };
  const count = (text: string, part: string) => flat(text).split(part).length - 1;

  test('are said once to be lost in sessions that start below it, where that is so', async () => {
    const p = project(files);
    const flags = ['convert', 'cursor', to, '--accept-loss'];
    const said = await p.anyhook(...flags, '-v');
    const wanted = factOf(to, 'place').needsRoot ? 1 : 0;
    expect(count(said.stdout, ` ${below}`)).toBe(wanted);
    const { coverage } = JSON.parse((await p.anyhook(...flags, '--json')).stdout);
    const found = coverage.filter(({ what }: { what: string }) => what === below);
    expect(found).toHaveLength(wanted);
    for (const one of coverage) expect(one.severity).toBe('lossy');
  });

  test('are not said to be so in the settings of a person, nor where there are none', async () => {
    const own = geminiHooks({ BeforeTool: [{ command: './g.sh' }] });
    const p = project({ ...files, '~/.gemini/settings.json': own, '~/g.sh': guard });
    const user = await p.anyhook('convert', 'gemini', to, '--scope', 'user', '--accept-loss', '-v');
    expect(user.stdout).not.toContain('started in a folder');
    const none = await project({ '.cursor/hooks.json': cursorHooks({}) }).anyhook(
      ...['convert', 'cursor', to, '-v'],
    );
    expect(flat(none.stdout)).not.toContain(`What ${title}`);
  });
});

test('what is typed into an open shell of Codex CLI, and a patch of its shell, refuse no conversion', async () => {
  const p = project({
    'g.sh': guard,
    '.cursor/hooks.json': cursorHooks({
      beforeShellExecution: [{ command: './g.sh' }],
      afterFileEdit: [{ command: './g.sh' }],
    }),
  });
  for (const command of [
    ['convert', 'cursor', 'codex', '--write'],
    ['sync', '--from', 'cursor', '--to', 'codex'],
  ]) {
    const said = await p.anyhook(...command, '-v');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    for (const part of ['`write_stdin`', 'after a patch that a shell command applies'])
      expect(flat(said.stdout).split(part)).toHaveLength(2);
  }
});
