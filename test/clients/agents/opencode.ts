// OpenCode, `opencode run`. It has no hook commands: its hooks are the entries of the plugin that anyhook generates.
import { join } from 'node:path';
import { notes } from '../notes.ts';
import { write } from '../workspace.ts';
import { chat } from './chat.ts';
import type { Client, Place } from './client.ts';
import { installBridge, pluginWith } from './plugin.ts';
import { dialects } from './words.ts';

/** The program of this machine, which the package starts. */
const program = (modules: string): string =>
  join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`);

/** Settings of the person, in which the only model is that of the test. */
export const settingsOf = (place: Place) => ({
  autoupdate: false,
  share: 'disabled',
  snapshot: false,
  // It would ask about a command in another folder, and end the turn since nobody answers.
  permission: { external_directory: 'allow' },
  model: 'mock/mock',
  small_model: 'mock/mock',
  enabled_providers: ['mock'],
  provider: {
    mock: {
      npm: '@ai-sdk/openai-compatible',
      name: 'mock',
      options: { baseURL: `${place.url}/v1`, apiKey: 'not-a-key' },
      models: {
        mock: { name: 'mock', tool_call: true, limit: { context: 100_000, output: 4000 } },
      },
    },
  },
  ...(place.notes && {
    mcp: Object.fromEntries(
      Object.entries(notes(place)).map(([name, { command, args }]) => [
        name,
        { type: 'local', command: [command, ...args], enabled: true },
      ]),
    ),
  }),
});

/** The folders and the variables of a run that asks no address but the model's. */
export const environmentOf = ({ home, url }: Place): Record<string, string> => ({
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_DATA_HOME: join(home, '.local/share'),
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_STATE_HOME: join(home, '.local/state'),
  // At the start it asks for the types of its plugins. A run does without them.
  npm_config_registry: url,
  npm_config_fetch_retries: '0',
});

export const opencode: Client = {
  title: 'OpenCode',
  program: 'bridge.cjs',
  exitCodeOfRefusedPrompt: 1,
  exitCodeOfEndedTurn: 1,
  protocol: chat,
  events: dialects.opencode.events,
  calls: {
    shell: (command) => ({ name: 'bash', args: { command, description: 'A command' } }),
    read: (filePath) => ({ name: 'read', args: { filePath } }),
    write: (filePath, content) => ({ name: 'write', args: { filePath, content } }),
    note: (text) => ({ name: 'my-notes_write_note', args: { text } }),
  },
  fixtures: [
    'tool.execute.before-bash',
    'tool.execute.before-my-server_say_hi',
    'tool.execute.before-read',
  ],
  settings: ['.opencode/plugin/anyhook.js', pluginWith('opencode')],
  install: installBridge,
  delegate: (prompt) => [
    {
      calls: [{ name: 'task', args: { description: 'A task', prompt, subagent_type: 'general' } }],
    },
  ],
  prepare(place) {
    write(join(place.home, '.config/opencode/opencode.json'), settingsOf(place));
  },
  launch(place, prompt) {
    const command = [
      program(place.modules),
      'run',
      '--format',
      'json',
      '--title',
      'A task',
      prompt,
    ];
    const off = ['AUTOUPDATE', 'DEFAULT_PLUGINS', 'LSP_DOWNLOAD', 'MODELS_FETCH', 'SHARE'];
    const switches = off.map((name) => [`OPENCODE_DISABLE_${name}`, '1']);
    return { command, env: { ...environmentOf(place), ...Object.fromEntries(switches) } };
  },
};
