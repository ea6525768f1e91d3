import type { SettingsTable } from '../../mapping/settings.ts';
import { familyEntry, isDisabledBy, settings as parent } from '../gemini/settings.ts';
import { terminai } from './index.ts';
import { presence } from './presence.ts';
import { unheardAnswers } from './unheard.ts';

/** The hooks in `.terminai/settings.json`, as of 0.28.0. */
export const settings: SettingsTable = {
  ...parent,
  otherNames: ['terminai-cli', 'terminal-ai', 'termin-ai'],
  files: {
    ...parent.files,
    own: { project: terminai.hooksIn, user: terminai.hooksIn },
  },
  entry: {
    ...parent.entry,
    fields: familyEntry, // `env` is ignored, 0.28.0
    ignoredKeys: ['env'],
    otherConstants: {}, // an entry of type `plugin` fails when it is started
  },
  activation: {
    ...parent.activation,
    required: { 'tools.enableHooks': true }, // the default is false
    switchedOffPath: ['hooks', 'disabled'], // 0.28.0
    whyDisabled({ tools, hooks }, hook) {
      const { enableHooks, enableMessageBusIntegration: hasMessageBus } = (tools ?? {}) as Record<
        string,
        unknown
      >;
      if (enableHooks !== true) return 'tools.enableHooks is not true';
      if (hasMessageBus === false) return 'tools.enableMessageBusIntegration is false';
      const { disabled } = (hooks ?? {}) as Record<string, unknown>;
      return isDisabledBy(disabled, hook) ? 'it is listed in hooks.disabled' : undefined;
    },
  },
  validation: {
    ...parent.validation,
    renamedKeys: {}, // `hooks.disabled` is still read, 0.28.0
  },
  firing: {
    ...parent.firing,
    absentTools: [], // `file_operations` deletes as well
    gaps: [
      {
        events: ['before-tool'],
        what: 'tools `ui.*` have arguments that hooks of other agents do not know',
      },
    ],
    sequentialEvents: { BeforeAgent: true, BeforeModel: true }, // `BeforeTool` is missing, since no hook can rewrite a call, 0.28.0
  },
  unheardAnswers,
  presence,
};
