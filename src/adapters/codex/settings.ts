import { asyncField, isNonNegative, matcher } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { asText } from '../../util/json.ts';
import { entryTypes, validateFile } from './file-validation.ts';
import { codex } from './index.ts';
import { presence } from './presence.ts';

/** In whole seconds, where 0 means one second. Because of a fraction the client drops the whole file, 0.169.0. */
const timeout = {
  at: 'timeout',
  codec: makeCodec(
    (value) =>
      isNonNegative(value) && Number.isInteger(value) ? Math.max(value, 1) * 1000 : undefined,
    (value) => Math.max(1, Math.ceil((value as number) / 1000)),
  ),
} as const;

/**
 * The other file that may hold hooks, in its table `[hooks]`. If both files have hooks, the client loads both and
 * prints a warning.
 */
const toml = '.codex/config.toml';

/** `.codex/hooks.json` of 0.169.0. */
export const settings: SettingsTable = {
  otherNames: ['openai-codex', 'openai', 'chatgpt'],
  files: {
    own: { project: codex.hooksIn, user: codex.hooksIn },
    alternative: { project: toml, user: toml },
    mcpServers: { key: 'mcp_servers', file: { project: toml, user: toml } },
  },
  syntax: {
    layout: 'grouped',
    comments: 'drop-file',
    strictJson: { severity: 'dead', effect: 'no hook of the file runs' },
  },
  entry: {
    // `asyncField`: the client ignores the output of a hook with `async`, 0.169.0.
    fields: { command: 'command', timeout, answer: asyncField },
    constants: { type: 'command' },
    // No `variablesPath`: `shell_environment_policy.set` applies to the model's commands, not to
    // hooks, 0.169.0.
    commandKeys: {
      linux: ['command'],
      macos: ['command'],
      windows: ['commandWindows', 'command_windows', 'command'],
    },
    handlerOf: ({ type, server, tool }) => {
      if (type === 'mcp_tool') return { kind: 'mcp', server: asText(server), tool: asText(tool) };
      return type === 'prompt' || type === 'agent' ? { kind: 'model' } : undefined;
    },
    acceptedTypes: entryTypes,
    ignoredKeys: ['statusMessage', 'additionalContextLimit'],
  },
  group: { matcher },
  activation: {
    required: {},
    whyDisabled({ features }) {
      // `codex_hooks` is the older name.
      const disabled = ['hooks', 'codex_hooks'].find(
        (key) => isObject(features) && features[key] === false,
      );
      return disabled && `features.${disabled} is false`;
    },
    nextStep: {
      project:
        'Trust the project, then start codex and trust each new hook in /hooks: until then none runs.',
      user: 'Start codex and trust each new hook in /hooks: until then none runs.',
    },
    // The trust of a person holds for one text of an entry at one position, 0.169.0.
    changedStep:
      'Start codex and trust these hooks again in /hooks: their lines have changed, and until then they do not run.',
  },
  validation: {
    agentDataKeys: ['state'], // holds which hooks the person trusts
    findProblems: (file, name) =>
      validateFile(file, name.endsWith('.toml'), codex.bindings.nativeNames),
    subjectValues: {
      SessionStart: ['startup', 'resume', 'clear', 'compact'],
      PreCompact: ['auto', 'manual'],
      PostCompact: ['auto', 'manual'],
    },
    timeoutRange: [1000, 3_600_000],
  },
  commandLine: {
    substitutesVariables: false,
    windowsShell: 'cmd',
    failureAnsweredBy: 'line',
    // The settings of every folder up to the git root are loaded, 0.169.0.
    searchesProjectRoot: true,
  },
  firing: {
    dependsOnPosition: true, // the trust of a person holds for one position, 0.169.0
    gaps: [
      {
        events: ['before-tool'],
        what: 'it reads files with the shell, so hooks for reads do not run: guard the shell as well',
      },
      // `write_stdin` types into an interactive shell that a command has started, 0.169.0.
      {
        events: ['before-tool'],
        what: 'no hook runs for what it types into an open shell (`write_stdin`)',
      },
      {
        events: ['after-tool'],
        what: 'no hook runs after a patch that a shell command applies (`apply_patch <<EOF`)',
      },
    ],
    partialTools: {
      read: {
        otherTool: 'shell',
        paths: /\.(?:png|jpe?g|gif|webp)$/i,
        why: 'Codex CLI reads files with its shell, so a hook for reads runs for images only',
      },
    },
  },
  presence,
};
