import {
  asShell,
  type Effect,
  type FinishedCommand,
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
  valueField,
  withUsualWildcards,
} from './effect.ts';

/** The response that 0.61.0 takes from a command; facts/gemini-cli.md, sections 0 and 1. */
export function output(ran: FinishedCommand): Json | undefined {
  if (ran.timedOut) return undefined; // everything printed is discarded, #12
  const text = ran.stdout.trim() || ran.stderr.trim(); // stderr if stdout is blank, #3
  if (!text) return undefined;
  let value = parseJson(text);
  if (typeof value === 'string') {
    const inner = parseJson(value); // double-encoded is read once more, section 1
    if (inner === undefined) value = undefined;
    else value = inner;
  }
  if (typeof value === 'object' && value !== null) return value as Json; // at any exit code, #3
  if (value !== undefined) return undefined; // a number, a boolean or null: no output, section 1
  const code = ran.code ?? 0; // death by a signal is like 0, section 1
  if (code === 0) return { decision: 'allow', systemMessage: text };
  if (code === 1) return { decision: 'allow', systemMessage: `Warning: ${text}` };
  return { decision: 'deny', reason: text }; // every other code blocks with its text, #2
}

const anyWins = ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'SessionStart'];
const lastWins = ['BeforeModel', 'AfterModel'];
const refuses = (said: Json): boolean => said.decision === 'deny' || said.decision === 'block';

/** Outputs of several hooks as one; section 4. Undefined: the whole event's output is lost. */
export function mergeOutputs(event: string, outputs: readonly Json[]): Json | undefined {
  if (!outputs.length) return undefined;
  if (event === 'BeforeToolSelection') return selection(outputs);
  if (lastWins.includes(event)) {
    const extras = outputs.map((one) => ({ ...(one.hookSpecificOutput as Json) }));
    return { ...Object.assign({}, ...outputs), hookSpecificOutput: Object.assign({}, ...extras) };
  }
  return anyWins.includes(event) ? either(outputs) : Object.assign({}, ...outputs);
}

function either(outputs: readonly Json[]): Json | undefined {
  const all: Json = {};
  const joined: Record<string, unknown[]> = { stopReason: [], reason: [], systemMessage: [] };
  const contexts: string[] = [];
  for (const one of outputs) {
    if (one.continue === false) {
      all.continue = false;
      if (one.stopReason) joined.stopReason?.push(one.stopReason); // else dropped, 2.1
    }
    if (refuses(one) || (one.decision === 'ask' && !refuses(all))) all.decision = one.decision;
    if (one.reason) joined.reason?.push(one.reason); // of allowing hooks as well
    if (one.systemMessage) joined.systemMessage?.push(one.systemMessage);
    const extra = one.hookSpecificOutput as Json | undefined;
    if (!extra) continue;
    if (typeof extra !== 'object') {
      if (typeof extra === 'string') return undefined; // TypeError, all is lost, section 0
      continue;
    }
    const { clearContext, ...rest } = extra;
    const clear = clearContext === true ? { clearContext } : {};
    all.hookSpecificOutput = { ...(all.hookSpecificOutput as Json), ...clear, ...rest };
    if (typeof extra.additionalContext === 'string') contexts.push(extra.additionalContext);
  }
  for (const [key, values] of Object.entries(joined))
    if (values.length) all[key] = values.join('\n');
  if (contexts.length) (all.hookSpecificOutput as Json).additionalContext = contexts.join('\n');
  return all;
}

/** NONE before ANY before AUTO, and the union of names; 2.6. Anything at all sends AUTO. */
function selection(outputs: readonly Json[]): Json {
  const configs = outputs
    .map((one) => (one.hookSpecificOutput as Json | undefined)?.toolConfig as Json | undefined)
    .filter((one) => one);
  const modes = configs.map((one) => one?.mode);
  const mode = ['NONE', 'ANY'].find((word) => modes.includes(word)) ?? 'AUTO';
  const lists = configs.map((one) => one?.allowedFunctionNames ?? []);
  const iterable = lists.every((one) => typeof (one as string)[Symbol.iterator] === 'function');
  if (!iterable) return {}; // TypeError, all is lost
  const names = mode === 'NONE' ? [] : [...new Set(lists.flatMap((one) => [...(one as [])]))];
  return { hookSpecificOutput: { toolConfig: { mode, allowedFunctionNames: names.sort() } } };
}

