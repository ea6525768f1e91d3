import type { OwnHooks } from '../../mapping/adapter.ts';
import { hasOnlyKeys, isFilled, isNumber, type KeyTests } from '../../mapping/key-tests.ts';

/**
 * The keys that an entry may have if it surely runs. The client silently skips an entry with a value of another
 * type. `cwd` and `env` are not listed: with them, an equal command line is a different hook.
 */
const entryKinds: KeyTests = {
  type: (type) => type === 'command',
  command: isFilled,
  bash: isFilled,
  powershell: isFilled,
  matcher: (matcher) => typeof matcher === 'string',
  timeoutSec: isNumber,
  timeout: isNumber,
};

/** In which files a project has its own hooks for this client, and which of them surely run, 1.0.102. */
export const ownHooks: OwnHooks = {
  files: [
    '.github/hooks/*.json',
    '.github/copilot/settings.json',
    '.github/copilot/settings.local.json',
  ],
  loads: ['.claude/settings.json', '.claude/settings.local.json'],
  // All hooks of one firing receive the same time, in milliseconds or as an ISO date, 1.0.102.
  firingIdOf: ({ timestamp }) => {
    const time = Number(new Date(timestamp as string));
    return Number.isNaN(time) ? undefined : String(time);
  },
  ownEventNames: {
    SessionStart: 'sessionStart',
    SessionEnd: 'sessionEnd',
    UserPromptSubmit: 'userPromptSubmitted',
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    PostToolUseFailure: 'postToolUseFailure',
    Stop: 'agentStop',
    SubagentStart: 'subagentStart',
    SubagentStop: 'subagentStop',
    ErrorOccurred: 'errorOccurred',
    PreCompact: 'preCompact',
    Notification: 'notification',
    PermissionRequest: 'permissionRequest',
  },
  // The client drops a file with another version.
  isCertainToRun: ({ version = 1, disableAllHooks = false }, entry) =>
    version === 1 && disableAllHooks === false && hasOnlyKeys(entry, entryKinds),
  timeLimitKeys: ['timeoutSec', 'timeout'],
  lineOf: ({ command, bash, powershell }, system) =>
    [system === 'win32' ? powershell : bash, command].find(isFilled),
  // `disabledHooks` lists hooks by a hash of their entry.
  switchFiles: ['.copilot/settings.json'],
  homeVariable: 'COPILOT_HOME',
  switchesOff: ({ disabledHooks = [] }) =>
    !Array.isArray(disabledHooks) || disabledHooks.length > 0,
};
