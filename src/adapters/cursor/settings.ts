import { isNonNegative, matcher, seconds } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { cursor } from './index.ts';
import { loadedFiles } from './own-hooks.ts';
import { presence } from './presence.ts';
import { unheardAnswers } from './unheard.ts';

/** The file `.cursor/hooks.json`, as of autumn 2026. */
export const settings: SettingsTable = {
  otherNames: ['cursor-agent', 'cursor-cli', 'cursor-ide'],
  files: {
    own: { project: cursor.hooksIn, user: cursor.hooksIn },
    pluginFile: 'hooks/hooks.json', // documented, and seen in a recording
    alsoLoaded: {
      project: loadedFiles,
      user: ['.claude/settings.json'],
    },
    // A shell command is told to them as `preToolUse` alone, 3.22.7.
    alsoLoadedEvents: {
      PreToolUse: 'preToolUse',
      PostToolUse: 'postToolUse',
      UserPromptSubmit: 'beforeSubmitPrompt',
      Stop: 'stop',
      SubagentStop: 'subagentStop',
      SessionStart: 'sessionStart',
      SessionEnd: 'sessionEnd',
      PreCompact: 'preCompact',
    },
    alsoLoadedEffect:
      'its scripts then get what Cursor sends; to load that file no more: Settings > Agents > Third-Party Imports',
  },
  syntax: {
    layout: 'flat',
    comments: 'may-fail',
    strictJson: { severity: 'odd', effect: 'its agent may not read such a file' },
  },
  entry: {
    fields: {
      command: 'command',
      matcher,
      timeout: seconds,
      // It was not measured whether other values than `true` count, so every value like true is read as true.
      onFailure: {
        at: 'failClosed',
        codec: makeCodec(
          (value) => (value ? 'block' : undefined),
          (value) => (value === 'block' ? true : undefined),
        ),
      },
      loopLimit: {
        at: 'loop_limit',
        codec: makeCodec((value) =>
          value === null || (isNonNegative(value) && Number.isSafeInteger(value))
            ? value
            : undefined,
        ),
      },
    },
    constants: {},
    handlerOf: ({ type, prompt }) =>
      type === 'prompt' || (type === undefined && typeof prompt === 'string')
        ? { kind: 'model' }
        : undefined,
    ignoredKeys: ['description', 'name', 'event', 'env'], // found in many public files
  },
  group: {},
  activation: {
    required: { version: 1 },
    assumed: ['version'],
    nextStep: {
      project: 'Trust the workspace; Settings > Hooks lists what is loaded.',
      user: 'Settings > Hooks lists what is loaded.',
    },
  },
  validation: {
    timeoutRange: [1000, 3_600_000],
    // One unknown event makes the client drop the file, cursor-agent 2026.09.10.
    unknownEventDropsFile: true,
  },
  commandLine: {
    substitutesVariables: false,
    windowsShell: 'PowerShell or cmd',
    failureAnsweredBy: 'host',
    userFolder: '.cursor',
  },
  firing: {
    // One call fires a generic event and one for its tool. A hook is written under one of the two.
    writtenEvents: {
      'before-tool': [
        { native: 'preToolUse', calls: 'built-in' }, // can rewrite
        { native: 'beforeMCPExecution', calls: 'mcp' }, // knows the server
      ],
      'after-tool': [{ native: 'postToolUse' }, { native: 'postToolUseFailure' }],
    },
    gaps: [
      { events: ['prompt'], what: 'hooks of prompts do not run with `cursor-agent -p`' },
      { events: ['stop'], what: 'hooks of stop do not run with `cursor-agent -p`' },
      {
        events: ['before-tool'],
        what: 'cloud agents run no hooks for MCP, and read no file of your home folder',
      },
    ],
  },
  unheardAnswers,
  presence,
};
