import { isNonNegative, matcher } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { belowProject, type HookReference, type SettingsTable } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { gemini } from './index.ts';
import { presence } from './presence.ts';

/** The row for a time limit in milliseconds. A string that holds a number works as well, 0.61.0. */
const milliseconds = {
  at: 'timeout',
  codec: makeCodec((value) => {
    const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
    return isNonNegative(number) ? number : undefined;
  }),
} as const;

const textIfAny = makeCodec((value) => (value === '' ? undefined : value));

/**
 * Reads environment variables. Values of other kinds become texts. `__proto__` is left out, since setting it in
 * an object adds no key.
 */
const variables = makeCodec((value) => {
  const entries = Object.entries(isObject(value) ? value : {}).filter(
    ([name]) => name !== '__proto__',
  );
  return entries.length
    ? Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    : undefined;
});

/** The keys of an entry that Gemini CLI and all of its forks know. */
export const familyEntry = {
  command: 'command',
  name: { at: 'name', codec: textIfAny },
  description: { at: 'description', codec: textIfAny },
  timeout: milliseconds,
} as const;

/**
 * What Gemini CLI puts into the hooks of an extension beside `${extensionPath}`, 0.61.0. Each of its forks sets the
 * variable of the project that stands here.
 */
export const pluginTexts = {
  '${workspacePath}': '$' + '{CLAUDE_PROJECT_DIR}',
  '${/}': '/',
  '${pathSeparator}': '/',
};

/** Tells whether a list of disabled hooks contains a hook: its name, or its command if it has no name. */
export const isDisabledBy = (list: unknown, hook: HookReference): boolean =>
  Array.isArray(list) && list.includes(hook.name ?? hook.command);

/** The hooks in `.gemini/settings.json`, as measured with 0.61.0. */
export const settings: SettingsTable = {
  otherNames: ['google-gemini', 'google-gemini-cli', 'gemini-code'],
  files: {
    own: { project: gemini.hooksIn, user: gemini.hooksIn },
    pluginFile: 'hooks/hooks.json', // 0.61.0
  },
  syntax: {
    layout: 'grouped',
    // The client exits with code 52, 0.61.0.
    strictJson: { severity: 'dead', effect: 'no session of its agent starts with such a file' },
  },
  entry: {
    fields: {
      ...familyEntry,
      env: { at: 'env', codec: variables },
    },
    constants: { type: 'command' },
    otherConstants: { type: ['plugin'] }, // an entry of type `plugin` runs as a command, 0.61.0
    droppedTypes: ['prompt', 'http'], // the client prints a warning on stderr, 0.61.0
  },
  group: { matcher, sequential: 'sequential' },
  activation: {
    required: {},
    switchedOffPath: ['hooksConfig', 'disabled'], // with its name, or its command if it has no name, 0.61.0
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
    pluginTexts,
    substitutesVariables: true,
    windowsShell: 'PowerShell',
    failureAnsweredBy: 'line',
  },
  firing: {
    // Read in `executeHooksSequential` of 0.61.0.
    sequentialEvents: { BeforeTool: true, BeforeAgent: true, BeforeModel: true },
    startsDuplicatesOnce: true, // it compares the name and the command line, 0.61.0
    absentTools: ['delete'],
    gaps: [
      {
        events: ['before-tool'],
        what: 'hooks of tools do not run for `@file` in a prompt, nor in ACP mode',
      },
      belowProject,
    ],
  },
  presence,
};
