// GitHub Copilot CLI, `copilot -p`, offline.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notes } from '../notes.ts';
import { write } from '../workspace.ts';
import { chat } from './chat.ts';
import type { Client } from './client.ts';
import { dialects } from './words.ts';

export const copilot: Client = {
  title: 'Copilot CLI',
  exitCodeOfRefusedPrompt: 1,
  protocol: chat,
  events: dialects.copilot.events,
  calls: {
    shell: (command) => ({ name: 'bash', args: { command, description: 'a command' } }),
    read: (path) => ({ name: 'view', args: { path } }),
    write: (path, file_text) => ({ name: 'create', args: { path, file_text } }),
    note: (text) => ({ name: 'my-notes-write_note', args: { text } }),
  },
  delegate: (prompt) => {
    const args = { description: 'a part', prompt, agent_type: 'general-purpose', name: 'helper' };
    return [{ calls: [{ name: 'task', args: { ...args, mode: 'sync' } }] }];
  },
  fixtures: ['preToolUse-bash', 'preToolUse-my-server-say_hi', 'preToolUse-view-range'],
  settings: [
    '.github/hooks/all.json',
    (hooks) => ({
      version: 1,
      hooks: Object.fromEntries(
        Object.entries(hooks).map(([event, all]) => [
          event,
          all.map(({ line, matcher, seconds }) => ({
            type: 'command',
            bash: line,
            ...(matcher === undefined ? {} : { matcher }),
            ...(seconds === undefined ? {} : { timeoutSec: seconds }),
          })),
        ]),
      ),
    }),
  ],
  prepare(place) {
    const servers = Object.entries(place.notes ? notes(place) : {});
    const mcpServers = servers.map(([name, { command, args }]) => [
      name,
      { type: 'local', command, args, tools: ['*'] },
    ]);
    write(join(place.home, '.copilot/mcp-config.json'), {
      mcpServers: Object.fromEntries(mcpServers),
    });
    // Its first start unpacks 235 MB there.
    const unpacked = join(place.modules, '../unpacked');
    mkdirSync(unpacked, { recursive: true });
    mkdirSync(join(place.home, '.cache'));
    symlinkSync(unpacked, join(place.home, '.cache/copilot'));
  },
  launch({ modules, url }, prompt) {
    const { platform, arch } = process;
    const command = [join(modules, `@github/copilot-${platform}-${arch}/copilot`), '-p', prompt];
    command.push('--allow-all-tools', '--allow-all-paths', '--allow-all-urls', '--trust-folder');
    command.push('--output-format', 'json', '--no-auto-update', '--disable-builtin-mcps');
    const env = {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'not-a-key',
      COPILOT_MODEL: 'claude-sonnet-4.5',
      COPILOT_AUTO_UPDATE: 'false',
    };
    return { command, env };
  },
};
