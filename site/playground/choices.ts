/**
 * What can be chosen on the page, and what is chosen when it opens. Nothing here needs the library, so that the page is
 * there before it.
 */
import type { EventName, ToolName } from 'anyhook';

/** The id of the neutral dialect, which no agent speaks by itself. */
export const neutral = 'anyhook';

/** The most characters of one text that the playground reads. */
export const maxLength = 1_000_000;

/**
 * Says that a text is too long. Undefined: it is not.
 *
 * @param what The name of the text, with which the sentence begins.
 */
export function describeLength(text: string, what: string): string | undefined {
  if (text.length <= maxLength) return undefined;
  const found = text.length.toLocaleString('en');
  const most = maxLength.toLocaleString('en');
  return `${what} has ${found} characters, and the playground reads ${most}: use the command line`;
}

/** The arguments of a call of each tool that can be chosen. */
export const toolSamples: Readonly<Partial<Record<ToolName, Record<string, unknown>>>> = {
  shell: { command: 'rm -rf /' },
  read: { path: '/home/dev/my-project/.env' },
  write: { path: '/home/dev/my-project/.env', content: 'KEY=1\n' },
  edit: { path: '/home/dev/my-project/.env', old: 'KEY=1', new: 'KEY=2' },
  fetch: { url: 'https://example.com/', prompt: 'Summarize the page.' },
  search: { query: 'anyhook' },
  task: { prompt: 'Find the tests.', description: 'Find tests', agent: 'explore' },
  mcp: { id: 1 },
};

const call = { callId: 'toolu_0001', tool: 'shell', name: 'shell', input: toolSamples.shell };

/** The fields of each event that can be chosen. */
export const eventSamples: Readonly<Partial<Record<EventName, Record<string, unknown>>>> = {
  'before-tool': call,
  permission: call,
  'after-tool': { ...call, status: 'ok', result: { text: 'ok', output: 'ok' }, duration: 12 },
  prompt: { prompt: 'Delete the build folder.' },
  stop: { prompt: 'Fix it.', response: 'Done.', status: 'completed', retry: false, loopCount: 0 },
  'subagent-start': { subagent: 'a1', type: 'explore', task: 'Find the tests.' },
  'subagent-stop': { subagent: 'a1', type: 'explore', status: 'completed', summary: 'Done.' },
  'session-start': { source: 'startup' },
  'session-end': { reason: 'other' },
  compact: { trigger: 'auto' },
  notification: { type: 'idle', message: 'The agent is waiting for your input.' },
};

/** Tells whether an event is about a call of a tool. */
export const isAboutTool = (event: string): boolean =>
  Object.hasOwn(eventSamples[event as EventName] ?? {}, 'tool');

/** What a person has said of the script. Each value is a text, so that it fits into an address. */
export interface ScriptFields {
  stdout: string;
  stderr: string;
  /** `exit`, `timeout`, `signal` or `not-started`. */
  ending: string;
  /** The exit code. */
  code: string;
  /** The canonical event. */
  event: string;
  /** The canonical tool, for an event about a call. */
  tool: string;
  /** The id of the agent that the script was written for. Empty: it is not known. */
  writtenFor: string;
}

/** The ways in which a script ends, by their words in addresses. */
export const endings: Readonly<Record<string, string>> = {
  exit: 'it ended with an exit code',
  timeout: 'it ran out of time',
  signal: 'a signal ended it',
  'not-started': 'it could not be started',
};

/** The fields of a script of which nothing is known yet: it refuses as most guards do. */
export const usualScript: ScriptFields = {
  stdout: '',
  stderr: 'Not in this project.',
  ending: 'exit',
  code: '2',
  event: 'before-tool',
  tool: 'shell',
  writtenFor: 'claude',
};

/** Answers that guards print, by their names on the page. */
export const exampleScripts: Readonly<Record<string, Partial<ScriptFields>>> = {
  'exit code 2': { ending: 'exit', code: '2', stdout: '', stderr: 'Not in this project.' },
  'exit code 1': { ending: 'exit', code: '1', stdout: '', stderr: 'Not in this project.' },
  'JSON for Claude Code': {
    ...{ ending: 'exit', code: '0', stderr: '', writtenFor: 'claude' },
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Not in this project."}}',
  },
  'JSON for Cursor': {
    ...{ ending: 'exit', code: '0', stderr: '', writtenFor: 'cursor' },
    stdout: '{"permission":"deny","user_message":"Not in this project."}',
  },
  'JSON for Gemini CLI': {
    ...{ ending: 'exit', code: '0', stderr: '', writtenFor: 'gemini' },
    stdout: '{"decision":"deny","reason":"Not in this project."}',
  },
  'a log before the JSON': {
    ...{ ending: 'exit', code: '0', stderr: '' },
    stdout: 'checking …\n{"decision":"block","reason":"Not in this project."}',
  },
};

/** What a person has chosen. Each value is a text, so that it fits into an address. */
export interface TranslateFields {
  payload: string;
  /** The id of the agent that sends it. Empty: it is recognised by its fields. */
  from: string;
  /** The id of the agent that the hook was written for, or `all`. */
  to: string;
  /** A key of `answers`. */
  answer: string;
  /** The reason, or the context. */
  text: string;
  /** The rewritten arguments or the whole outcome, as JSON. */
  json: string;
}

/** The answers that can be chosen. */
export const answers: Readonly<Record<string, string>> = {
  none: 'no opinion',
  deny: 'deny, with a reason',
  ask: 'ask the person, with a reason',
  allow: 'allow',
  rewrite: 'rewrite the call',
  context: 'tell the model something',
  outcome: 'an outcome as JSON',
};

/** The answers that need a text, and those that need JSON. */
export const needsText: readonly string[] = ['deny', 'ask', 'context'];
export const needsJson: readonly string[] = ['rewrite', 'outcome'];

/** The fields with which the page begins. */
export const usualTranslation: TranslateFields = {
  payload: JSON.stringify(
    {
      session_id: '00000018-1111-4222-8333-444455556666',
      transcript_path: '/home/dev/.claude/projects/my-project/session.jsonl',
      cwd: '/home/dev/my-project',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /', description: 'Delete everything' },
      tool_use_id: 'toolu_01',
    },
    null,
    2,
  ),
  from: '',
  to: 'cursor',
  answer: 'deny',
  text: 'Not in this project.',
  json: '',
};

/** What a person has chosen. Each value is a text, so that it fits into an address. */
export interface ConvertFields {
  from: string;
  to: string;
  /** The text of the source. */
  source: string;
  /** The text of the target as it is. Empty: there is no such file. */
  target: string;
  /** `windows`: lines are written for Windows. Empty: for Linux and macOS. */
  system: string;
}

/** The fields with which the page begins. */
export const usualConversion: ConvertFields = {
  from: 'claude',
  to: 'gemini',
  source: `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "node hooks/guard.mjs", "timeout": 10 }]
      }
    ],
    "Stop": [
      { "hooks": [{ "type": "command", "command": "npm test" }] }
    ]
  }
}
`,
  target: '',
  system: '',
};
