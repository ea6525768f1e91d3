import type { SettingsTable } from '../../mapping/settings.ts';
import { hookFiles } from './hook-files.ts';
import { cline } from './index.ts';
import { printPluginCode } from './plugin-code.ts';
import { presence } from './presence.ts';

/** The plugin that we write for Cline CLI 3.0.65, and its hook files, which are only read. */
export const settings: SettingsTable = {
  otherNames: ['cline-cli', 'claude-dev'],
  files: {
    own: { project: cline.hooksIn, user: cline.hooksIn },
    additional: {
      project: ['.cline/hooks/*', '.clinerules/hooks/*'],
      user: ['.cline/hooks/*', 'Documents/Cline/Hooks/*'],
    },
  },
  syntax: { layout: 'flat', plugin: { code: printPluginCode }, custom: hookFiles },
  entry: {
    fields: {
      command: 'command',
      onFailure: { at: 'failClosed', words: { block: true } },
    },
    constants: {},
  },
  group: {},
  activation: {
    required: {},
    nextStep: { project: 'Restart the session.', user: 'Restart the session.' },
  },
  validation: { timeoutRange: [500, 2250] },
  commandLine: {
    substitutesVariables: false,
    failureAnsweredBy: 'host',
  },
  firing: {
    writtenEvents: {
      'session-start': [{ native: 'sessionStart' }],
      prompt: [{ native: 'beforeRun' }],
      response: [{ native: 'afterModel' }],
      'before-tool': [{ native: 'beforeTool' }],
      'after-tool': [{ native: 'afterTool' }],
      stop: [{ native: 'afterRun' }],
      error: [{ native: 'runFailed' }],
      // Hook files alone have these events, and the client throws the output of such hooks away.
      'session-end': [],
      interrupt: [],
      compact: [],
    },
    gaps: [
      {
        events: ['before-tool', 'after-tool'],
        what: 'a file that a prompt names with @ is put into the prompt without a tool, and a tool that it does not have fires no hooks',
      },
      {
        events: ['subagent-start'],
        what: 'context for a sub-agent reaches the agent that starts it',
      },
      {
        events: ['before-tool', 'after-tool'],
        what: 'the name of an MCP tool of more than 64 characters is cut, so a matcher of its whole name does not meet it',
      },
      { events: ['stop'], what: 'no hook can make the agent go on at the end of a run' },
      {
        what: 'all hooks of one event together have 2.25 s, since the client ends the run if a plugin needs 3 s, which no setting changes',
      },
      {
        what: 'if loading its plugins takes more than 4 s, it runs without them (CLINE_PLUGIN_IMPORT_TIMEOUT_MS sets the limit)',
      },
    ],
  },
  presence,
};
