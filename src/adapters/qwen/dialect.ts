import { limitAnswers } from '../../mapping/answer-limit.ts';
import { defineDialect } from '../../mapping/define.ts';
import { events } from './events.ts';
import { paths } from './paths.ts';
import { makeRecogniser } from './recogniser.ts';
import { fillCallAfterDecoding } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** Qwen Code 0.24.4: a fork of Gemini CLI, with events and settings in the shape of Claude Code's. */
export const qwen = defineDialect({
  id: 'qwen',
  title: 'Qwen Code',
  eventKey: 'hook_event_name',
  events,
  tools,
  result,
  mcp,
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  paths,
  sessionVariable: 'QWEN_CODE_SESSION_ID',
  rewrites: 'replace',
  project: 'payload', // `directory`, `cd` and worktrees do not change it, 0.24.4
  answerLimit: limitAnswers(1_048_576), // 0.24.4
});
