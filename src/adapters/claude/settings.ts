import { asyncField, httpHookFields, matcher, seconds, unlessEmpty } from '../../mapping/codecs.ts';
import { belowProject, type SettingsTable } from '../../mapping/settings.ts';
import { asText } from '../../util/json.ts';
import { entryTypes, validateFile } from './file-validation.ts';
import { claude } from './index.ts';
import { presence } from './presence.ts';

/** The fields of entries with a command and of entries with an address. */
const commonFields = {
  timeout: seconds,
  condition: { at: 'if', codec: unlessEmpty },
  onFailure: { at: 'onFailure', words: { block: 'block' } },
} as const;

/** `.claude/settings.json` of 2.1.330. */
export const settings: SettingsTable = {
  otherNames: ['claude-cli', 'anthropic', 'cc'],
  files: {
    own: { project: claude.hooksIn, user: claude.hooksIn },
    additional: { project: ['.claude/settings.local.json'] },
    personal: ['.claude/settings.local.json'], // documented, not measured
    pluginFile: 'hooks/hooks.json', // documented, not measured
  },
  syntax: {
    layout: 'grouped',
    comments: 'drop-file',
    strictJson: {
      severity: 'dead',
      effect: 'its agent ignores the whole file without a message',
      allowsByteOrderMark: true,
    },
  },
  entry: {
    fields: {
      command: 'command',
      ...commonFields,
      answer: asyncField,
    },
    http: {
      fields: {
        url: httpHookFields.url,
        ...commonFields,
        headers: httpHookFields.headers,
        headerEnv: httpHookFields.headerEnv,
      },
      constants: { type: 'http' },
      whyNeverSent: (event) =>
        ['SessionStart', 'Setup'].includes(event) ? 'its agent asks no address there' : undefined,
    },
    constants: { type: 'command' },
    handlerOf({ type, command, args, shell, server, tool }) {
      if (type === 'prompt' || type === 'agent') return { kind: 'model' };
      if (type === 'mcp_tool') return { kind: 'mcp', server: asText(server), tool: asText(tool) };
      if (typeof command !== 'string') return undefined;
      if (Array.isArray(args)) {
        // The client replaces these as `${NAME}` only, not as `$NAME`, 2.1.330.
        const names = ['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'];
        return { kind: 'program', words: [command, ...args.map(asText)], names };
      }
      // Undefined: an ordinary command. Also with `shell: "bash"` the client runs /bin/sh, 2.1.330 on Linux.
      return shell === 'powershell'
        ? { kind: 'program', words: ['pwsh', '-NoProfile', '-Command', command] }
        : undefined;
    },
    acceptedTypes: entryTypes,
    ignoredKeys: ['statusMessage', 'once', 'shell'], // `once` has an effect in skills only
    backgroundKeys: ['asyncRewake', 'rewakeMessage', 'rewakeSummary'],
  },
  group: { matcher },
  activation: {
    required: {},
    whyDisabled: ({ disableAllHooks }) =>
      disableAllHooks === true ? 'disableAllHooks is true' : undefined,
    nextStep: {
      project: 'Trust the workspace; /hooks lists what is loaded.',
      user: '/hooks lists what is loaded.',
    },
  },
  validation: {
    findProblems: (file) => validateFile(file, claude.bindings.nativeNames),
    formerTools: [
      'MultiEdit',
      'NotebookRead',
      'BashOutput',
      'KillBash',
      'KillShell',
      'SlashCommand',
    ],
    subjectValues: {
      SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
      PreCompact: ['auto', 'manual'],
      PostCompact: ['auto', 'manual'],
      Setup: ['init', 'maintenance'],
    },
    timeoutRange: [500, 3_600_000],
  },
  commandLine: {
    variablesPath: ['env'], // 2.1.330
    substitutesVariables: false,
    failureAnsweredBy: 'both',
    projectRoot: '"$CLAUDE_PROJECT_DIR"',
  },
  firing: {
    writtenEvents: { 'after-tool': [{ native: 'PostToolUse' }, { native: 'PostToolUseFailure' }] },
    startsDuplicatesOnce: true,
    absentTools: ['delete'],
    gaps: [
      {
        events: ['before-tool'],
        what: 'hooks of tools do not run for `@file` in a prompt, nor for a line that begins with `!`',
      },
      belowProject,
    ],
  },
  presence,
};
