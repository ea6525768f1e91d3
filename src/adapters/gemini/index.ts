import { extendDialect } from '../../mapping/extend.ts';
import { listFetches, toFetchedAddress } from './addresses.ts';
import { readManyFiles } from './composites.ts';
import { normaliseResponse, readFinished, runtime } from './contract.ts';
import { gemini as dialect } from './dialect.ts';
import { paths } from './file-search.ts';
import { fillBeforeEncoding } from './filled-fields.ts';
import { firings } from './firings.ts';
import { matchers, subjects } from './matchers.ts';
import { commonAnswerKeys } from './outcomes.ts';

/** The adapter: the dialect, and what only a host or a settings file needs of it. */
export const gemini = extendDialect(dialect, {
  hooksIn: '.gemini/settings.json',
  commonFields: commonAnswerKeys,
  fillBeforeEncoding,
  matchers,
  subjects,
  firings,
  listOtherMcpNames: ({ server = '', tool }) => [
    `mcp__${server}__${tool}`,
    `${server}__${tool}`,
    tool,
  ],
  readFinished,
  normaliseResponse,
  runtime,
  merging: {
    passesOn: ['request', 'context'], // 0.61.0
    reasons: 'every', // the reasons of hooks that allow the call as well, 0.61.0
  },
  paths,
  listCallMeanings: listFetches(toFetchedAddress),
  equivalentTools: {
    ask: 'ask_user',
    plan: 'enter_plan_mode',
    'plan-done': 'exit_plan_mode',
    // The tool has no argument for the server, since a resource is found by its address alone, 0.61.0.
    resource: { name: 'read_mcp_resource', input: { server: null } },
    resources: { name: 'list_mcp_resources', input: { server: 'serverName' } },
    skill: { name: 'activate_skill', input: { skill: 'name' } },
  },
  composites: { read_many_files: readManyFiles },
});
