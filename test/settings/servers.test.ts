/** MCP servers that the settings of a host name, on the lines that are written for it. */
import { expect, test } from 'vitest';
import { readHooks } from '../../src/settings/formats/index.ts';
import { commands, geminiHooks, project } from './project.ts';

const toml = '[mcp_servers.my-db]\ncommand = "db"\n\n[mcp_servers.notes]\ncommand = "notes"\n';
const gemini = geminiHooks({ BeforeTool: [{ command: 'hooks/guard.sh' }] });
const files = { '.gemini/settings.json': gemini, 'hooks/guard.sh': '#!/bin/sh\ncat >/dev/null\n' };
const convert = (to: string, ...more: string[]) => [
  ...['convert', 'gemini', to, '--write', '--accept-loss', ...more],
];

test('the line of a guard names the servers of the project whose name tells whose a tool is', async () => {
  const p = project({ ...files, '.codex/config.toml': toml });
  await p.anyhook(...convert('codex'));
  const text = [
    p.has('.codex/hooks.json') ? p.get('.codex/hooks.json') : '',
    p.get('.codex/config.toml'),
  ].join('\n');
  // Codex makes one name of `my-db` and `my_db`; of `notes` there is one.
  expect(text).toContain(' --servers my-db ');
  const [file] = ['.codex/hooks.json', '.codex/config.toml'].filter(p.has);
  const back = readHooks('codex', p.get(file as string), file as string).hooks;
  expect(back.map(({ hook }) => hook.command)).toEqual(['hooks/guard.sh']);
  expect(JSON.stringify(back)).not.toContain('servers');
});

test('no line of a project names servers of the person, and none names any for an agent that tells them', async () => {
  const home = {
    '~/.codex/config.toml': toml,
    '~/.copilot/mcp-config.json': { mcpServers: { 'my-db': {} } },
  };
  const p = project({ ...files, ...home, '.cursor/mcp.json': { mcpServers: { 'my-db': {} } } });
  const texts: string[] = [];
  for (const to of ['codex', 'copilot', 'cursor']) await p.anyhook(...convert(to));
  for (const [path, text] of Object.entries(p.texts()))
    if (/hooks\.json|anyhook\.json|config\.toml/.test(path)) texts.push(text);
  expect(texts.length).toBeGreaterThanOrEqual(3);
  expect(texts.join('\n')).not.toContain('--servers');
});

test('a line for a person names the servers of the person', async () => {
  const p = project({
    '~/.gemini/settings.json': gemini,
    '~/.copilot/mcp-config.json': { mcpServers: { 'my-db': {}, 'a b': {} } },
  });
  await p.anyhook(...convert('copilot', '--scope', 'user'));
  const [line] = commands(p.json('~/.copilot/hooks/anyhook.json'));
  const text = line ?? p.get('~/.copilot/hooks/anyhook.json');
  expect(text).toContain('--servers my-db ');
});
