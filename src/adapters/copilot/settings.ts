import type { EventName } from '../../canonical/event.ts';
import { httpHookFields, isNonNegative, textEntriesOf } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { belowProject, type SettingsTable, type WrittenEvent } from '../../mapping/settings.ts';
import { asText } from '../../util/json.ts';
import { copilot } from './index.ts';
import { ownHooks } from './own-hooks.ts';
import { presence } from './presence.ts';

/** In seconds; fractions are allowed. A hook with the timeout 0 does not run, so 0 is neither read nor written. */
const timeout = {
  at: ['timeoutSec', 'timeout'],
  codec: makeCodec(
    (value) => (isNonNegative(value) && value > 0 ? Math.round(value * 1e6) / 1e3 : undefined),
    (value) => ((value as number) > 0 ? Math.round(value as number) / 1000 : undefined),
  ),
} as const;

/** Reads those environment variables of an entry whose values are texts. */
const variablesCodec = makeCodec((value) => {
  const entries = textEntriesOf(value);
  return entries?.length ? Object.fromEntries(entries) : undefined;
});

/**
 * Lists the native events into which hooks of each canonical event are written: those with camelCase names,
 * without `preMcpToolCall`, since the client fires `preToolUse` for the same call.
 */
function listWrittenEvents(): NonNullable<SettingsTable['firing']['writtenEvents']> {
  const { bindings } = copilot;
  const writtenNames = bindings.nativeNames.filter(
    (native) => /^[a-z]/.test(native) && native !== 'preMcpToolCall',
  );
  const writtenEvents: Partial<Record<EventName, WrittenEvent[]>> = {};
  for (const native of writtenNames) {
    const event = bindings.eventOf(native);
    writtenEvents[event] = [...(writtenEvents[event] ?? []), { native }];
  }
  return writtenEvents;
}

/** `.github/hooks/*.json` of 1.0.102. */
export const settings: SettingsTable = {
  otherNames: ['github-copilot', 'github-copilot-cli', 'gh-copilot', 'copilot-agent'],
  files: {
    own: { project: copilot.hooksIn, user: '.copilot/hooks/anyhook.json' },
    mcpServers: { key: 'mcpServers', file: { user: '.copilot/mcp-config.json' } }, // 1.0.102
    additional: {
      project: ownHooks.files,
      user: ['.copilot/hooks/*.json', '.copilot/settings.json'],
    },
    personal: ['.github/copilot/settings.local.json'], // documented, not measured
    alsoLoaded: { project: ownHooks.loads },
    alsoLoadedEffect:
      'its scripts then get the arguments of Copilot (path, not file_path), and a guard that fails without its own arguments refuses the call',
  },
  syntax: {
    layout: 'flat',
    comments: 'may-fail',
    strictJson: { severity: 'dead', effect: 'its agent does not read such a file' },
  },
  entry: {
    fields: {
      command: 'command',
      matcher: 'matcher',
      timeout,
      cwd: 'cwd',
      env: { at: 'env', codec: variablesCodec },
    },
    constants: {},
    commandKeys: {
      linux: ['bash', 'command'],
      macos: ['bash', 'command'],
      windows: ['powershell', 'command'],
    },
    http: {
      fields: {
        ...httpHookFields,
        matcher: 'matcher',
        timeout,
      },
      constants: { type: 'http' },
      whyNeverSent: (_, url) =>
        /^https:/i.test(url)
          ? undefined
          : 'an address without https:// is not asked (one of this machine is, if COPILOT_HOOK_ALLOW_LOCALHOST is 1)',
    },
    handlerOf({ type, exec, args = [], prompt }) {
      if (type === 'prompt' || (type === undefined && typeof prompt === 'string'))
        return { kind: 'model' };
      if (typeof exec !== 'string' || !Array.isArray(args)) return undefined;
      return { kind: 'program', words: [exec, ...args.map(asText)] };
    },
    ignoredKeys: ['name', 'description'],
  },
  group: {},
  activation: {
    required: { version: 1 },
    assumed: ['version'],
    whyDisabled: ({ disableAllHooks }) =>
      disableAllHooks === true ? 'disableAllHooks is true' : undefined,
    // In a file of hooks it holds for that file, 1.0.102; in settings for all hooks, says the documentation.
    switchesOwnFileOnly: (file) => !/(?:^|\/)settings(?:\.local)?\.json$/.test(file),
    nextStep: {
      project:
        'Trust the folder (/trust, or --trust-folder with -p): hooks of an untrusted folder do not run.',
      user: 'Restart the session.',
    },
  },
  validation: { timeoutRange: [1000, 3_600_000] },
  commandLine: {
    substitutesVariables: false,
    windowsShell: 'PowerShell',
    failureAnsweredBy: 'line',
  },
  firing: {
    writtenEvents: listWrittenEvents(),
    absentTools: ['delete'],
    gaps: [belowProject],
  },
  presence,
};
