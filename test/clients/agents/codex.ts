// Codex CLI, `codex exec`, with hooks that nobody has reviewed.
import { join } from 'node:path';
import { notes } from '../notes.ts';
import { write } from '../workspace.ts';
import { type Client, grouped } from './client.ts';
import { responses } from './responses.ts';
import { dialects } from './words.ts';

const text = JSON.stringify;
const agents = 'multi_agent_v1';

const patch = (path: string, content: string) => {
  const lines = content.replace(/\n$/, '').split('\n');
  return [
    '*** Begin Patch',
    `*** Add File: ${path}`,
    ...lines.map((line) => `+${line}`),
    '*** End Patch\n',
  ].join('\n');
};

export const codex: Client = {
  title: 'Codex CLI',
  exitCodeOfRefusedPrompt: 0,
  protocol: responses,
  events: dialects.codex.events,
  calls: {
    shell: (cmd) => ({ name: 'exec_command', args: { cmd } }),
    write: (path, content) => ({ name: 'apply_patch', args: patch(path, content) }),
    note: (said) => ({ name: 'write_note', namespace: 'mcp__my_notes', args: { text: said } }),
  },
  delegate: (message) => [
    { calls: [{ name: 'spawn_agent', namespace: agents, args: { message } }] },
    ({ results }) => {
      const [target = ''] = [...results.values()].join().match(/(?<="agent_id":")[^"]+/) ?? [];
      const args = { targets: [target], timeout_ms: 60_000 };
      return { calls: [{ name: 'wait_agent', namespace: agents, args }] };
    },
  ],
  fixtures: ['PreToolUse-Bash', 'PreToolUse-mcp__my_server__say_hi'],
  settings: ['.codex/hooks.json', grouped((seconds) => ({ timeout: Math.ceil(seconds) }))],
  prepare(place) {
    const servers = Object.entries(place.notes ? notes(place) : {});
    const lines = [
      'model = "gpt-5.5"',
      'model_provider = "mock"',
      'check_for_update_on_startup = false',
      '[model_providers.mock]',
      'name = "mock"',
      `base_url = ${text(`${place.url}/v1`)}`,
      'env_key = "MOCK_API_KEY"',
      'wire_api = "responses"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
      `[projects.${text(place.project)}]`,
      'trust_level = "trusted"',
      '[analytics]',
      'enabled = false',
      '[feedback]',
      'enabled = false',
      '[features]',
      'plugins = false', // it would look for new ones on GitHub
      'multi_agent = true',
      ...servers.flatMap(([name, { command, args }]) => [
        `[mcp_servers.${name}]`,
        `command = ${text(command)}`,
        `args = ${text(args)}`,
      ]),
    ];
    write(join(place.home, '.codex/config.toml'), `${lines.join('\n')}\n`);
  },
  resumed: ([program = '', exec = '', ...words]) => [program, exec, 'resume', '--last', ...words],
  launch({ modules, home }, prompt) {
    const command = [join(modules, '.bin/codex'), 'exec', '--json', '--skip-git-repo-check'];
    command.push('--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust');
    const env = { CODEX_HOME: join(home, '.codex'), MOCK_API_KEY: 'not-a-key' };
    return { command: [...command, prompt], env };
  },
};
