import { matcher, positive, unawaited } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import { asText } from '../../util/json.ts';
import { validateFile } from './file-validation.ts';
import { codex } from './index.ts';

/** Whole seconds: a fraction voids the file, 0.169.0. 0 is one second. */
const timeout = {
  at: 'timeout',
  codec: codec(
    (value) => (positive(value) && Number.isInteger(value) ? Math.max(value, 1) * 1000 : undefined),
    (value) => Math.max(1, Math.ceil((value as number) / 1000)),
  ),
} as const;

/** `[hooks]` stands there as well; where both hold some, both are loaded, with a warning. */
const toml = '.codex/config.toml';

/** `.codex/hooks.json` of 0.169.0. */
export const settings: SettingsTable = {
  file: { project: codex.hooksIn, user: codex.hooksIn },
  instead: { project: toml, user: toml },
  servers: { key: 'mcp_servers', file: { project: toml, user: toml } },
  remembers: ['state'], // whom a person trusts
  format: 'grouped',
  entry: { command: 'command', timeout, answer: unawaited }, // what it says is not heard, 0.169.0
  group: { matcher },
  always: { type: 'command' },
  // no `variables`: `shell_environment_policy.set` reaches commands of the model and no hook, 0.169.0
  lines: {
    linux: ['command'],
    macos: ['command'],
    windows: ['commandWindows', 'command_windows', 'command'],
  },
  handler: ({ type, server, tool }) => {
    if (type === 'mcp_tool') return { kind: 'mcp', server: asText(server), tool: asText(tool) };
    return type === 'prompt' || type === 'agent' ? { kind: 'model' } : undefined;
  },
  idle: ['statusMessage', 'additionalContextLimit'],
  plain: 'dead',
  voids: (file, name) => validateFile(file, name.endsWith('.toml'), codex.bindings.natives),
  commas: ['dead', 'no hook of such a file runs'],
  needs: {},
  switchedOff({ features }) {
    // The second is its older name.
    const off = ['hooks', 'codex_hooks'].find(
      (key) => isObject(features) && features[key] === false,
    );
    return off && `features.${off} is false`;
  },
  values: {
    SessionStart: ['startup', 'resume', 'clear', 'compact'],
    PreCompact: ['auto', 'manual'],
    PostCompact: ['auto', 'manual'],
  },
  plausible: [1000, 3_600_000],
  substitutes: false,
  windowsShell: 'cmd',
  closes: 'line',
  climbs: true, // settings of every folder up to the root of git are loaded, 0.169.0
  byPlace: true, // a person trusts it there, 0.169.0
  gaps: [
    {
      events: ['before-tool'],
      what: 'files are read by the shell alone, whose text no guard of reads is told',
    },
    // An interactive shell that a command has started, 0.169.0
    {
      events: ['before-tool'],
      what: 'what is typed into a shell that is open (`write_stdin`) fires no hook',
    },
    {
      events: ['after-tool'],
      what: 'after a patch that a shell command applies (`apply_patch <<EOF`) no hook is fired',
    },
  ],
  partly: {
    read: {
      rest: 'shell',
      why: 'Codex CLI reads files by its shell, which is not told as a read: of reads, images alone are',
    },
  },
  nextStep: {
    project:
      'Trust the project, then start codex and trust each new hook in /hooks: until then none runs.',
    user: 'Start codex and trust each new hook in /hooks: until then none runs.',
  },
  // A person trusts the text of an entry at its place, 0.169.0.
  changedStep:
    'Start codex and trust these hooks again in /hooks: their lines have changed, and until then they do not run.',
};
