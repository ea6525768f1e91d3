import { defineAdapter } from '../../mapping/define.ts';
import { commonAnswerKeys } from '../gemini/outcomes.ts';
import { listFetches } from './addresses.ts';
import { notebookEdit } from './composites.ts';
import { http, makeRecogniser, normaliseResponse, readFinished, runtime } from './contract.ts';
import { equivalentTools } from './equivalent-tools.ts';
import { events } from './events.ts';
import { matchers } from './matchers.ts';
import { paths } from './paths.ts';
import { fillCallAfterDecoding } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/**
 * Qwen Code 0.24.4: a fork of Gemini CLI, with events and settings in the shape of Claude Code's.
 */
export const qwen = defineAdapter({
  id: 'qwen',
  title: 'Qwen Code',
  hooksIn: '.qwen/settings.json',
  eventKey: 'hook_event_name',
  events,
  commonFields: commonAnswerKeys,
  tools,
  result,
  mcp,
  matchers,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  readFinished,
  normaliseResponse,
  rewrites: 'replace',
  runtime,
  project: 'payload', // `directory`, `cd` and worktrees do not change it, 0.24.4
  http,
  maxAnswerLength: 1_048_576, // 0.24.4
  capsLoops: true,
  keepsRetry: true, // after tool calls too, 0.24.4
  paths,
  listCallMeanings: listFetches,
  equivalentTools,
  composites: { notebook_edit: notebookEdit },
});
