import { httpHookFields, isNonNegative, matcher } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { belowProject, type SettingsTable } from '../../mapping/settings.ts';
import { familyEntry, settings as parent, pluginTexts } from '../gemini/settings.ts';
import { qwen } from './index.ts';
import { presence } from './presence.ts';

/** The row for the time limit of a command, in seconds if it is below 1000, otherwise in milliseconds, 0.24.4. */
const timeout = {
  at: 'timeout',
  codec: makeCodec(
    (value) => {
      const number = typeof value === 'string' && value.trim() ? Number(value) : value;
      if (!isNonNegative(number) || number === 0) return undefined;
      return number >= 1000 ? number : number * 1000;
    },
    (value) => {
      const seconds = (value as number) / 1000;
      return seconds < 1000 ? seconds : value;
    },
  ),
} as const;

/** The row for the time limit of an HTTP hook, which is always in seconds, 0.24.4. */
const seconds = {
  at: 'timeout',
  codec: makeCodec(
    (value) => (isNonNegative(value) && value > 0 ? value * 1000 : undefined),
    (value) => (value as number) / 1000,
  ),
} as const;

/** The hooks in `.qwen/settings.json`, as measured with 0.24.4. */
export const settings: SettingsTable = {
  otherNames: ['qwen-cli', 'qwen-coder', 'qwencode'],
  files: {
    own: { project: qwen.hooksIn, user: qwen.hooksIn },
    pluginFile: 'hooks/hooks.json', // as in Gemini CLI, its parent; not measured
  },
  syntax: { layout: 'grouped' },
  entry: {
    fields: { ...parent.entry.fields, timeout },
    constants: { type: 'command' },
    handlerOf: ({ type }) => (type === 'prompt' ? { kind: 'model' } : undefined),
    http: {
      fields: {
        ...httpHookFields,
        name: familyEntry.name,
        description: familyEntry.description,
        timeout: seconds,
      },
      constants: { type: 'http' },
      whyNeverSent: (_, url) =>
        /^https?:\/\/(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i.test(url)
          ? 'an address of a private network is not asked'
          : undefined,
    },
  },
  group: { matcher, sequential: 'sequential' },
  activation: {
    required: {},
    whyDisabled: ({ disableAllHooks }) =>
      disableAllHooks === true ? 'disableAllHooks is true' : undefined,
    nextStep: { project: 'Restart the session.', user: 'Restart the session.' },
  },
  validation: {
    subjectValues: {
      SessionStart: ['startup', 'resume', 'clear', 'compact'],
      PreCompact: ['auto', 'manual'],
      PostCompact: ['auto', 'manual'],
    },
    timeoutRange: [500, 3_600_000],
  },
  commandLine: {
    variablesPath: ['env'], // 0.24.4
    pluginTexts,
    substitutesVariables: true,
    windowsShell: 'PowerShell',
    failureAnsweredBy: 'line',
    // A later `allow` erases a refusal by exit code, except at events where `decision: block` refuses, 0.24.4.
    exitCodeOverridable: true,
  },
  firing: {
    absentTools: ['delete'],
    gaps: [
      {
        events: ['before-tool'],
        what: 'hooks of tools do not run for `@file` in a prompt, nor for a call that headless mode refuses because it cannot ask',
      },
      belowProject,
    ],
  },
  presence,
};
