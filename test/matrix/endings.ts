import type { Finished } from '../../src/mapping/adapter.ts';
import { responses } from '../conformance/fixtures.ts';
import { stderrs, stdouts } from '../shim/behaviours.ts';

/** A finished hook command with a name. */
export interface NamedEnding {
  name: string;
  ran: Finished;
  /** Whether the command exited with code 0. */
  plain: boolean;
}

/** Every way in which a command can end, by name. */
export const ends: Record<string, Omit<Finished, 'stdout' | 'stderr'>> = {
  'exit 0': { code: 0 },
  'exit 1': { code: 1 },
  'exit 2': { code: 2 },
  'exit 3': { code: 3 },
  'exit 126': { code: 126 },
  'exit 127': { code: 127 },
  'exit 137': { code: 137 },
  killed: { code: null, signal: 'SIGKILL' },
  'timed out': { code: null, signal: 'SIGTERM', timedOut: true },
  'too much': { code: null, signal: 'SIGKILL', tooMuch: true },
  'not started': { code: null, notStarted: '/no/such: not found' },
};

const json = JSON.stringify;
const deny = { decision: 'deny', permission: 'deny', continue: false };
const all = { ...deny, reason: 'no', user_message: 'no' };

/** Further texts that a hook may print to stdout, by name. */
const more: Record<string, string> = {
  'deny beside unknown keys': json({ ...all, zzz: { a: [1] }, version: 9 }),
  'bytes that are no UTF-8': `{"decision":"deny","permission":"deny","reason":"\uFFFD\uFFFD"}`,
  'huge deny': json({ ...all, pad: 'x'.repeat(100_000) }),
  'huge text': 'line\n'.repeat(20_000),
  'deny with an answer of no shape': json({
    ...all,
    hookSpecificOutput: { llm_response: { text: 'x' } },
    response: { text: 'x' },
  }),
  'deny with an answer': json({
    ...all,
    hookSpecificOutput: {
      llm_response: { candidates: [{ content: { role: 'model', parts: ['x'] } }] },
    },
    response: { candidates: [{ content: { role: 'model', parts: ['x'] } }] },
  }),
  'an answer': json({
    hookSpecificOutput: {
      llm_response: { candidates: [{ content: { role: 'model', parts: ['x'] } }] },
    },
    response: { candidates: [{ content: { role: 'model', parts: ['x'] } }] },
  }),
  'deny: true': json({ deny: true }),
  denied: json({ decision: ' Denied', permission: 'Denied', reason: 'no' }),
  'decision: maybe': json({ decision: 'maybe', permission: 'maybe', reason: 'hm' }),
  'a refusal in a key that is not known': json({ verdict: 'deny', reason: 'no' }),
  'keys that are not known': json({ level: 'info', text: 'fine' }),
  'an allow beside a key that is not known': json({
    decision: 'allow',
    permission: 'allow',
    zzz: 1,
  }),
  'Claude deny with its name': json({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    },
  }),
  'Copilot deny': json({ permissionDecision: 'deny', permissionDecisionReason: 'no' }),
  'permission allow beside a decision to deny': json({ decision: 'deny', permission: 'allow' }),
  'what says nothing in any dialect': json({ continue: true, suppressOutput: false }),
  'half a list': '[{"decision":"deny"',
  'log line in brackets': '[guard] ok',
  true: 'true',
  'verdict twice':
    '{"decision":"deny","permission":"deny","decision":"allow","permission":"allow"}',
  'deny and a stop': json({ ...deny, reason: 'no', stopReason: 'enough', systemMessage: 'note' }),
  'context and a note': json({
    hookSpecificOutput: { additionalContext: 'more <b> & more' },
    additional_context: 'more <b> & more',
    context: 'more <b> & more',
    systemMessage: 'note',
    message: 'note',
    user_message: 'note',
  }),
  'follow-up': json({
    decision: 'block',
    reason: 'go on',
    followup_message: 'go on',
    followUp: 'go on',
  }),
  'new request': json({
    hookSpecificOutput: { llm_request: { model: 'm', messages: [{ role: 'user', content: 'x' }] } },
    request: { model: 'm', messages: [{ role: 'user', content: 'x' }] },
  }),
  'new output': json({
    updated_mcp_tool_output: { content: [{ type: 'text', text: 'clean' }] },
    output: { content: [{ type: 'text', text: 'clean' }] },
  }),
  'result replaced': json({ ...deny, reason: 'hidden', replaced: 'hidden' }),
  'tools taken away': json({
    hookSpecificOutput: { toolConfig: { mode: 'NONE', allowedFunctionNames: [] } },
    toolMode: 'NONE',
    toolNames: [],
  }),
  'ask and rewrite': json({
    decision: 'ask',
    permission: 'ask',
    reason: 'sure?',
    hookSpecificOutput: { tool_input: { command: 'echo safe' } },
    updated_input: { command: 'echo safe' },
    input: { command: 'echo safe' },
  }),
};

/** Returns the responses in the fixtures that hooks of a dialect print on an event. */
function words(dialect: string, native: string): Record<string, string> {
  const { hears = [] } = responses[dialect] ?? {};
  const own = hears.filter(({ on }) =>
    [on].flat().some((name) => name.split('-').includes(native) || name === native),
  );
  return Object.fromEntries(own.map(({ response }) => [json(response), json(response)]));
}

/**
 * Finished commands in three lists. `full`: the whole product of endings, stdout and stderr. `short`: a part of
 * it. `brief`: of that part the vendor's own responses and a few others.
 */
interface Records {
  full: NamedEnding[];
  short: NamedEnding[];
  brief: NamedEnding[];
}

const known = new Map<string, Records>();

/** The endings with which a huge text is tried. */
const hugely = ['exit 0', 'exit 2'];

/** Lists finished commands for one event of a dialect. */
export function listEndings(dialect: string, native: string): Records {
  const key = `${dialect} ${native}`;
  const found = known.get(key);
  if (found) return found;
  const own = words(dialect, native);
  const printed = Object.entries({ ...stdouts, ...more, ...own });
  const errors = Object.entries(stderrs);
  const full: NamedEnding[] = [];
  const short: NamedEnding[] = [];
  const brief: NamedEnding[] = [];
  for (const [end, how] of Object.entries(ends)) {
    printed.forEach(([said, stdout], i) => {
      errors.forEach(([err, stderr], j) => {
        if (how.notStarted !== undefined && (stdout || stderr)) return;
        if (said.startsWith('huge') && (j || !hugely.includes(end))) return;
        const name = [end, said, err].join(', ');
        const one = { name, ran: { ...how, stdout, stderr } as Finished, plain: how.code === 0 };
        full.push(one);
        // All that is printed at 0, and at any other end one thing in five.
        if (one.plain ? j !== 0 : (i + j) % 11 !== 0 || said.startsWith('huge')) return;
        short.push(one);
        if ((one.plain && said in own) || short.length % 7 === 0) brief.push(one);
      });
    });
  }
  const all = { full, short, brief };
  known.set(key, all);
  return all;
}
