import type { Vendor } from '../../src/adapters/index.ts';
import type { Reason } from '../matrix/reasons.ts';
import {
  type Effect,
  type EffectOnPayload,
  type FinishedCommand,
  type Happening,
  isObject,
  type Json,
  type MatcherOracle,
  type MergingOracle,
  matchesExpression,
  type Oracle,
  parseJson,
  pass,
  reasonField,
  textField,
  withUsualWildcards,
} from './effect.ts';
import { mcpCalls, readRecordedPayloads, unknownToolNames } from './happenings/usual.ts';

export { callPlugin } from './pi-client.ts';

/** Events whose handler can refuse. */
const gates = ['input', 'before_agent_start', 'tool_call', 'user_bash'];

/** The texts of a list of parts. Undefined: it has others, such as images, or none. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) && content.length ? content : [undefined];
  const texts = parts.map((part) => (isObject(part) && part.type === 'text' ? part.text : null));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined;
}

/** A custom message, which the model sees. */
const contextOf = ({ message }: Json) =>
  textField('context', isObject(message) ? message.content : undefined);

/** Before a call; facts/pi.md, 0 #7 and 4. `rewrites`: the arguments can be changed. */
function beforeCall(said: Json, rewrites: boolean): Effect {
  const more = rewrites ? contextOf(said) : {};
  const why = reasonField(said.reason);
  if (said.block && said.abort === true && rewrites)
    return { verdict: 'halt', ...reasonField(said.abortReason ?? said.reason), ...more };
  if (said.block) return { verdict: 'deny', ...why, ...more }; // by truthiness
  const input = rewrites && isObject(said.input) ? { input: said.input } : {};
  if (said.ask === true) return { verdict: 'ask', ...why, ...input, ...more };
  return { ...pass, ...input, ...more };
}

/** After a call: contents, whether the run ends, and what is put behind the content. */
function afterCall(said: Json): Effect {
  const more = textField('context', said.append);
  if (said.abort === true) return { verdict: 'halt', ...reasonField(said.abortReason), ...more };
  const { content } = said;
  const text = textOf(content);
  if (text !== undefined) return { ...pass, replaced: text, ...more };
  return { ...pass, ...(Array.isArray(content) ? { output: { content } } : {}), ...more };
}

/** The messages with which the run goes on. `continue` alone does nothing, and they do it alone; 4. */
function followUpOf({ entries }: Json): Partial<Effect> {
  const contents = (Array.isArray(entries) ? entries : []).flatMap((entry) =>
    isObject(entry) && entry.type === 'custom_message' ? [entry.content] : [],
  );
  const texts = contents.filter((content) => typeof content === 'string');
  return textField('followUp', texts.join('\n'));
}

/** A prompt that is not sent, and the reason as the person reads it. */
const refusedPrompt = ({ abort, abortReason, reason }: Json): Effect =>
  abort === true
    ? { verdict: 'halt', ...reasonField(abortReason ?? reason) }
    : { verdict: 'deny', ...reasonField(reason) };

function effect(event: string, said: Json): Effect {
  const denied: Effect = { verdict: 'deny', ...reasonField(said.reason) };
  switch (event) {
    case 'tool_call':
      return beforeCall(said, true);
    case 'user_bash':
      return beforeCall(said, false);
    case 'tool_result':
      return afterCall(said);
    case 'input': {
      // A refused prompt starts no run. One that is sent into a run does not end it, unless the run is broken off.
      if (said.action === 'handled') return refusedPrompt(said);
      const prompt = said.action === 'transform' ? textField('prompt', said.text) : {};
      return { ...pass, ...prompt, ...contextOf(said) };
    }
    case 'before_agent_start':
      // The client takes no refusal here. Our plugin breaks the run off for the word that refuses at `input`.
      return said.action === 'handled' ? refusedPrompt(said) : { ...pass, ...contextOf(said) };
    case 'session_start':
      return { ...pass, ...contextOf(said) };
    case 'agent_before_settle':
      return { ...pass, ...followUpOf(said) };
    case 'session_before_compact':
      if (said.cancel !== true) return pass;
      return said.abort === true
        ? { verdict: 'halt', ...reasonField(said.abortReason ?? said.reason) }
        : denied;
    default:
      return pass;
  }
}

/** A refusal by exit code, as an answer. The client has no commands, so what it means is ours to say. */
function refusalAt(event: string, text: string): Json {
  const reason = text || undefined;
  if (event === 'input' || event === 'before_agent_start') return { action: 'handled', reason };
  if (event === 'tool_result')
    return { content: [{ type: 'text', text: text || 'Blocked by a hook.' }], isError: true };
  if (event === 'session_before_compact') return { cancel: true, reason };
  if (event === 'agent_before_settle')
    return { entries: [{ type: 'custom_message', content: text }] };
  return { block: true, reason };
}

/** A handler that throws before a call refuses it, 0 #4; a command that fails does so at every gate. */
function effectOf(event: string, ran: FinishedCommand): Effect {
  const failed: Effect = gates.includes(event) ? { verdict: 'deny' } : pass;
  if (ran.timedOut || ran.notStarted !== undefined) return failed;
  if (ran.code === 2) return effect(event, refusalAt(event, ran.stderr.trim()));
  if (ran.code !== 0) return failed;
  const printed = ran.stdout.trim();
  if (!printed) return pass;
  const said = parseJson(printed);
  if (!isObject(said)) return failed;
  return event === 'session_shutdown'
    ? pass
    : { ...effect(event, said), ...textField('message', said.notify) };
}

