import { describe, expect, test } from 'vitest';
import { launcherFor } from '../../src/convert/launcher.ts';
import { parseShimLines, writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { project } from './project.ts';
import { guardFiles } from './sources.ts';

describe('lines of a POSIX shell', () => {
  test.each([
    'gemini',
    'tabnine',
    'terminai',
  ])('are an unsafe loss for %s with --for windows', async (to) => {
    const p = project({ ...guardFiles });
    const before = p.texts();
    const args = ['convert', 'cursor', to, '--write', '--for', 'windows'];
    const { code, stdout } = await p.anyhook(...args);
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /: on Windows, .* runs its line in PowerShell, which may not run it/,
    );
    expect(stdout).not.toMatch(/^ {2}On Windows/m);
    expect(p.texts()).toEqual(before);
    expect((await p.anyhook(...args, '--accept-loss')).code).toBe(0);
    expect((await p.anyhook('remove', to)).code).toBe(0);
    expect(p.texts()).toEqual(before);
  });

  test('are an unsafe loss for Cursor on Windows, which runs PowerShell or cmd', async () => {
    const hook = { type: 'command', command: 'guard.sh' };
    const files = { '.gemini/settings.json': { hooks: { BeforeTool: [{ hooks: [hook] }] } } };
    const { code, stdout } = await project(files).anyhook(
      'convert',
      'gemini',
      'cursor',
      '--for',
      'windows',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('PowerShell or cmd');
  });

  test('are no loss without --for windows, and convert -v only notes them', async () => {
    const p = project({ ...guardFiles, '.gemini/.keep': '' });
    const { code, stdout } = await p.anyhook('convert', 'cursor', 'gemini', '-v');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}On Windows/m);
    expect((await p.anyhook('sync', '--from', 'cursor', '--for', 'windows')).code).toBe(1);
    expect((await p.anyhook('sync', '--from', 'cursor')).code).toBe(0);
  });

  test('are not converted for a platform that is unknown', async () => {
    const { code } = await project({ ...guardFiles }).anyhook(
      'convert',
      'cursor',
      'gemini',
      '--for',
      'beos',
    );
    expect(code).toBe(2);
  });
});

describe('the launcher of user scope on Windows', () => {
  const home = "C:\\Users\\it's me";
  const launcher = launcherFor('gemini', { root: '/', home, scope: 'user' }, true);

  test('is a PowerShell call with quotes of PowerShell, as no other launcher is', () => {
    expect(launcher).toMatch(/^& '[^']+' 'C:\\Users\\it''s me/);
    expect(launcherFor('gemini', { root: '/', home, scope: 'project' }, true)).toBe(
      '/bin/sh .anyhook/sh',
    );
    expect(
      launcherFor('gemini', { root: '/', home: '/home/me', scope: 'user' }, false),
    ).not.toContain('&');
  });

  test('starts a line that has no ending of a POSIX shell and can be read back', () => {
    const plain = launcherFor('gemini', { root: '/', home: 'C:\\Users\\me', scope: 'user' }, true);
    const flags = ['--host', 'gemini', '--as', 'cursor', '--event', 'stop'];
    const parts = { launcher: plain, flags, command: 'a.cmd', substitutes: true };
    const line = writeShimLine({ ...parts, ending: {} });
    expect(line).toBe(`${plain} run --host gemini --as cursor --event stop -- a.cmd`);
    expect(parseShimLines(line)[0]).toMatchObject({ launcher: plain, host: 'gemini' });
  });
});

test('a .gitattributes that a person wrote beside the runner stays as it is', async () => {
  const p = project({ ...guardFiles, '.anyhook/.gitattributes': '* text\n' });
  expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
  expect(p.get('.anyhook/.gitattributes')).toBe('* text\n');
  expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
  expect(p.get('.anyhook/.gitattributes')).toBe('* text\n');
});
