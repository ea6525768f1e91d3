import { defineAdapter } from '../../mapping/define.ts';
import { fetchedAddress, listFetches } from './addresses.ts';
import { readManyFiles } from './composites.ts';
import { makeRecogniser, readFinished, runtime, tidyResponse } from './contract.ts';
import { events } from './events.ts';
import { matchers } from './matchers.ts';
import { commonAnswerKeys } from './outcomes.ts';
import { paths } from './paths.ts';
import { inferCall } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** Gemini CLI 0.61.0. */
export const gemini = defineAdapter({
  id: 'gemini',
  title: 'Gemini CLI',
  hooksIn: '.gemini/settings.json',
  eventKey: 'hook_event_name',
  events,
  commonFields: commonAnswerKeys,
  tools,
  result,
  mcp,
  matchers,
  fillCallAfterDecoding: inferCall,
  recognises: makeRecogniser('.gemini', Object.keys(events)),
  readFinished,
  normaliseResponse: tidyResponse,
  rewrites: 'replace', // since 0.36; older versions merged
  runtime,
  project: 'payload', // neither `dir_path` nor `cd` changes it, 0.61.0
  paths,
  listCallMeanings: listFetches(fetchedAddress),
  equivalentTools: {
    ask: 'ask_user',
    plan: 'enter_plan_mode',
    'plan-done': 'exit_plan_mode',
    // A resource is found by its address alone, 0.61.0.
    resource: { name: 'read_mcp_resource', input: { server: null } },
    resources: { name: 'list_mcp_resources', input: { server: 'serverName' } },
    skill: { name: 'activate_skill', input: { skill: 'name' } },
  },
  composites: { read_many_files: readManyFiles },
});