/** Whether a model's answer given in place of its own has the shape that is built on. */
const answers = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value.candidates) &&
  value.candidates.every((one) => Array.isArray(one?.content?.parts));

/** The effect of a response on one event; section 2. */
export function effect(event: string, said: Json | undefined): Effect {
  if (!said) return pass;
  const extra = isObject(said.hookSpecificOutput) ? said.hookSpecificOutput : {};
  const stops = said.continue === false; // "false" and 0 are ignored, 2.1
  const denies = refuses(said); // exact case, section 0
  const why = reasonField(said.stopReason || said.reason);
  const shown = textField('message', said.systemMessage);
  const context = textField('context', extra.additionalContext);
  const clear = extra.clearContext === true ? { clear: true as const } : {};
  switch (event) {
    case 'BeforeTool': {
      if (stops) return { verdict: 'halt', ...why, ...shown };
      if (denies) return { verdict: 'deny', ...why, ...shown };
      const input = isObject(extra.tool_input) ? { input: extra.tool_input } : {}; // replaces, #4
      if (said.decision === 'ask') return { verdict: 'ask', ...why, ...shown, ...input };
      return { verdict: 'pass', ...input, ...shown }; // allow and approve grant nothing, #6
    }
    case 'BeforeAgent':
      if (stops) return { verdict: 'halt', ...why, ...shown };
      return denies ? { verdict: 'deny', ...why, ...shown } : { ...pass, ...context, ...shown };
    case 'BeforeModel': {
      const response = extra.llm_response;
      if (stops) return { verdict: 'halt', ...why, ...shown };
      if (denies && response && !answers(response)) return { ...pass, ...shown }; // throws, asks
      if (denies) return { verdict: 'deny', ...why, ...valueField('response', response), ...shown };
      return { ...pass, ...valueField('request', extra.llm_request), ...shown };
    }
    case 'AfterAgent':
      if (stops) return { verdict: 'halt', ...clear, ...shown };
      if (!denies) return { ...pass, ...shown };
      return { ...pass, followUp: why.reason ?? 'No reason provided', ...clear, ...shown }; // 2.4
    case 'AfterTool':
      if (stops) return { verdict: 'halt', ...why, ...shown };
      if (denies) return { ...pass, replaced: why.reason ?? 'No reason provided', ...shown };
      return { ...pass, ...context, ...tailOf(extra), ...shown };
    case 'AfterModel': {
      const value = extra.llm_response as { candidates?: [{ content?: { parts?: [] } }] };
      if (stops) return { verdict: 'halt', ...why, ...shown };
      // A deny still prints the chunk, and runs a tool call in it, 2.7
      const whole = !denies && value?.candidates?.[0]?.content?.parts?.length && answers(value);
      return { ...pass, ...(whole ? { response: value } : {}), ...shown };
    }
    case 'BeforeToolSelection': {
      const { mode, allowedFunctionNames } = (extra.toolConfig ?? {}) as Json;
      const plain = mode === undefined || (mode === 'AUTO' && !(allowedFunctionNames as []).length);
      return plain ? pass : { ...pass, offered: { mode, names: allowedFunctionNames } };
    }
    case 'SessionStart':
      return { ...pass, ...context, ...shown };
    default:
      return { ...pass, ...shown }; // only shown, 2.9 to 2.11
  }
}

const tailOf = ({ tailToolCallRequest }: Json): Partial<Effect> =>
  isObject(tailToolCallRequest) ? { tail: tailToolCallRequest } : {};

/** Gemini CLI 0.61.0, several hooks. */
export const mergingOracle: MergingOracle = (event, ran) => {
  const outputs = ran.map((one) => output(asShell(one))).filter((one) => one !== undefined);
  return effect(event, mergeOutputs(event, outputs));
};

/** Gemini CLI 0.61.0. */
export const gemini: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

const compared: Record<string, string> = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreCompress: 'trigger',
};

/** A tool's name is searched, the word of another event must be it; facts/gemini-cli.md, Matchers */
export const matcherOracle: MatcherOracle = withUsualWildcards((event, matcher, payload) => {
  const word = compared[event];
  if (word !== undefined) return payload[word] === matcher;
  return matchesExpression(matcher, /Tool$/.test(event) ? payload.tool_name : undefined);
});

/** Gemini CLI 0.61.0 fails a call without the arguments that a rewrite leaves out. */
export const rewrites = 'replace';

export { listHappenings } from './happenings/gemini.ts';
