import { extendDialect } from '../../mapping/extend.ts';
import { composites, listCallMeanings } from './composites.ts';
import { readFinished, runtime } from './contract.ts';
import { cline as dialect } from './dialect.ts';
import { paths } from './file-search.ts';
import { normaliseResponse } from './outcomes.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const cline = extendDialect(dialect, {
  hooksIn: '.cline/plugins/anyhook.js',
  listOtherMcpNames: ({ tool }) => [tool],
  readFinished,
  normaliseResponse,
  fillBeforeEncoding: { '*': { time: (_, world) => world.now().toISOString() } },
  runtime,
  paths,
  equivalentTools: {
    ask: { name: 'ask_question', input: { questions: null } },
    patch: { name: 'apply_patch', input: { patch: 'input' } },
    skill: 'skills',
  },
  composites,
  listCallMeanings,
});
