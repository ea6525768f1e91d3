import { makeCodec } from '../../mapping/fields.ts';
import { belowProject, type SettingsTable } from '../../mapping/settings.ts';
import { pi } from './index.ts';
import { printPluginCode } from './plugin-code.ts';
import { presence } from './presence.ts';

/** The extension that anyhook writes, with the hooks of each event as data. */
export const settings: SettingsTable = {
  otherNames: ['pi-coding-agent', 'pi-agent'],
  files: { own: { project: pi.hooksIn, user: '.pi/agent/extensions/anyhook.js' } },
  syntax: { layout: 'flat', plugin: { code: printPluginCode } },
  entry: {
    fields: {
      command: 'command',
      onFailure: {
        at: 'failClosed',
        codec: makeCodec(
          (value) => (value === true ? 'block' : undefined),
          (value) => (value === 'block' ? true : undefined),
        ),
      },
    },
    constants: {},
  },
  group: {},
  activation: {
    required: {},
    nextStep: {
      project:
        'Trust the folder (start pi in it and answer, or give --approve): without trust, -p, json and rpc skip the hooks of a project silently.',
      user: 'Restart the session, or type /reload.',
    },
  },
  validation: { timeoutRange: [500, 3_600_000] },
  commandLine: { substitutesVariables: false, failureAnsweredBy: 'host' },
  firing: {
    writtenEvents: {
      prompt: [{ native: 'input' }], // `before_agent_start` is fired for the same prompt
      stop: [{ native: 'agent_before_settle' }], // `agent_settled` is fired for the same stop
      'before-tool': [{ native: 'tool_call' }], // no other agent has hooks for what the person types after `!`
    },
    absentTools: ['delete'],
    gaps: [
      belowProject,
      {
        scope: 'project',
        what: 'in a folder that the person has not trusted, -p, --mode json and --mode rpc skip the hooks of the project silently',
      },
      { what: 'with --no-extensions no hook is started' },
      { events: ['stop'], what: 'no stop hook is started after the person has broken a run off' },
      { events: ['before-tool'], what: 'what @file puts into a prompt is no call of a tool' },
      {
        events: ['before-tool'],
        what: 'commands that the person types after `!` are no call of a tool',
      },
      {
        events: ['after-tool'],
        what: 'a call of an unknown tool or with invalid arguments fires no event',
      },
      {
        events: ['stop'],
        what: 'before 0.74 (@mariozechner/pi-coding-agent) no event can go on at a stop',
      },
    ],
  },
  presence,
};
