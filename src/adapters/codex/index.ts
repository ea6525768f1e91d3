import { defineAdapter } from '../../mapping/define.ts';
import { composites } from './composites.ts';
import { makeRecogniser, readFinished, runtime } from './contract.ts';
import { events } from './events.ts';
import { matchers } from './matchers.ts';
import { commonResponseKeys } from './outcomes.ts';
import { findSettingsFolder } from './settings-folder.ts';
import { fillCallAfterDecoding, mcp, result, tools } from './tools.ts';

/** Codex CLI 0.169.0. */
export const codex = defineAdapter({
  id: 'codex',
  title: 'Codex CLI',
  hooksIn: '.codex/hooks.json',
  eventKey: 'hook_event_name',
  events,
  commonFields: commonResponseKeys,
  tools,
  result,
  mcp,
  matchers,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  readFinished,
  rewrites: 'replace',
  runtime,
  keepsRetry: true, // also after further tool calls, in a turn and in a sub-agent, 0.169.0
  rootOf: findSettingsFolder,
  project: 'process', // at tool calls, `cwd` in a payload is the folder that the call chose, 0.169.0
  equivalentTools: {
    patch: { name: 'apply_patch', input: { patch: 'command' } },
    resource: 'read_mcp_resource',
    resources: 'list_mcp_resources',
  },
  composites,
});
