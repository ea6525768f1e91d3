import { extendDialect } from '../../mapping/extend.ts';
import { listUnfoldedNames } from '../../mapping/plain-mcp-names.ts';
import { readFinished, runtime } from './contract.ts';
import { pi as dialect } from './dialect.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const pi = extendDialect(dialect, {
  hooksIn: '.pi/extensions/anyhook.js',
  listOtherMcpNames: listUnfoldedNames,
  readFinished,
  runtime,
  merging: { inTurn: true, reasons: 'first' }, // the first handler that blocks is the last, 1.5.2
});
