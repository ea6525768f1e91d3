import { extendDialect } from '../../mapping/extend.ts';
import { composites } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { claude as dialect } from './dialect.ts';
import { equivalentTools } from './equivalent-tools.ts';
import { fillBeforeEncoding } from './filled-fields.ts';
import { firings } from './firings.ts';
import { http } from './http.ts';
import { matchers, subjects } from './matchers.ts';
import { commonResponseKeys } from './outcomes.ts';
import { normaliseResponse } from './response.ts';
import { matchesRule } from './rules.ts';
import { suppliedResults } from './supplied-results.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const claude = extendDialect(dialect, {
  hooksIn: '.claude/settings.json',
  commonFields: commonResponseKeys,
  fillBeforeEncoding,
  matchers,
  subjects,
  firings,
  matchesRule,
  readFinished,
  normaliseResponse,
  runtime,
  // Of several refusals the reason of the first is shown, whichever ended first, 2.1.330.
  merging: { reasons: 'first' }, // one reason: at home that of the hook that ends last, 2.1.330
  suppliedResults,
  http,
  keepsRetry: true, // also after further tool calls, in a turn and in a sub-agent, 2.1.330
  equivalentTools,
  composites,
});
