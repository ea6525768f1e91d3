import type { OwnHooks } from '../../mapping/adapter.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Where its own hooks of a project stand, and which of them surely run; 1.0.102. */
export const own: OwnHooks = {
  files: [
    '.github/hooks/*.json',
    '.github/copilot/settings.json',
    '.github/copilot/settings.local.json',
  ],
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
  runs: ({ hooks: _, ...file }, entry) => {
    const { type = 'command', timeoutSec = entry.timeout ?? 30 } = entry;
    // With another limit, it is not started.
    const starts = typeof timeoutSec === 'number' && timeoutSec > 0;
    return type === 'command' && starts && file.disableAllHooks !== true;
  },
  line: ({ command, bash, powershell }, system) =>
    [system === 'win32' ? powershell : bash, command].find(isText),
  // `disabledHooks` names them by a hash of what they say.
  switches: ['.copilot/settings.json'],
  homeVariable: 'COPILOT_HOME',
  switchesOff: ({ disabledHooks = [] }) =>
    !Array.isArray(disabledHooks) || disabledHooks.length > 0,
};
