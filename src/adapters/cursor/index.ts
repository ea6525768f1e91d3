import { extendDialect } from '../../mapping/extend.ts';
import { composites, listPrecedingCalls } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { cursor as dialect } from './dialect.ts';
import { fillBeforeEncoding } from './filled-fields.ts';
import { firings } from './firings.ts';
import { matchers, subjects } from './matchers.ts';
import { merging } from './merging.ts';
import { makeOwnHooks } from './own-hooks.ts';
import { suppliedResults } from './supplied-results.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const cursor = extendDialect(dialect, {
  hooksIn: '.cursor/hooks.json',
  fillBeforeEncoding,
  matchers,
  subjects,
  firings,
  listOtherMcpNames: ({ tool }) => [tool ? 'MCP' : 'MCP:', tool],
  readFinished,
  runtime,
  merging,
  suppliedResults,
  loads: ['claude'],
  ownHooks: makeOwnHooks(dialect.bindings.nativeNames),
  capsLoops: true,
  composites,
  listPrecedingCalls,
});
