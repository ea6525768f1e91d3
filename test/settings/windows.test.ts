import { describe, expect, test } from 'vitest';
import { launcherOf } from '../../src/settings/apply.ts';
import { readLine, writeLine } from '../../src/settings/command-line/line.ts';
import { commands, project } from './project.ts';
import { guardFiles } from './sources.ts';

describe('lines of a POSIX shell', () => {
  test.each([
    'gemini',
    'tabnine',
    'terminai',
  ])('are an unsafe loss for %s on Windows', async (to) => {
    const p = project({ ...guardFiles });
    const before = p.texts();
    const args = ['convert', 'cursor', to, '--write', '--for', 'windows'];
    const { code, stdout } = await p.anyhook(...args);
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /unsafe on Windows .* runs a line in PowerShell, which may not run this one/,
    );
    expect(stdout).not.toMatch(/^note .*Windows/m);
    expect(p.texts()).toEqual(before);
    expect((await p.anyhook(...args, '--accept-loss')).code).toBe(0);
    expect((await p.anyhook('remove', to)).code).toBe(0);
    expect(p.texts()).toEqual(before);
  });

  test('are one in Cursor, by whatever shell it has there', async () => {
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

  test('are a note elsewhere; of sync too', async () => {
    const p = project({ ...guardFiles, '.gemini/.keep': '' });
    const { code, stdout } = await p.anyhook('convert', 'cursor', 'gemini');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^note .*Windows/m);
    expect((await p.anyhook('sync', '--from', 'cursor', '--for', 'windows')).code).toBe(1);
    expect((await p.anyhook('sync', '--from', 'cursor')).code).toBe(0);
  });

  test('another platform is no word of ours', async () => {
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

describe('the launcher of a person on Windows', () => {
  const home = "C:\\Users\\it's me";
  const launcher = launcherOf('gemini', { root: '/', home, scope: 'user' }, true);

  test('is a call, and the words in it are PowerShell’s', () => {
    expect(launcher).toMatch(/^& '[^']+' 'C:\\Users\\it''s me/);
    expect(launcherOf('gemini', { root: '/', home, scope: 'project' }, true)).toBe(
      'node .anyhook/run.cjs',
    );
    expect(
      launcherOf('gemini', { root: '/', home: '/home/me', scope: 'user' }, false),
    ).not.toContain('&');
  });

  test('has no ending of another shell, and is read again', () => {
    const plain = launcherOf('gemini', { root: '/', home: 'C:\\Users\\me', scope: 'user' }, true);
    const flags = ['--host', 'gemini', '--as', 'cursor', '--event', 'stop'];
    const parts = { launcher: plain, flags, command: 'a.cmd', substitutes: true };
    const line = writeLine({ ...parts, ending: "echo '{}'" });
    expect(line).toBe(`${plain} run --host gemini --as cursor --event stop -- a.cmd`);
    expect(readLine(line)).toMatchObject({ launcher: plain, host: 'gemini' });
  });
});

describe('what git does to line ends', () => {
  test('makes no runner stale, and is asked not to', async () => {
    const p = project({ ...guardFiles });
    const convert = ['convert', 'cursor', 'gemini', '--write'];
    expect((await p.anyhook(...convert)).code).toBe(0);
    expect(p.get('.anyhook/.gitattributes')).toBe('* -text\n');
    p.put('.anyhook/run.cjs', p.get('.anyhook/run.cjs').replaceAll('\n', '\r\n'));
    const { stdout } = await p.anyhook(...convert);
    expect(stdout).toContain('Up to date');
    expect(p.get('.anyhook/run.cjs')).toContain('\r\n');
    const line = String(
      commands(p.json('.gemini/settings.json')).find((one) => one.includes('guard.sh')),
    );
    const payload = {
      hook_event_name: 'BeforeTool',
      session_id: 's',
      transcript_path: '',
      cwd: p.dir,
    };
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'rm -rf x' } };
    const said = await p.fires(line, { ...payload, timestamp: '', ...call }, 'bash');
    expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny' });
    expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
    expect(p.has('.anyhook')).toBe(false);
  });

  test('what a person made of it stays', async () => {
    const p = project({ ...guardFiles, '.anyhook/.gitattributes': '* text\n' });
    expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
    expect(p.get('.anyhook/.gitattributes')).toBe('* text\n');
    expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
    expect(p.get('.anyhook/.gitattributes')).toBe('* text\n');
  });
});
