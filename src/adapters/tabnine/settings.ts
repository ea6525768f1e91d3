import type { SettingsTable } from '../../mapping/settings.ts';
import { settings as parent } from '../gemini/settings.ts';
import { tabnine } from './index.ts';
import { presence } from './presence.ts';
import { unheardAnswers } from './unheard.ts';

/** The hooks in `.tabnine/agent/settings.json`, from the vendor's docs. */
export const settings: SettingsTable = {
  ...parent,
  otherNames: ['tabnine-agent'],
  files: {
    ...parent.files,
    own: { project: tabnine.hooksIn, user: tabnine.hooksIn },
  },
  commandLine: {
    ...parent.commandLine,
    // Not documented. Gemini CLI ignores exit code 2 without a text, 0.61.0.
    exitCodeNeedsStderr: true,
  },
  firing: {
    ...parent.firing,
    gaps: [],
    sequentialEvents: { BeforeTool: 'unproved', BeforeAgent: 'unproved', BeforeModel: 'unproved' },
  },
  unheardAnswers,
  presence,
};
