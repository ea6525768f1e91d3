import { isNonNegative, matcher } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { belowProject, type HookReference, type SettingsTable } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { gemini } from './index.ts';

/** In milliseconds. A number in a string works as well, 0.61.0. */
const milliseconds = {
  at: 'timeout',
  codec: makeCodec((value) => {
    const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
    return isNonNegative(number) ? number : undefined;
  }),
} as const;

const textIfAny = makeCodec((value) => (value === '' ? undefined : value));

/** Environment variables. Other values become texts. `__proto__` would not be set. */
const variables = makeCodec((value) => {
  const entries = Object.entries(isObject(value) ? value : {}).filter(([k]) => k !== '__proto__');
  return entries.length ? Object.fromEntries(entries.map(([k, v]) => [k, String(v)])) : undefined;
});

/** The keys of an entry that every client of the family knows. */
export const familyEntry = {
  command: 'command',
  name: { at: 'name', codec: textIfAny },
  description: { at: 'description', codec: textIfAny },
  timeout: milliseconds,
} as const;

/** Tells whether a list disables a hook by its name, or by its command if it has no name. */
export const isDisabledBy = (list: unknown, hook: HookReference): boolean =>
  Array.isArray(list) && list.includes(hook.name ?? hook.command);

/** `.gemini/settings.json` of 0.61.0. */
export const settings: SettingsTable = {
  files: { own: { project: gemini.hooksIn, user: gemini.hooksIn } },
  syntax: {
    layout: 'grouped',
    // Exit code 52, 0.61.0.
    strictJson: { severity: 'dead', effect: 'no session starts with such a file' },
  },
  entry: {
    fields: {
      ...familyEntry,
      env: { at: 'env', codec: variables },
    },
    constants: { type: 'command' },
    otherConstants: { type: ['plugin'] }, // an entry of type `plugin` runs as a command, 0.61.0
    droppedTypes: ['prompt', 'http'], // with a warning on stderr, 0.61.0
  },
  group: { matcher, sequential: 'sequential' },
  activation: {
    required: {},
    whyDisabled({ hooksConfig }, hook) {
      const config = (hooksConfig ?? {}) as Record<string, unknown>;
      if (config.enabled === false) return 'hooksConfig.enabled is false';
      return isDisabledBy(config.disabled, hook)
        ? 'it is listed in hooksConfig.disabled'
        : undefined;
    },
    nextStep: {
      project: 'Trust the folder and restart the session: hooks of an untrusted folder do not run.',
      user: 'Restart the session.',
    },
  },
  validation: {
    formerTools: ['save_memory'],
    subjectValues: {
      SessionStart: ['startup', 'resume', 'clear'],
      SessionEnd: ['exit', 'clear'], // the other documented reasons never occur, 0.61.0
      PreCompress: ['auto', 'manual'],
    },
    renamedKeys: {
      'hooks.enabled': 'hooksConfig.enabled',
      'hooks.disabled': 'hooksConfig.disabled',
    }, // since 0.26
    timeoutRange: [500, 3_600_000],
  },
  commandLine: {
    substitutesVariables: true,
    windowsShell: 'PowerShell',
    failureAnsweredBy: 'line',
  },
  firing: {
    // `executeHooksSequential`, 0.61.0.
    sequentialEvents: { BeforeTool: true, BeforeAgent: true, BeforeModel: true },
    startsDuplicatesOnce: true, // compares name and command line, 0.61.0
    gaps: [
      { events: ['before-tool'], what: '`@file` in a prompt and ACP mode fire no tool hooks' },
      belowProject,
    ],
  },
};
