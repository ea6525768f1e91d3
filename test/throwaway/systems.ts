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

export const settings: SettingsTable = {
  ...plain(adapter.hooksIn),
  format: 'flat',
  entry: { command: 'command', matcher },
  group: {},
  beside: { project: ['.systems/hooks/*.json'] },
  needs: { version: 1 },
  lines: {
    linux: ['bash', 'command'],
    macos: ['bash', 'command'],
    windows: ['powershell', 'command'],
  },
};
