import type { Adapter } from '../../mapping/adapter.ts';
import { addressed, fetched } from './addresses.ts';
import { readManyFiles } from './composites.ts';
import { habitat, reads, recognises, tidy } from './contract.ts';
import { bindings } from './events.ts';
import { paths } from './paths.ts';
import { inferCall } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** Gemini CLI 0.61.0. */
export const gemini: Adapter = {
  id: 'gemini',
  title: 'Gemini CLI',
  hooksIn: '.gemini/settings.json',
  eventKey: 'hook_event_name',
  bindings,
  tools,
  result,
  mcp,
  inferCall,
  recognises: recognises('.gemini', bindings),
  reads,
  tidy,
  rewrites: 'replace', // since 0.36; merged before
  habitat,
  paths,
  meanings: addressed(fetched),
  composites: { read_many_files: readManyFiles },
};