const ends: readonly Effect['verdict'][] = ['ask', 'deny', 'halt'];

/** Several hooks: one after another, and what refuses or asks is the last; 5. */
export const mergingOracle: MergingOracle = (event, ran) => {
  const all = ran.map((one) => effectOf(event, one));
  const last = all.findIndex(({ verdict }) => ends.includes(verdict));
  const heard = last < 0 ? all : all.slice(0, last + 1);
  const joined = (['context', 'followUp', 'message', 'replaced'] as const).flatMap((key) => {
    const texts = heard.flatMap((one) => one[key] ?? []);
    return texts.length ? [[key, texts.join('\n')] as const] : [];
  });
  const { reason, ...others } = Object.assign({}, ...heard) as Effect;
  return {
    ...others,
    ...Object.fromEntries(joined),
    verdict: heard.at(-1)?.verdict ?? 'pass',
    ...reasonField(last < 0 ? undefined : heard[last]?.reason),
  };
};

/** Pi 1.5.2 with our plugin in it, which applies an answer as our own runs of the client showed. */
export const pi: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** What no call is made without; 6. */
const needed: Record<string, string> = {
  ...{ bash: 'command', powershell: 'command', read: 'path', write: 'path', edit: 'path' },
  ...{ grep: 'pattern', find: 'pattern' },
};

/** Rewritten arguments are not validated: a call without its main one fails, or does nothing. */
export const effectOnPayload: EffectOnPayload = (heard, { event }) => {
  const { input, ...rest } = heard;
  const key = needed[String((event as Json | undefined)?.toolName)];
  return input && key && !(key in input) ? { ...rest, verdict: 'deny' } : heard;
};

/** There are no matchers: a hook that has one is started where it is found in the name of the tool, or in the reason. */
export const matcherOracle: MatcherOracle = withUsualWildcards((_, matcher, payload) => {
  const { toolName, reason } = (payload.event ?? {}) as Json;
  return matchesExpression(matcher, toolName ?? reason);
});

/** The plugin lays the arguments of a rewrite in place of all others. */
export const rewrites = 'replace';

/**
 * What happens in it: all that was recorded, and calls of further tools. What the person types after `!`, and the end of a
 * run that the person broke off, are left out: no entry of ours stands at their events, and both are said to be gaps.
 */
export function listHappenings(vendor: Vendor): Happening[] {
  const recorded = readRecordedPayloads(vendor);
  const withOther: Record<string, string> = {
    ...{ input: 'before_agent_start', before_agent_start: 'input' },
    ...{ agent_before_settle: 'agent_settled', agent_settled: 'agent_before_settle' },
  };
  // The gaps of its settings name what converted hooks do not hear of.
  const unheard = ['user_bash', 'agent_settled-aborted'];
  const list: Happening[] = [...recorded]
    .filter(([name]) => !unheard.includes(name))
    .map(([name, payload]) => {
      const { type } = payload.event as { type: string };
      // `agent_settled` does not tell a run that failed from one that was completed.
      const other = name.endsWith('-error') ? undefined : recorded.get(withOther[type] ?? '');
      return { name, payloads: [payload, ...(other ? [other] : [])] };
    });
  for (const like of ['tool_call-bash', 'tool_result-bash']) {
    const payload = recorded.get(like) as Json;
    const called = (toolName: string) => [
      { ...payload, event: { ...(payload.event as Json), toolName, input: {} } },
    ];
    // On Windows, `powershell` is its own name of a shell, which has arguments.
    const others = unknownToolNames.filter((name) => name !== 'powershell');
    for (const name of others) list.push({ name, payloads: called(name) });
    for (const mcp of mcpCalls) {
      const name = `mcp__${mcp.server}__${mcp.tool}`.replaceAll('-', '_');
      list.push({ name, payloads: called(name), mcp });
    }
  }
  return list;
}

/** What Pi does otherwise than the agent of a hook. */
export const reasons: readonly Reason[] = [
  {
    what: ['output', 'replaced'],
    severity: 'stricter',
    where: 'a result with an image from a hook of Pi, where the tool’s result has another form',
    dialects: ['pi'],
    why: 'The model sees the new result as a text.',
    fits: ({ losses }) => losses.some(({ kind, path }) => kind === 'stricter' && path === 'output'),
  },
  {
    what: ['followUp'],
    severity: 'lossy',
    where: 'Pi at `agent_settled`',
    hosts: ['pi'],
    why: 'The person has broken the run off, and no hook starts it again.',
    fits: ({ place }) => place.fired === 'agent_settled',
  },
  {
    what: ['halt'],
    severity: 'unsafe',
    where: 'Pi at `user_bash`',
    hosts: ['pi'],
    why: 'The person typed the command, and no run is there to be ended: the command is refused.',
    fits: ({ place, host }) => place.fired === 'user_bash' && host.verdict === 'deny',
  },
  {
    what: ['halt'],
    severity: 'unsafe',
    where: 'Pi at `session_start` and `session_compact`',
    hosts: ['pi'],
    why: 'No run is there to be ended. What a guard must stop, it can stop at the next event.',
    fits: ({ place }) => ['session_start', 'session_compact'].includes(place.fired),
  },
];
