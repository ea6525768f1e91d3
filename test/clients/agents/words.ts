// How scripts written for each agent say what they want, in the forms its users write.
import type { Vendor } from '../../../src/adapters/index.ts';
import type { Moment } from './client.ts';
import type { Id } from './installed.mjs';

/** What a script may want of a call of the shell; `follow` at a stop, `refuse` of a prompt, `greet` at a start, `tell` after a tool. */
export type Wish =
  | 'allow'
  | 'deny'
  | 'rewrite'
  | 'context'
  | 'ask'
  | 'halt'
  | 'follow'
  | 'refuse'
  | 'greet'
  | 'tell';

export const said: Record<Exclude<Wish, 'allow' | 'rewrite'>, string> = {
  deny: 'Recursive deletes are not allowed here.',
  context: 'The staging database is read-only.',
  ask: 'Are you sure of this one?',
  halt: 'The budget is spent.',
  follow: 'Now run the tests.',
  refuse: 'Take the key out of your prompt.',
  greet: 'This project is frozen until May.',
  tell: 'Deploys are on Fridays alone.',
};

/** The command that comes of `echo npm test > rewrite.txt`. */
const command = 'echo pnpm test > rewrite.txt';

export interface Dialect {
  events: Record<Moment, string>;
  /** What it has a form for. The text of a `rewrite` is the command that takes the place of the call's. */
  says: Partial<Record<Wish, (text: string, event: string) => unknown>>;
}

const hso = (hookEventName: string, more: object) => ({
  hookSpecificOutput: { hookEventName, ...more },
});
const permission = (permissionDecision: string) => (text: string, event: string) =>
  hso(event, { permissionDecision, permissionDecisionReason: text });
const block = (reason: string) => ({ decision: 'block', reason });
const context = (additionalContext: string, event: string) => hso(event, { additionalContext });

const claude: Dialect = {
  events: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    before: 'PreToolUse',
    after: 'PostToolUse',
    stop: 'Stop',
  },
  says: {
    deny: permission('deny'),
    allow: permission('allow'),
    rewrite: (command, event) =>
      hso(event, { permissionDecision: 'allow', updatedInput: { command } }),
    context,
    ask: permission('ask'),
    halt: (stopReason, event) => ({
      continue: false,
      stopReason,
      ...permission('deny')(stopReason, event),
    }),
    follow: block,
    refuse: block,
    greet: context,
    tell: context,
  },
};

/** Where nobody is there to be asked, an `ask` ends it. */
const gemini: Dialect = {
  events: {
    start: 'SessionStart',
    prompt: 'BeforeAgent',
    before: 'BeforeTool',
    after: 'AfterTool',
    stop: 'AfterAgent',
  },
  says: {
    allow: (reason) => ({ decision: 'allow', reason }),
    deny: (reason) => ({ decision: 'deny', reason }),
    rewrite: (command, event) => hso(event, { tool_input: { command } }),
    halt: (stopReason) => ({ continue: false, stopReason }),
    follow: block,
    refuse: (reason) => ({ decision: 'deny', reason }),
    greet: context,
    tell: context,
  },
};

/** It drops what starts a session, takes no other arguments, and goes on after a stop. */
const { greet: _, rewrite: __, halt: ___, ...terminai } = gemini.says;

const message = (content: string) => ({
  message: { customType: 'tests', content, display: false },
});

const refusal = (message: string) => ({ throw: true, message });

