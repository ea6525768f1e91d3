import { defineAdapter } from '../../mapping/define.ts';
import { listFetches, toFetchedAddress } from './addresses.ts';
import { readManyFiles } from './composites.ts';
import { makeRecogniser, normaliseResponse, readFinished, runtime } from './contract.ts';
import { events } from './events.ts';
import { matchers } from './matchers.ts';
import { commonAnswerKeys } from './outcomes.ts';
import { paths } from './paths.ts';
import { fillCallAfterDecoding } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** Gemini CLI, as measured with 0.61.0. */
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
  fillCallAfterDecoding,
  recognises: makeRecogniser('.gemini', Object.keys(events)),
  readFinished,
  normaliseResponse,
  rewrites: 'replace', // since 0.36. Older versions kept arguments that a rewrite left out
  runtime,
  project: 'payload', // neither `dir_path` nor `cd` changes it, 0.61.0
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
