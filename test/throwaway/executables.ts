import { basename } from 'node:path';
import { defineAdapter, defineBinding } from '../../src/mapping/index.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { base, call, plain, usual } from './common.ts';
import { generated } from './generated.ts';

/** What an event of the agent's starts: every line in turn, until one refuses. */
const program = (hooks: string): string => `#!/usr/bin/env node
// Made by anyhook, which writes it anew.
const { spawnSync } = require('node:child_process');

${hooks}

const input = require('node:fs').readFileSync(0);
let said = '{}';
for (const { command } of Object.values(hooks).flat()) {
  const { status, stdout } = spawnSync(command, { shell: true, input, encoding: 'utf8' });
  const broken = { decision: 'block', reason: 'the runner did not run' };
  const answer = status === 0 ? JSON.parse(stdout || '{}') : broken;
  said = JSON.stringify(answer);
  if (answer.decision === 'block') break;
}
console.log(said);
`;

const { SessionStart } = usual.events;

/** Hooks are executables in a folder, each named after its event. */
export const adapter = defineAdapter({
  ...usual,
  id: 'executables',
  title: 'Executables',
  hooksIn: '.executables/hooks',
  events: {
    PreToolUse: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'decision', words: { deny: 'block' } }, reason: 'reason' },
      neutralResponse: {},
    })),
    SessionStart,
  },
});

const file = '.executables/hooks/<event>';

const defaults = plain(file);

export const settings: SettingsTable = {
  ...defaults,
  syntax: {
    ...defaults.syntax,
    layout: 'flat',
    // One that somebody else made is a hook, and stays one.
    custom: generated(program, (file) => ({ [basename(file)]: [{ command: file }] })),
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
