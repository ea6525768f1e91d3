import { makeCodec } from '../../mapping/fields.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { opencode } from './index.ts';
import { printPluginCode } from './plugin-code.ts';
import { presence } from './presence.ts';

/** The plugin that anyhook writes for OpenCode, as measured with 1.18.33. */
export const settings: SettingsTable = {
  otherNames: ['open-code', 'opencode-ai', 'sst-opencode'],
  files: {
    own: { project: opencode.hooksIn, user: '.config/opencode/plugin/anyhook.js' },
    // The name of an MCP tool does not tell where the name of the server ends.
    mcpServers: {
      key: 'mcp',
      file: { project: 'opencode.json', user: '.config/opencode/opencode.json' },
    },
  },
  syntax: {
    layout: 'flat',
    plugin: { code: (...paths) => printPluginCode(opencode.id, ...paths) },
  },
  entry: {
    fields: {
      command: 'command',
      // Read by the code of the plugin: it refuses if anyhook cannot run.
      onFailure: {
        at: 'failClosed',
        codec: makeCodec(
          (value) => (value ? 'block' : undefined),
          (value) => (value === 'block' ? true : undefined),
        ),
      },
    },
    constants: {},
  },
  group: {},
  activation: {
    required: {},
    nextStep: { project: 'Restart the session.', user: 'Restart the session.' },
  },
  validation: { timeoutRange: [500, 3_600_000] },
  commandLine: { substitutesVariables: false, failureAnsweredBy: 'host' },
  firing: {
    writtenEvents: { 'subagent-start': [{ native: 'chat.message.child' }] },
    absentTools: ['delete'],
    gaps: [
      { what: 'if it is started with --pure, it loads no plugins' },
      {
        events: ['before-tool'],
        what: 'it reads files that a person names with @ in a prompt without a hook, and runs a command that a person types after ! without one',
      },
      {
        events: ['after-tool'],
        what: 'it fires no hook after a tool that failed or was refused',
      },
      {
        events: ['permission'],
        what: 'its command `run` refuses what it would ask a person before a hook has answered',
      },
      {
        events: ['stop', 'subagent-stop'],
        what: 'hooks of the end of a turn do not run if a person or a hook has ended it',
      },
      {
        events: ['session-end'],
        what: 'the end is told once for the process, with its last session',
      },
    ],
  },
  presence,
};
