// Variables that an agent's own settings hold, and whether its hooks have them.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsTables } from '../../../src/adapters/settings.ts';
import { clients, hosts, session } from './index.ts';

const line = `printf '%s' "$TEAM_TOKEN" > "$TEAM_FILE"`;

/** Adds a key to a file of settings. */
function add(path: string, more: object): void {
  const said = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  writeFileSync(path, JSON.stringify({ ...said, ...more }));
}

/** What the hooks and the shell of an agent have of its settings, as was seen. */
const given: Record<string, [hook: string, shell: string]> = {
  claude: ['blue', '[blue]'],
  qwen: ['blue', '[blue]'],
  // Its policy for variables is for the commands of the model alone.
  codex: ['', '[blue]'],
  copilot: ['', '[]'],
  gemini: ['', '[]'],
};

test.each(
  hosts.filter((id) => given[id]),
)('A hook of %s has the variables of its settings where its table says so, and there alone', async (id) => {
  const [file] = clients[id].settings;
  const run = await session(id, {
    hooks: { before: [{ line }] },
    env: { TEAM_FILE: 'seen.txt' },
    prepare: ({ project, home }) => {
      if (id === 'codex') {
        const config = join(home, '.codex/config.toml');
        appendFileSync(config, '\n[shell_environment_policy.set]\nTEAM_TOKEN = "blue"\n');
      } else if (id === 'copilot')
        add(join(home, '.copilot/config.json'), { env: { TEAM_TOKEN: 'blue' } });
      else add(join(project, file), { env: { TEAM_TOKEN: 'blue' } });
    },
    turns: [{ calls: [clients[id].calls.shell('echo "[$TEAM_TOKEN]" > shell.txt')] }],
  });
  expect(run.exitCode).toBe(0);
  expect([run.file('seen.txt'), run.file('shell.txt')?.trim()]).toEqual(given[id]);
  const { variablesPath: variables } = settingsTables[id].commandLine;
  expect(variables !== undefined, 'as its table says').toBe(given[id]?.[0] === 'blue');
});