/** The words of each dialect whose scripts are played under real clients. */
export const dialects = {
  claude,
  cline: {
    events: {
      start: 'sessionStart',
      prompt: 'beforeRun',
      before: 'beforeTool',
      after: 'afterTool',
      stop: 'afterRun',
    },
    says: {
      allow: () => ({ policy: { autoApprove: true } }),
      deny: (reason) => ({ skip: true, reason }),
      rewrite: (command) => ({ input: { commands: [command] } }),
      context: (appendContext) => ({ appendContext }),
      halt: (reason) => ({ stop: true, reason }),
      refuse: (reason) => ({ stop: true, reason }),
      greet: (appendContext) => ({ appendContext }),
      tell: (appendContext) => ({ appendContext }),
    },
  },
  codex: {
    events: claude.events,
    says: {
      deny: permission('deny'),
      rewrite: claude.says.rewrite as never,
      context,
      follow: block,
      refuse: block,
      greet: context,
      tell: context,
    },
  },
  copilot: {
    events: {
      start: 'sessionStart',
      prompt: 'userPromptSubmitted',
      before: 'preToolUse',
      after: 'postToolUse',
      stop: 'agentStop',
    },
    says: {
      allow: (permissionDecisionReason) => ({
        permissionDecision: 'allow',
        permissionDecisionReason,
      }),
      deny: (permissionDecisionReason) => ({
        permissionDecision: 'deny',
        permissionDecisionReason,
      }),
      rewrite: (command) => ({ modifiedArgs: { command, description: 'as rewritten' } }),
      context: (additionalContext) => ({ additionalContext }),
      ask: (permissionDecisionReason) => ({ permissionDecision: 'ask', permissionDecisionReason }),
      follow: block,
      refuse: block,
      greet: (additionalContext) => ({ additionalContext }),
      tell: (additionalContext) => ({ additionalContext }),
    },
  },
  cursor: {
    events: {
      start: 'sessionStart',
      prompt: 'beforeSubmitPrompt',
      before: 'preToolUse',
      after: 'postToolUse',
      stop: 'stop',
    },
    says: {
      allow: (user_message) => ({ permission: 'allow', user_message }),
      deny: (user_message) => ({ permission: 'deny', user_message, agent_message: user_message }),
      rewrite: (command) => ({ permission: 'allow', updated_input: { command } }),
      ask: (user_message) => ({ permission: 'ask', user_message, agent_message: user_message }),
      follow: (followup_message) => ({ followup_message }),
      refuse: (user_message) => ({ continue: false, user_message }),
      greet: (additional_context) => ({ additional_context }),
      tell: (additional_context) => ({ additional_context }),
    },
  },
  gemini,
  opencode: {
    events: {
      start: 'session.created',
      prompt: 'chat.message',
      before: 'tool.execute.before',
      after: 'tool.execute.after',
      stop: 'session.idle',
    },
    says: {
      deny: refusal,
      rewrite: (command) => ({ args: { command, description: 'as rewritten' } }),
      halt: (text) => ({ ...refusal(text), abort: true }),
      follow: (prompt) => ({ prompt }),
      refuse: refusal,
      greet: (append) => ({ append }),
      tell: (append) => ({ append }),
    },
  },
  pi: {
    events: {
      start: 'session_start',
      prompt: 'input',
      before: 'tool_call',
      after: 'tool_result',
      stop: 'agent_before_settle',
    },
    says: {
      deny: (reason) => ({ block: true, reason }),
      rewrite: (command) => ({ input: { command } }),
      context: message,
      ask: (reason) => ({ ask: true, reason }),
      halt: (reason) => ({ block: true, reason, abort: true, abortReason: reason }),
      follow: (content) => ({
        continue: true,
        entries: [{ type: 'custom_message', customType: 'tests', content, display: true }],
      }),
      refuse: (reason) => ({ action: 'handled', reason }),
      greet: message,
      tell: (append) => ({ append }),
    },
  },
  qwen: {
    events: claude.events,
    says: {
      allow: permission('allow'),
      deny: permission('deny'),
      ask: permission('ask'),
      follow: block,
      refuse: block,
      greet: context,
      tell: context,
    },
  },
  tabnine: { ...gemini, says: { ...gemini.says, ask: (reason) => ({ decision: 'ask', reason }) } },
  terminai: { ...gemini, says: terminai },
  anyhook: {
    events: {
      start: 'session-start',
      prompt: 'prompt',
      before: 'before-tool',
      after: 'after-tool',
      stop: 'stop',
    },
    says: {
      allow: (reason) => ({ decision: 'allow', reason }),
      deny: (reason) => ({ decision: 'deny', reason }),
      rewrite: (command) => ({ input: { command } }),
      context: (text) => ({ context: text }),
      ask: (reason) => ({ decision: 'ask', reason }),
      halt: (haltReason) => ({ halt: true, haltReason }),
      follow: (followUp) => ({ followUp }),
      refuse: (reason) => ({ decision: 'deny', reason }),
      greet: (text) => ({ context: text }),
      tell: (text) => ({ context: text }),
    },
  },
} satisfies Partial<Record<Vendor | Id, Dialect>>;

/** A script for one of the dialect's events: what it wants is in what it is told; it keeps that. */
export function script({ events, says }: Dialect, moment: Moment): string {
  const answer = (wish: Exclude<Wish, 'allow'>) => {
    const text = wish === 'rewrite' ? command : said[wish];
    return `echo '${JSON.stringify(says[wish]?.(text, events[moment]))}'`;
  };
  const about = (wishes: readonly Exclude<Wish, 'allow'>[]) =>
    wishes.map((wish) => `*${wish}.txt*) ${says[wish] ? answer(wish) : ':'} ;;`).join('\n');
  const body: Record<Moment, string> = {
    start: says.greet ? answer('greet') : '',
    prompt: `case $input in *sk-live*) ${answer('refuse')} ;; esac`,
    before: `case $input in\n${about(['deny', 'rewrite', 'context', 'ask', 'halt'])}\nesac`,
    after: `case $input in\n${about(['tell'])}\nesac`,
    stop: `[ -f "$HOOK_SEEN.stopped" ] || { touch "$HOOK_SEEN.stopped"; ${answer('follow')}; }`,
  };
  return `input=$(cat)\nprintf '%s\\n' "$input" >> "$HOOK_SEEN"\n${body[moment]}\n`;
}
