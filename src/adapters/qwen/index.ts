import { defineAdapter } from '../../mapping/define.ts';
import { common } from '../gemini/outcomes.ts';
import { addressed } from './addresses.ts';
import { notebookEdit } from './composites.ts';
import { http, reads, recognises, runtime, tidy } from './contract.ts';
import { events } from './events.ts';
import { kin } from './kin.ts';
import { matchers } from './matchers.ts';
import { paths } from './paths.ts';
import { inferCall } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** Qwen Code 0.24.4: a fork of Gemini CLI, with events and settings in the shape of Claude Code's. */
export const qwen = defineAdapter({
  id: 'qwen',
  title: 'Qwen Code',
  hooksIn: '.qwen/settings.json',
  eventKey: 'hook_event_name',
  events,
  common,
  tools,
  result,
  mcp,
  matchers,
  inferCall,
  recognises: recognises(Object.keys(events)),
  reads,
  tidy,
  rewrites: 'replace',
  runtime,
  project: 'payload', // no `directory`, `cd` or worktree moves it, 0.24.4
  http,
  longest: 1_048_576, // 0.24.4
  capsLoops: true,
  keepsRetry: true, // through tool calls, 0.24.4
  paths,
  meanings: addressed,
  kin,
  composites: { notebook_edit: notebookEdit },
});
