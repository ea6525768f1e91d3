import { matcher } from '../../src/mapping/codecs.ts';
import { makeCodec } from '../../src/mapping/fields.ts';
import {
  defineBinding,
  describeCutOff,
  describeEnding,
  type Events,
  editPath,
  type Finished,
  filePath,
  type Json,
  parseJsonObject,
  type Reading,
  type StatedTool,
  trimOutput,
} from '../../src/mapping/index.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';

/** Fields that most agents have. */
export const base = { session: 'session_id', cwd: 'cwd', event: 'hook_event_name' } as const;
export const call = { name: 'tool_name', input: 'tool_input' } as const;

/** JSON at exit code 0, a refusal at 2, a failure at any other. */
export function reads(finished: Finished): Reading {
  const why = describeCutOff(finished);
  if (why) return { failure: why };
  const said = trimOutput(finished.stderr);
  if (finished.code === 2) return { deny: said || 'Blocked by a hook.' };
  if (finished.code !== 0) return { failure: describeEnding(finished, said) };
  const response = parseJsonObject(trimOutput(finished.stdout));
  return response ? { response } : {};
}

/** An agent with nothing odd about it but what its settings are. */
export const usual = {
  eventKey: 'hook_event_name',
  events: {
    PreToolUse: defineBinding('before-tool', () => ({
      payload: { ...base, ...call },
      outcome: { decision: { at: 'decision', words: { deny: 'block' } }, reason: 'reason' },
      neutralResponse: {},
      subject: 'tool_name',
    })),
    SessionStart: defineBinding('session-start', () => ({
      payload: { ...base, source: 'source' },
      outcome: { context: 'context' },
      neutralResponse: null,
    })),
  } satisfies Events,
  tools: [
    { tool: 'shell', names: ['Bash'], input: { command: 'command' } },
    { tool: 'read', names: ['Read'], input: { path: { at: 'file_path', codec: filePath } } },
    {
      tool: 'write',
      names: ['Write'],
      input: { path: { at: 'file_path', codec: filePath }, content: 'content' },
    },
    {
      tool: 'edit',
      names: ['Edit'],
      input: {
        path: { at: 'file_path', codec: editPath },
        old: 'old_string',
        new: 'new_string',
      },
    },
  ] satisfies StatedTool[],
  recognises: ({ hook_event_name: native }: Json) => (native === 'PreToolUse' ? 1 : 0),
  readFinished: reads,
} as const;

/** Seconds, as most have them. */
const timeout = {
  at: 'timeout',
  codec: makeCodec(
    (value) => (typeof value === 'number' && value > 0 ? value * 1000 : undefined),
    (value) => Math.ceil((value as number) / 1000),
  ),
} as const;

/** Groups of entries in JSON. */
export const plain = (file: string): SettingsTable => ({
  files: { own: { project: file, user: file } },
  syntax: { layout: 'grouped' },
  entry: {
    fields: { command: 'command', timeout },
    constants: { type: 'command' },
  },
  group: { matcher },
  activation: {
    required: {},
    nextStep: { project: 'Restart it.', user: 'Restart it.' },
  },
  validation: { timeoutRange: [500, 3_600_000] },
  commandLine: {
    substitutesVariables: false,
    failureAnsweredBy: 'line',
  },
  firing: {},
});
