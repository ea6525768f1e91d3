import { matcher, positive } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { claude } from './index.ts';

/** Seconds, fractions allowed. */
const timeout = {
  at: 'timeout',
  codec: codec(
    (value) => (positive(value) ? Math.round(value * 1e6) / 1e3 : undefined),
    (value) => Math.round(value as number) / 1000,
  ),
} as const;

/** `.claude/settings.json`, 2.1.330. */
export const settings: SettingsTable = {
  file: { project: claude.hooksIn, user: claude.hooksIn },
  beside: { project: ['.claude/settings.local.json'] },
  format: 'grouped',
  entry: {
    command: 'command',
    timeout,
    onFailure: { at: 'onFailure', words: { block: 'block' } },
  },
  group: { matcher },
  always: { type: 'command' },
  needs: {},
  plain: true,
  plausible: [500, 3_600_000],
  substitutes: false,
  windowsShell: 'Git Bash or PowerShell',
  closes: 'line',
  routes: { 'after-tool': [{ native: 'PostToolUse' }, { native: 'PostToolUseFailure' }] },
  nextStep: {
    project: 'Trust the folder; /hooks lists what is loaded.',
    user: '/hooks lists what is loaded.',
  },
};
