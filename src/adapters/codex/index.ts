import { extendDialect } from '../../mapping/extend.ts';
import { listUnfoldedNames } from '../../mapping/plain-mcp-names.ts';
import { composites } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { codex as dialect } from './dialect.ts';
import { fillBeforeEncoding } from './filled-fields.ts';
import { firings } from './firings.ts';
import { matchers, subjects } from './matchers.ts';
import { commonResponseKeys } from './outcomes.ts';
import { findSettingsFolder } from './settings-folder.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const codex = extendDialect(dialect, {
  hooksIn: '.codex/hooks.json',
  commonFields: commonResponseKeys,
  fillBeforeEncoding,
  matchers,
  subjects,
  firings,
  listOtherMcpNames: listUnfoldedNames,
  readFinished,
  runtime,
  merging: { reasons: 'first' }, // of those that refuse, 0.169.0
  keepsRetry: true, // also after further tool calls, in a turn and in a sub-agent, 0.169.0
  rootOf: findSettingsFolder,
  equivalentTools: {
    patch: { name: 'apply_patch', input: { patch: 'command' } },
    resource: 'read_mcp_resource',
    resources: 'list_mcp_resources',
  },
  composites,
});
