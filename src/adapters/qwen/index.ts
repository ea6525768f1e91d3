import { extendDialect } from '../../mapping/extend.ts';
import { listUnfoldedNames } from '../../mapping/plain-mcp-names.ts';
import { commonAnswerKeys } from '../gemini/outcomes.ts';
import { listFetches } from './addresses.ts';
import { notebookEdit } from './composites.ts';
import { http, normaliseResponse, readFinished, runtime } from './contract.ts';
import { qwen as dialect } from './dialect.ts';
import { equivalentTools } from './equivalent-tools.ts';
import { firings } from './firings.ts';
import { matchers, subjects } from './matchers.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const qwen = extendDialect(dialect, {
  hooksIn: '.qwen/settings.json',
  commonFields: commonAnswerKeys,
  matchers,
  subjects,
  firings,
  listOtherMcpNames: listUnfoldedNames,
  readFinished,
  normaliseResponse,
  runtime,
  // Of two verdicts in `hookSpecificOutput` its client shows the last reason only, 0.24.4; here both are shown.
  merging: { reasons: 'every' },
  http,
  capsLoops: true,
  keepsRetry: true, // after tool calls too, 0.24.4
  listCallMeanings: listFetches,
  equivalentTools,
  composites: { notebook_edit: notebookEdit },
});
