import { limitAnswers } from '../../mapping/answer-limit.ts';
import { defineDialect } from '../../mapping/define.ts';
import { events } from './events.ts';
import { paths } from './paths.ts';
import { makeRecogniser, nativeEventOf, sharesForm } from './recogniser.ts';
import { fillCallAfterDecoding } from './shell-text.ts';
import { mcp, result, tools } from './tools.ts';

/** GitHub Copilot CLI 1.0.102. */
export const copilot = defineDialect({
  id: 'copilot',
  title: 'Copilot CLI',
  eventKey: 'hook_event_name',
  nativeOf: nativeEventOf,
  events,
  tools,
  result,
  mcp,
  bareInputKeys: { apply_patch: 'patch' },
  fillCallAfterDecoding,
  recognises: makeRecogniser(Object.keys(events)),
  sharesForm,
  paths,
  rewrites: 'replace',
  project: 'payload', // `cd` does not change it, 1.0.102
  answerLimit: limitAnswers(10_485_760), // 1.0.102
  transcriptOf: (session) => `.copilot/session-state/${session}/events.jsonl`, // 1.0.102
});
