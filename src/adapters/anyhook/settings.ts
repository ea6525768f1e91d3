import type { SettingsTable } from '../../mapping/settings.ts';
import { anyhook } from './index.ts';

/** `anyhook.yaml`: hooks written once. Nothing runs it: it is converted from. */
export const settings: SettingsTable = {
  file: { project: anyhook.hooksIn, user: '.anyhook/anyhook.yaml' },
  format: 'yaml',
  entry: {},
  group: {},
  always: {},
  needs: {},
  plausible: [500, 3_600_000],
  substitutes: false,
  closes: 'line',
  nextStep: { project: 'Run: anyhook sync', user: 'Convert it to each agent you use.' },
};
