import { defineAdapter, defineBinding } from '../../src/mapping/index.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { base, call, plain, usual } from './common.ts';
import { generated } from './generated.ts';

/** The agent asks plugins alone, within its own process: ours tells a runner what it is told. */
const program = (hooks: string): string => `// Made by anyhook, which writes it anew.
import { spawnSync } from 'node:child_process';

${hooks}

function ask(event, payload) {
  const input = JSON.stringify({ ...payload, hook_event_name: event });
  for (const { command } of hooks[event] ?? []) {
    const { status, stdout } = spawnSync(command, { shell: true, input, encoding: 'utf8' });
    const answer = status === 0 ? JSON.parse(stdout || '{}') : { decision: 'block' };
    if (answer.decision === 'block') throw new Error(answer.reason ?? 'the runner did not run');
  }
}

export const plugin = async ({ directory: cwd }) => ({
  'tool.before': async ({ tool, session }, { args }) =>
    ask('tool.before', { session_id: session, cwd, tool_name: tool, tool_input: args }),
});
`;

export const adapter = defineAdapter({
  ...usual,
  id: 'plugin',
  title: 'Plugin',
  hooksIn: '.plugin/plugins/anyhook.mjs',
  events: {
    'tool.before': defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'decision', words: { deny: 'block' } }, reason: 'reason' },
      neutralResponse: {},
    })),
  },
  recognises: ({ hook_event_name: native }) => (native === 'tool.before' ? 1 : 0),
});

const defaults = plain(adapter.hooksIn);

export const settings: SettingsTable = {
  ...defaults,
  syntax: {
    ...defaults.syntax,
    layout: 'flat',
    custom: generated(program),
  },
  entry: {
    ...defaults.entry,
    fields: { command: 'command' },
    constants: {},
  },
  group: {},
  commandLine: {
    ...defaults.commandLine,
    failureAnsweredBy: 'host',
  },
};
