import { extendDialect } from '../../../../src/mapping/extend.ts';
import { readFinished, runtime } from './contract.ts';
import { acme as dialect } from './dialect.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const acme = extendDialect(dialect, {
  // The settings file with the hooks, below a project.
  hooksIn: '.acme/hooks.json',
  // A matcher may also be written for the tool alone.
  listOtherMcpNames: ({ tool }) => [tool],
  readFinished,
  runtime,
});
