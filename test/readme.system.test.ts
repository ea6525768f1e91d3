import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { generatedPages } from '../scripts/support.ts';
import { bin } from './faults/run.ts';

const root = new URL('..', import.meta.url).pathname;
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const shimPage = readFileSync(join(root, 'docs/shim.md'), 'utf8');
const blocks = [...shimPage.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
  JSON.parse(text as string),
);

const project = mkdtempSync(join(tmpdir(), 'anyhook-readme-'));
mkdirSync(join(project, '.cursor/hooks'), { recursive: true });
mkdirSync(join(project, 'hooks'));
copyFileSync(join(root, 'examples/cursor-guard.sh'), join(project, '.cursor/hooks/guard.sh'));
copyFileSync(join(root, 'examples/gemini-guard.mjs'), join(project, 'hooks/no-secrets.mjs'));
afterAll(() => rmSync(project, { recursive: true }));

const run = (command: string, payload: object) => {
  const line = command.replace(
    /^anyhook/,
    `'${process.execPath}' '${join(root, 'dist/anyhook.cjs')}'`,
  );
  const ran = spawnSync('bash', ['-c', line], { cwd: project, input: JSON.stringify(payload) });
  return JSON.parse(ran.stdout.toString());
};

it('every relative link of the README leads to a file of the npm package', () => {
  const pack = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(pack.stdout) as [{ files: { path: string }[] }];
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
    ([, path]) => path as string,
  );
  expect(links.length).toBeGreaterThan(10);
  const isThere = (link: string) =>
    files.some(({ path }) => path === link || path.startsWith(`${link}/`));
  expect(links.filter((link) => !isThere(link))).toEqual([]);
});

it.each(
  Object.entries(generatedPages),
)('the tables and the transcripts of %s are what the code prints now', (file, generate) => {
  const page = readFileSync(join(root, file), 'utf8');
  expect(generate(page)).toBe(page);
});

it('the Cursor guard of docs/shim.md refuses one command of Gemini CLI and lets another run', () => {
  const { command } = blocks[0].hooks.BeforeTool[0].hooks[0];
  const call = (text: string) => ({
    session_id: 's',
    transcript_path: '',
    cwd: project,
    hook_event_name: 'BeforeTool',
    timestamp: '2026-11-21T10:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command: text },
  });
  expect(run(command, call('rm -rf build'))).toMatchObject({ decision: 'deny' });
  expect(run(command, call('npm test'))).toEqual({});
});

it('the Gemini guard of docs/shim.md refuses one write of Cursor and lets another run', () => {
  const { command } = blocks[1].hooks.preToolUse[0];
  const write = (content: string) => ({
    conversation_id: 'c',
    tool_name: 'Write',
    tool_input: { file_path: join(project, 'a.ts'), content },
    hook_event_name: 'preToolUse',
    cursor_version: '3.22.7',
    workspace_roots: [project],
  });
  expect(run(command, write('sk-1234567890'))).toMatchObject({ permission: 'deny' });
  expect(run(command, write('fine'))).toEqual({});
});

it('the library example of the README compiles in strict mode and runs with the installed package', () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const program = `import type { Event, Outcome } from 'anyhook';
const stdin = process.argv[2] ?? '';
const judge = (event: Event): Outcome =>
  event.event === 'before-tool' && event.tool === 'shell'
    ? { decision: 'deny', reason: 'no ' + event.input.command }
    : {};
${example}process.stdout.write(answer(stdin).stdout);
`;
  const folder = dirname(dirname(dirname(dirname(bin()))));
  const file = join(folder, 'example.mts');
  writeFileSync(file, program);
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const checked = spawnSync(tsc, [...strict, ...types, file], { cwd: folder, encoding: 'utf8' });
  expect(checked.stdout).toBe('');
  const { code } = transformSync(program, { loader: 'ts' });
  writeFileSync(join(folder, 'example.mjs'), code);
  const payload = JSON.stringify({
    conversation_id: 'c',
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
    hook_event_name: 'preToolUse',
    cursor_version: '3.22.7',
    workspace_roots: [folder],
  });
  const ran = spawnSync(process.execPath, ['example.mjs', payload], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  const said = { permission: 'deny', user_message: 'no ls' };
  expect(JSON.parse(ran.stdout)).toMatchObject(said);
});
