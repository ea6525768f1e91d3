import type { OwnHooks } from '../../mapping/adapter.ts';
import { hasOnly, isFilled, isNumber, type Kinds } from '../../mapping/kinds-of-keys.ts';

/** An entry with a value of another kind is passed over in silence; with a `cwd` or an `env`, the same line is another hook. */
const kinds: Kinds = {
  type: (type) => type === 'command',
  command: isFilled,
  bash: isFilled,
  powershell: isFilled,
  matcher: (matcher) => typeof matcher === 'string',
  timeoutSec: isNumber,
  timeout: isNumber,
};

/** Where its own hooks of a project stand, and which of them surely run; 1.0.102. */
export const own: OwnHooks = {
  files: [
    '.github/hooks/*.json',
    '.github/copilot/settings.json',
    '.github/copilot/settings.local.json',
  ],
  loads: ['.claude/settings.json', '.claude/settings.local.json'],
  // One time for all hooks of a firing, in milliseconds or as a date by their spelling, 1.0.102.
  firing: ({ timestamp }) => {
    const time = Number(new Date(timestamp as string));
    return Number.isNaN(time) ? undefined : String(time);
  },
  names: {
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
  // Another version voids the file.
  runs: ({ version = 1, disableAllHooks = false }, entry) =>
    version === 1 && disableAllHooks === false && hasOnly(entry, kinds),
  limits: ['timeoutSec', 'timeout'],
  line: ({ command, bash, powershell }, system) =>
    [system === 'win32' ? powershell : bash, command].find(isFilled),
  // `disabledHooks` names them by a hash of what they say.
  switches: ['.copilot/settings.json'],
  homeVariable: 'COPILOT_HOME',
  switchesOff: ({ disabledHooks = [] }) =>
    !Array.isArray(disabledHooks) || disabledHooks.length > 0,
};
