import { defineAdapter } from '../../src/mapping/index.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { plain, usual } from './common.ts';

/** Hooks stand in several files, which add up; what else the later one says holds. */
export const adapter = defineAdapter({
  ...usual,
  id: 'layers',
  title: 'Layers',
  hooksIn: '.layers/settings.json',
});

const defaults = plain(adapter.hooksIn);

export const settings: SettingsTable = {
  ...defaults,
  files: {
    ...defaults.files,
    additional: { project: ['.layers/settings.local.json'] },
  },
  activation: {
    ...defaults.activation,
    whyDisabled: ({ disableAllHooks }) =>
      disableAllHooks === true ? 'disableAllHooks is true' : undefined,
  },
};
