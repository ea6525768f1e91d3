import type { SettingsTable } from '../../mapping/settings.ts';
import { printPluginCode } from '../opencode/plugin-code.ts';
import { settings as parent } from '../opencode/settings.ts';
import { kilo } from './index.ts';
import { presence } from './presence.ts';

/** The plugin that anyhook writes for Kilo, as seen with 7.7.7. It does not load the plugins of OpenCode. */
export const settings: SettingsTable = {
  ...parent,
  otherNames: ['kilo-code', 'kilocode', 'kilo-cli'],
  files: {
    own: { project: kilo.hooksIn, user: '.config/kilo/plugins/anyhook.js' },
    mcpServers: { key: 'mcp', file: { project: 'kilo.json', user: '.config/kilo/kilo.json' } },
  },
  syntax: { layout: 'flat', plugin: { code: (...paths) => printPluginCode(kilo.id, ...paths) } },
  firing: {
    ...parent.firing,
    gaps: [
      ...(parent.firing.gaps ?? []),
      // In OpenCode, a prompt that is sent when the client disposes of the plugin is answered. Here it fails, 7.7.7.
      {
        events: ['stop'],
        what: 'its command `run` ends without going on, if a hook asks for that',
      },
    ],
  },
  presence,
};
