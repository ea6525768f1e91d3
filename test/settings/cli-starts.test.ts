// What `convert` says of hooks that one call starts more than once where they are converted to.
import { expect, test } from 'vitest';
import { cursorHooks, type Files, geminiHooks, guard, project } from './project.ts';

const scripts = { 'hooks/guard.sh': guard, 'hooks/log.sh': guard };
const cursor = {
  ...scripts,
  '.cursor/hooks.json': cursorHooks({ preToolUse: [{ command: 'hooks/guard.sh' }] }),
};
const gemini = (matcher?: string) => ({
  ...scripts,
  '.gemini/settings.json': geminiHooks({
    BeforeTool: [{ command: 'hooks/guard.sh', ...(matcher === undefined ? {} : { matcher }) }],
  }),
});

/** The note of a report, on one line. */
async function noteOf(files: Files, ...args: string[]): Promise<string | undefined> {
  const { stdout } = await project(files).anyhook('convert', ...args, '-v');
  const notes = /^Good to know:\n((?: {2}.*\n)*)/m.exec(stdout)?.[1] ?? '';
  for (const line of notes.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  const text = notes.replace(/\s+/g, ' ').trim();
  return /#\d+ \S+ in [\w ]+: some calls.*?(?= #\d| On Windows|$)/.exec(text)?.[0];
}

test('convert says which calls start a hook more than once, why, and which hook that is', async () => {
  expect(await noteOf(cursor, 'cursor', 'gemini')).toBe(
    '#1 guard.sh in Gemini CLI: some calls start it more than once: for the Read before a change ' +
      '(write_file, replace); for each file, address or change (read_many_files)',
  );
  expect(await noteOf(gemini(), 'gemini', 'codex')).toBe(
    '#1 guard.sh in Codex CLI: some calls start it more than once: for each file, address or ' +
      'change (apply_patch); for each server that the name may mean, up to a refusal ' +
      '(tools of MCP servers)',
  );
});

test('convert says that Cursor starts a hook for the Read that it makes before a change', async () => {
  expect(await noteOf(gemini(), 'gemini', 'cursor')).toMatch(
    /: for the Read before a change \(Write, .*; for each file, address or change \(ApplyPatch\)/,
  );
  expect(await noteOf(gemini('write_file'), 'gemini', 'cursor')).not.toContain('Read');
});

test('convert counts the starts for MCP servers that the settings of the host name, as its lines have them', async () => {
  const said = async (name: string, to: string, servers: Files, matcher?: string) =>
    /for each (\w+) that the name/.exec(
      (await noteOf({ ...gemini(matcher), ...servers }, name, to, ...user(servers))) ?? '',
    )?.[1];
  const user = (files: Files) =>
    Object.keys(files).some((path) => path.startsWith('~')) ? ['--scope', 'user'] : [];
  const toml = (...names: string[]) => ({
    '.codex/config.toml': names.map((name) => `[mcp_servers.${name}]\ncommand = "x"\n`).join('\n'),
  });
  expect(await said('gemini', 'codex', {})).toBe('server');
  // Codex CLI makes `_` of each dash: of the server, which is known, and of the tool.
  expect(await said('gemini', 'codex', toml('my-db'))).toBe('tool');
  expect(await said('gemini', 'codex', toml('notes'))).toBe('tool');
  // Copilot CLI joins both by a dash: whose tool it is tells which it is.
  const copilot = (...names: string[]) => ({
    '~/.gemini/settings.json': gemini()['.gemini/settings.json'],
    '~/.copilot/mcp-config.json': {
      mcpServers: Object.fromEntries(names.map((name) => [name, {}])),
    },
  });
  expect(await said('gemini', 'copilot', copilot())).toBe('server');
  expect(await said('gemini', 'copilot', copilot('my-db', 'notes'))).toBeUndefined();
});

test('convert says that a guard that compares paths is started for each wording of one', async () => {
  const script = `#!/bin/sh\np=$(jq -r .tool_input.file_path)\n[ "$p" != secrets/key ] || exit 2\n`;
  const note = await noteOf({ ...gemini(), 'hooks/guard.sh': script }, 'gemini', 'codex');
  expect(note).toContain('for each wording of a path or an address, up to a refusal');
  expect(await noteOf(gemini(), 'gemini', 'codex')).not.toContain('wording');
});

test('convert --json has the same by hook, and nothing for a hook that is started once', async () => {
  const hookOf = async (files: Files, ...args: string[]) => {
    const said = await project(files).anyhook('convert', ...args, '--json');
    return JSON.parse(said.stdout).hooks[0];
  };
  expect(await hookOf(gemini(), 'gemini', 'codex')).toMatchObject({
    starts: [
      { why: 'several', tools: ['apply_patch'] },
      { why: 'name', tools: [] },
    ],
  });
  expect(await hookOf(gemini(), 'gemini', 'qwen')).not.toHaveProperty('starts');
});

test('convert says nothing of starts where its matcher, its agent or its owner leaves one', async () => {
  expect(await noteOf(gemini('run_shell_command'), 'gemini', 'codex')).toBeUndefined();
  expect(await noteOf(gemini(), 'gemini', 'claude')).toBeUndefined();
  expect(await noteOf(cursor, 'cursor', 'qwen')).toBeDefined();
  expect(
    await noteOf(cursor, 'cursor', 'qwen', '--guards-nothing', 'hooks/guard.sh'),
  ).toBeUndefined();
});
