import { matcher } from '../../src/mapping/codecs.ts';
import { defineAdapter } from '../../src/mapping/index.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { plain, usual } from './common.ts';

/** A hook has a line for each operating system; its files stand side by side in a folder. */
export const adapter = defineAdapter({
  ...usual,
  id: 'systems',
  title: 'Systems',
  hooksIn: '.systems/hooks/anyhook.json',
});

const defaults = plain(adapter.hooksIn);

export const settings: SettingsTable = {
  ...defaults,
  files: {
    ...defaults.files,
    additional: { project: ['.systems/hooks/*.json'] },
  },
  syntax: {
    ...defaults.syntax,
    layout: 'flat',
  },
  entry: {
    ...defaults.entry,
    fields: { command: 'command', matcher },
    commandKeys: {
      linux: ['bash', 'command'],
      macos: ['bash', 'command'],
      windows: ['powershell', 'command'],
    },
  },
  group: {},
  activation: {
    ...defaults.activation,
    required: { version: 1 },
  },
};
