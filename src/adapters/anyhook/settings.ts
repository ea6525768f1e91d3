import type { SettingsTable } from '../../mapping/settings.ts';
import { anyhook } from './index.ts';

/** `anyhook.yaml`: hooks that are written once and converted to other agents. No agent reads it. */
export const settings: SettingsTable = {
  otherNames: ['anyhook.yaml', 'yaml', 'neutral', 'canonical'],
  files: { own: { project: anyhook.hooksIn, user: '.anyhook/anyhook.yaml' } },
  syntax: { layout: 'neutral' },
  entry: {
    fields: {},
    constants: {},
  },
  group: {},
  activation: {
    required: {},
    nextStep: { project: 'Run: anyhook sync', user: 'Convert it to each agent you use.' },
  },
  validation: { timeoutRange: [500, 3_600_000] },
  commandLine: {
    substitutesVariables: false,
    failureAnsweredBy: 'line',
  },
  firing: {},
};
