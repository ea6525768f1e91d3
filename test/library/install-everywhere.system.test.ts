/** Runs `examples/install-everywhere.mjs`, as the author of a tool would. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkSettings, hooksOf, readHooks, settingsFileOf } from '../../src/exports/settings.ts';
import { agentsWithOwnFile } from '../settings/agent-file.ts';

const example = new URL('../../examples/install-everywhere.mjs', import.meta.url).pathname;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Makes a project with files, and returns how to run the example in it. */
function makeProject(files: Record<string, string | Uint8Array> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-install-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const run = (...flags: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [example, folder, ...flags]);
    return { status, stdout: `${stdout}`, stderr: `${stderr}` };
  };
  const list = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => !one.isDirectory())
      .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
      .sort();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { folder, run, list, read };
}

const owner = 'mytool';
/** The others have a plugin in place of hook commands, and start nothing by themselves. */
const agents = agentsWithOwnFile();
const fileOf = (agent: (typeof agents)[number]) =>
  settingsFileOf(agent, { scope: 'project', owner })?.file as string;

test('the example writes nothing without --write', () => {
  const { run, list } = makeProject();
  const { status, stdout, stderr } = run();
  expect([status, stderr]).toEqual([0, '']);
  for (const agent of agents)
    expect(stdout).toContain(`${agent}: ${fileOf(agent)} would be written. `);
  expect(list()).toEqual([]);
});

test('the example installs the hooks in every agent once, and removes them', () => {
  const { run, list, read } = makeProject();
  expect(run('--write').status).toBe(0);
  expect(list()).toEqual(agents.map(fileOf).sort());
  for (const agent of agents) {
    const text = read(fileOf(agent));
    const commands = hooksOf(agent, text, { owner }).map(({ command }) => command);
    expect([agent, commands]).toEqual([agent, ['mytool hook', 'mytool log']]);
    expect(checkSettings(agent, readHooks(agent, text, fileOf(agent)))).toEqual([]);
  }
  const files = list().map(read);
  expect(run('--write').stdout).toContain('claude: .claude/settings.json stays as it is');
  expect(list().map(read)).toEqual(files);
  expect(run('--write', '--remove').stdout).toContain('claude: .claude/settings.json is deleted');
  expect(list()).toEqual([]);
});

test('the example leaves the settings of a person as they are, and a file that it cannot read', () => {
  const settings = '\ufeff// mine\r\n{ "theme": "dark" }\r\n';
  const latin = Uint8Array.from([...Buffer.from('{"a": "'), 0xe9, ...Buffer.from('"}')]);
  const { folder, run, read } = makeProject({
    'dotfiles/gemini.json': settings,
    '.qwen/settings.json': latin,
    '.cursor/hooks.json': '{"hooks": ',
  });
  mkdirSync(join(folder, '.gemini'));
  symlinkSync('../dotfiles/gemini.json', join(folder, '.gemini/settings.json'));
  chmodSync(join(folder, 'dotfiles/gemini.json'), 0o600);
  const { status, stderr } = run('--write');
  expect(status).toBe(1);
  expect(stderr.split('\n')).toEqual([
    'cursor: .cursor/hooks.json:1:11: expected a value',
    expect.stringMatching(/^qwen: .*utf-8/),
    '',
  ]);
  expect(read('.gemini/settings.json')).toContain('mytool hook');
  expect(lstatSync(join(folder, '.gemini/settings.json')).isSymbolicLink()).toBe(true);
  expect(statSync(join(folder, 'dotfiles/gemini.json')).mode & 0o777).toBe(0o600);
  expect(read('.cursor/hooks.json')).toBe('{"hooks": ');
  expect(readFileSync(join(folder, '.qwen/settings.json'))).toEqual(Buffer.from(latin));
  run('--write', '--remove');
  expect(read('dotfiles/gemini.json')).toBe(settings);
  expect(existsSync(join(folder, '.claude/settings.json'))).toBe(false);
});
