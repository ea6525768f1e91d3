import type { SettingsTable } from '../../mapping/settings.ts';
import { settings as parent } from '../gemini/settings.ts';
import { tabnine } from './index.ts';

/** `.tabnine/agent/settings.json`, from the vendor's pages. */
export const settings: SettingsTable = {
  ...parent,
  files: {
    ...parent.files,
    own: { project: tabnine.hooksIn, user: tabnine.hooksIn },
  },
  commandLine: {
    ...parent.commandLine,
    exitCodeNeedsStderr: true, // its pages say nothing of it, and upstream ignores such an exit, 0.61.0
  },
  firing: {
    ...parent.firing,
    gaps: [],
    sequentialEvents: { BeforeTool: 'unproved', BeforeAgent: 'unproved', BeforeModel: 'unproved' },
  },
};
