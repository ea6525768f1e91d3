// Cline CLI, `cline --json`. It has no hook commands in its settings: its hooks are the entries of the plugin that anyhook generates.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf } from '../../../src/settings/formats/index.ts';
import { notes } from '../notes.ts';
import { write } from '../workspace.ts';
import { chat } from './chat.ts';
import type { Client, Hook } from './client.ts';
import { dialects } from './words.ts';

const plugin = '.cline/plugins/anyhook.js';

/** The plugin with hooks that speak the client's own dialect. */
function pluginWith(hooks: Record<string, readonly Hook[]>): string {
  const lists = Object.entries(hooks).map(([event, all]) => ({
    path: ['hooks', event],
    remove: [],
    add: all.map(({ line }) => ({ command: line, failClosed: true })),
  }));
  return formatOf('cline').edit('cline', '', plugin, { lists });
}

export const cline: Client = {
  title: 'Cline',
  program: 'bridge.cjs',
  exitCodeOfRefusedPrompt: 1,
  exitCodeOfEndedTurn: 1,
  protocol: chat,
  events: dialects.cline.events, // sessionStart, beforeRun, beforeTool, afterTool, afterRun
  calls: {
    shell: (command) => ({ name: 'run_commands', args: { commands: [command] } }),
    read: (path) => ({ name: 'read_files', args: { files: [{ path }] } }),
    write: (path, content) => ({ name: 'editor', args: { path, new_text: content } }), // only for a file that is missing
    note: (text) => ({ name: 'my-notes__write_note', args: { text } }),
  },
  fixtures: ['beforeTool-run_commands', 'beforeTool-my-server__say_hi', 'beforeTool-editor'],
  settings: [plugin, pluginWith],
  delegate: (prompt) => [
    { calls: [{ name: 'spawn_agent', args: { systemPrompt: 'You help.', task: prompt } }] },
  ],
  // A call that was refused or that failed has no result but an error.
  readResult(sent) {
    const { error } = /^\{"error":".*"\}$/s.test(sent) ? JSON.parse(sent) : {};
    return typeof error === 'string' ? error : sent;
  },
  failingTurns: 3, // 3.0.65, whatever `--retries` says
  install(project) {
    const folder = join(project, '.anyhook');
    mkdirSync(folder, { recursive: true });
    for (const name of ['run.cjs', 'bridge.cjs'])
      cpSync(join(import.meta.dirname, '../../../dist', name), join(folder, name));
  },
  prepare(place) {
    const settings = join(place.home, '.cline/data/settings');
    write(join(settings, 'global-settings.json'), {
      telemetryOptOut: true,
      autoUpdateEnabled: false,
    });
    write(join(settings, 'providers.json'), {
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: {
            provider: 'openai-compatible',
            apiKey: 'not-a-key',
            model: 'mock',
            baseUrl: `${place.url}/v1`,
          },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    });
    if (place.notes) write(join(settings, 'cline_mcp_settings.json'), { mcpServers: notes(place) });
  },
  launch({ modules }, prompt) {
    const binary = join(modules, `@cline/cli-${process.platform}-${process.arch}/bin/cline`);
    // A prompt of one word is refused. `local`: no daemon is left behind.
    const command = [
      binary,
      '--json',
      '--auto-approve',
      'true',
      '-P',
      'openai-compatible',
      '-m',
      'mock',
      prompt,
    ];
    return {
      command,
      env: { CLINE_SESSION_BACKEND_MODE: 'local', CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '20000' },
    };
  },
};
