import type { Fields } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { callFields, copyOfCall, copyOfResult, fileFields, fileSupply, resultRow } from './base.ts';
import { beforeToolRows, cancelRows, fileContextRow, promptRows } from './outcomes.ts';

const iteration = { iteration: 1 } as const;
const prompt = {
  prompt: 'userPromptSubmit.prompt',
  attachments: { at: 'userPromptSubmit.attachments', supply: [] },
} satisfies Fields;

/**
 * The events of hook files, by the names of the files. The client waits for `PreToolUse` and `PostToolUse` alone, and throws
 * the output of the others away, 3.0.65.
 */
export const fileEvents = {
  PreToolUse: defineBinding('before-tool', () => ({
    payload: { ...fileFields('PreToolUse'), ...callFields('tool_call', 'preToolUse') },
    supply: { ...fileSupply, ...iteration, preToolUse: copyOfCall },
    outcome: beforeToolRows,
    subject: 'tool_call.name',
  })),
  PostToolUse: defineBinding('after-tool', () => ({
    payload: {
      ...fileFields('PostToolUse'),
      ...callFields('tool_result', 'postToolUse'),
      result: resultRow,
      duration: { at: 'tool_result.durationMs', supply: 0 },
    },
    supply: { ...fileSupply, ...iteration, postToolUse: copyOfResult },
    outcome: { context: fileContextRow, ...cancelRows },
    subject: 'tool_result.name',
  })),
  UserPromptSubmit: defineBinding('prompt', () => ({
    payload: { ...fileFields('UserPromptSubmit'), ...prompt },
    supply: fileSupply,
    // The command line never fires it. VS Code waits for it, and `cancel` ends the run there, read in 4.x.
    outcome: promptRows,
    remembers: { prompt: 'prompt' },
  })),
  TaskStart: defineBinding('session-start', () => ({
    payload: {
      ...fileFields('TaskStart'),
      prompt: 'taskStart.taskMetadata.initialTask', // in VS Code only
    },
    supply: { ...fileSupply, taskStart: () => ({ taskMetadata: {} }) },
  })),
  TaskResume: defineBinding('session-start', () => ({
    given: { source: 'resume' },
    payload: fileFields('TaskResume'),
    supply: { ...fileSupply, taskResume: () => ({ taskMetadata: {} }) },
  })),
  TaskComplete: defineBinding('stop', () => ({
    given: { status: 'completed' },
    payload: { ...fileFields('TaskComplete'), response: { at: 'turn.outputText', supply: '' } },
    fillBeforeEncoding: { response: (_, world) => world.recall('response') },
    supply: { ...fileSupply, ...iteration, taskComplete: () => ({ taskMetadata: {} }) },
  })),
  TaskError: defineBinding('error', () => ({
    payload: {
      ...fileFields('TaskError'),
      kind: { at: 'error.name', supply: 'Error' },
      message: { at: 'error.message', supply: '' },
    },
    supply: { ...fileSupply, ...iteration },
  })),
  TaskCancel: defineBinding('interrupt', () => ({
    payload: { ...fileFields('TaskCancel'), reason: 'reason' },
    supply: { ...fileSupply, taskCancel: () => ({ taskMetadata: {} }) },
  })),
  SessionShutdown: defineBinding('session-end', () => ({
    payload: { ...fileFields('SessionShutdown'), reason: 'reason' },
    supply: fileSupply,
  })),
  PreCompact: defineBinding('compact', () => ({
    payload: fileFields('PreCompact'),
    supply: { ...fileSupply, preCompact: () => ({}) },
  })),
} satisfies Events;
