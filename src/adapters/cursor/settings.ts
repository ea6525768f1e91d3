import { matcher, positive, seconds } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { cursor } from './index.ts';
import { loads } from './own.ts';

/** `.cursor/hooks.json`, autumn 2026. */
export const settings: SettingsTable = {
  file: { project: cursor.hooksIn, user: cursor.hooksIn },
  plugin: 'hooks/hooks.json', // by its pages and a recording
  format: 'flat',
  entry: {
    command: 'command',
    matcher,
    timeout: seconds,
    // What is no boolean may count: nobody has seen.
    onFailure: {
      at: 'failClosed',
      codec: codec(
        (value) => (value ? 'block' : undefined),
        (value) => (value === 'block' ? true : undefined),
      ),
    },
    loopLimit: {
      at: 'loop_limit',
      codec: codec((value) =>
        value === null || (positive(value) && Number.isSafeInteger(value)) ? value : undefined,
      ),
    },
  },
  group: {},
  always: {},
  handler: ({ type, prompt }) =>
    type === 'prompt' || (type === undefined && typeof prompt === 'string')
      ? { kind: 'model' }
      : undefined,
  idle: ['description', 'name', 'event', 'env'], // in many public files
  needs: { version: 1 },
  plain: true,
  commas: ['odd', 'its agent may not read such a file'],
  plausible: [1000, 3_600_000],
  substitutes: false,
  windowsShell: 'PowerShell or cmd',
  closes: 'host',
  userCwd: '.cursor',
  // One call fires a generic and a granular event: never both for one hook.
  routes: {
    'before-tool': [
      { native: 'preToolUse', calls: 'own' }, // can rewrite
      { native: 'beforeMCPExecution', calls: 'mcp' }, // knows the server
    ],
    'after-tool': [{ native: 'postToolUse' }, { native: 'postToolUseFailure' }],
  },
  stages: [['preToolUse'], ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile']], // CLI 2026.09.28
  alsoLoads: {
    project: loads,
    user: ['.claude/settings.json'],
  },
  loaded:
    'what stands here is told what its scripts know, the other what Cursor tells; Settings > Agents > Third-Party Imports ends the other',
  strictEvents: true, // one unknown name voids the file, cursor-agent 2026.09.10
  gaps: [
    { events: ['prompt'], what: '`cursor-agent -p` fires no prompt hooks' },
    { events: ['stop'], what: '`cursor-agent -p` fires no stop hooks' },
    {
      events: ['before-tool'],
      what: 'cloud agents fire no MCP hooks, and read no file of the user',
    },
  ],
  nextStep: {
    project: 'Trust the workspace; Settings > Hooks lists what is loaded.',
    user: 'Settings > Hooks lists what is loaded.',
  },
};
