import { type Check, flag, oneOf, text } from './checks.ts';
import {
  asShell,
  type Effect,
  type EffectOnPayload,
  type FinishedCommand,
  isObject,
  type Json,
  type MatcherOracle,
  type MergingOracle,
  type Oracle,
  parseJson,
  pass,
  reasonField,
  textField,
} from './effect.ts';

/**
 * What Claude Code reads from a command: an answer, plain text, and the text of exit code 2; facts/claude-
 * code.md, 0.
 */
interface Taken {
  said: Json;
  text: string;
  /** Exit 2, or with `onFailure: block` a failure. */
  blocked?: string | undefined;
}

const ruling: Check = (value) =>
  isObject(value) &&
  (value.behavior === 'allow'
    ? value.updatedInput === undefined || isObject(value.updatedInput)
    : value.behavior === 'deny' && fits(value, { message: text, interrupt: flag }));

const answer = {
  ...{ continue: flag, suppressOutput: flag, stopReason: text, systemMessage: text },
  ...{ decision: oneOf('approve', 'block'), reason: text },
};
const context = { additionalContext: text };
const permission = {
  permissionDecision: oneOf('allow', 'deny', 'ask', 'defer'),
  permissionDecisionReason: text,
};
/** What `hookSpecificOutput` may hold; an event without a row must have none. */
const specific: Record<string, Record<string, Check>> = {
  PreToolUse: { ...permission, updatedInput: isObject, ...context },
  PreModelSwitch: permission,
  PermissionRequest: { decision: ruling },
  PostToolUse: context,
  PostToolUseFailure: context,
  PostToolBatch: context,
  UserPromptSubmit: { ...context, sessionTitle: text },
  UserPromptExpansion: context,
  SessionStart: { ...context, initialUserMessage: text, sessionTitle: text },
  SubagentStart: context,
  SubagentStop: context,
  Stop: context,
  PostModelSwitch: context,
  MessageDisplay: { displayContent: text },
};

const fits = (value: Json, checks: Record<string, Check>): boolean =>
  Object.entries(checks).every(([key, check]) => value[key] === undefined || check(value[key]));

/**
 * Tells whether an answer is valid. One wrong type or word makes Claude Code drop the whole answer;
 * unknown keys are harmless, 0 #1.
 */
function valid(event: string, said: Json): boolean {
  if (!fits(said, answer)) return false;
  if (!('hookSpecificOutput' in said)) return true;
  const extra = said.hookSpecificOutput;
  const checks = specific[event];
  return isObject(extra) && extra.hookEventName === event && !!checks && fits(extra, checks);
}

function taken(event: string, ran: FinishedCommand, closed: boolean): Taken {
  const failed: Taken = { said: {}, text: '', ...(closed && { blocked: '' }) };
  if (ran.timedOut) return failed; // what was printed is thrown away
  const printed = ran.stdout.trim(); // a BOM as well
  const err = ran.stderr.trim();
  const value = printed.startsWith('{') ? parseJson(printed) : undefined;
  const object = isObject(value);
  if (object && value.async === true) return { said: {}, text: '' };
  const said = object && valid(event, value) ? value : {}; // at any exit code, 0 #3
  if (ran.code === 2) return { said, text: '', blocked: err };
  if (object && said !== value) return { ...failed, ...(closed && { blocked: printed }) };
  if (object) return { said, text: '' };
  if (ran.code !== 0) return { ...failed, ...(closed && { blocked: err }) };
  return { said: {}, text: printed };
}

/** Returns the effect of what was read from one hook. */
function effect(event: string, { said, text, blocked }: Taken): Effect {
  const extra = (said.hookSpecificOutput ?? {}) as Json;
  const ends = said.continue === false ? { ends: true as const } : {};
  const blocks = said.decision === 'block' || blocked !== undefined;
  const why = said.decision === 'block' ? said.reason : blocked;
  const shown = textField('message', said.systemMessage);
  const more = textField('context', extra.additionalContext);
  const told = textField('context', [extra.additionalContext, why].filter(Boolean).join('\n'));
  switch (event) {
    case 'PreToolUse':
    case 'PreModelSwitch': {
      const denies = extra.permissionDecision === 'deny';
      const stops = said.continue === false && event === 'PreToolUse';
      const stopped = stops ? said.stopReason : undefined;
      const own = denies ? extra.permissionDecisionReason : why;
      const because_ = reasonField(
        denies ? [own, stopped].filter(Boolean).join('\n') : (stopped ?? own),
      );
      const then = event === 'PreToolUse' ? ends : {};
      if (denies || blocks) return { verdict: 'deny', ...because_, ...more, ...shown, ...then };
      const asked = reasonField(extra.permissionDecisionReason);
      const input = isObject(extra.updatedInput) ? { input: extra.updatedInput } : {};
      if (extra.permissionDecision === 'defer') return { verdict: 'halt', ...asked, ...shown };
      if (extra.permissionDecision === 'ask')
        return { verdict: 'ask', ...asked, ...input, ...more, ...shown }; // a stop is forgotten
      const allows = extra.permissionDecision === 'allow' || said.decision === 'approve';
      return { verdict: allows ? 'allow' : 'pass', ...input, ...more, ...shown, ...then };
    }
    case 'PermissionRequest': {
      const { behavior, message, interrupt, updatedInput } = (extra.decision ?? {}) as Json;
      const stops = interrupt === true ? { ends: true as const } : {};
      if (behavior === 'deny') return { verdict: 'deny', ...reasonField(message), ...stops };
      if (behavior !== 'allow') return pass; // exit 2 and the rest are ignored
      return { verdict: 'allow', ...(isObject(updatedInput) ? { input: updatedInput } : {}) };
    }
    case 'PostToolUse': {
      const { updatedToolOutput: own, updatedMCPToolOutput: mcp } = extra;
      const output = own === undefined && mcp === undefined ? {} : { output: { own, mcp } };
      return { ...over(said), ...told, ...output, ...shown }; // the output stays, 3
    }
    case 'PostToolUseFailure': // a stop is ignored
      return { ...pass, ...told, ...shown };
    case 'PostToolBatch':
      return blocks ? { verdict: 'halt', ...shown } : { ...over(said), ...more, ...shown };
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      if (said.continue === false) return { verdict: 'halt', ...reasonField(said.stopReason) };
      if (blocks) return { verdict: 'deny', ...reasonField(why) };
      return {
        ...{ ...pass, ...textField('context', extra.additionalContext ?? text), ...shown },
        ...textField('title', extra.sessionTitle),
      };
    case 'SessionStart':
      return {
        ...{ ...pass, ...textField('context', extra.additionalContext ?? text), ...shown },
        ...textField('firstPrompt', extra.initialUserMessage),
        ...textField('title', extra.sessionTitle),
      };
    case 'SubagentStart':
      return { ...pass, ...more };
    case 'Stop':
    case 'SubagentStop': {
      if (said.continue === false)
        // of a sub-agent as well, but its parent goes on
        return event === 'Stop' ? { verdict: 'halt', ...shown } : pass;
      const again = blocks || extra.additionalContext ? { followUp: told.context ?? '' } : {};
      return { ...pass, ...again, ...(event === 'Stop' ? shown : {}) };
    }
    case 'ConfigChange': // its page; nothing was seen of it
    case 'TaskCreated':
    case 'TaskCompleted':
      return blocks ? { verdict: 'deny', ...reasonField(why) } : pass;
    case 'PreCompact':
      if (blocks) return { verdict: 'deny', ...reasonField(why) };
      // What is printed is appended to its instructions, an answer as well
      return { ...pass, ...textField('context', text || printedOf(said)) };
    case 'PostCompact': // all of it turns up in what the model is told next
      return { ...pass, ...textField('context', text || printedOf(said) || blocked) };
    case 'SessionEnd':
      return { ...pass, ...textField('message', blocked) };
    case 'MessageDisplay':
      return { ...pass, ...textField('display', extra.displayContent) };
    default:
      return pass;
  }
}

/** Returns the effect of `continue: false` after a call has run. */
const over = ({ continue: goesOn, stopReason }: Json): Effect =>
  goesOn === false ? { verdict: 'halt', ...reasonField(stopReason) } : pass;

const printedOf = (said: Json): string => (Object.keys(said).length ? JSON.stringify(said) : '');

/** Returns the effect of one hook. `closed`: its entry says `onFailure: block`. */
export const effectOf = (event: string, ran: FinishedCommand, closed = false): Effect =>
  effect(event, taken(event, asShell(ran), closed));

const order = ['deny', 'halt', 'ask', 'allow', 'pass'] as const; // a `defer` loses to a deny, 4

/**
 * Combines the effects of hooks that run in parallel: the reason of the first refusal, all contexts, the
 * last rewrite; section 4.
 */
export function mergeEffects(all: readonly Effect[]): Effect {
  const verdict = order.find((word) => all.some((one) => one.verdict === word)) ?? 'pass';
  const { reason } = all.find((one) => one.verdict === verdict) ?? {};
  const lines = (key: 'context' | 'followUp' | 'message') => {
    const some = all.flatMap((one) => one[key] ?? []);
    return some.length ? { [key]: some.join('\n') } : {};
  };
  const one: Effect = {
    ...Object.assign({}, ...all),
    ...{ ...lines('context'), ...lines('followUp'), ...lines('message') },
    verdict,
  };
  const { ends, reason: _, input, ...rest } = one;
  const over = verdict === 'deny' && ends;
  return {
    ...rest,
    verdict: over ? 'halt' : verdict,
    ...reasonField(reason),
    ...(input && verdict !== 'deny' && verdict !== 'halt' ? { input } : {}),
    ...(ends && !over && verdict !== 'halt' ? { ends } : {}),
  };
}

/** Claude Code 2.1.330, several hooks. */
export const mergingOracle: MergingOracle = (event, ran) =>
  mergeEffects(ran.map((one) => effectOf(event, one)));

/** Claude Code 2.1.330. */
export const claude: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** A rewritten output must have the tool's own shape; of an MCP tool it is its content. */
export const effectOnPayload: EffectOnPayload = (
  heard,
  { tool_name: tool, tool_response: was },
) => {
  if (heard.output === undefined) return heard;
  const { output, ...rest } = heard;
  const { own, mcp } = output as { own: unknown; mcp: unknown };
  if (String(tool).startsWith('mcp__')) {
    const content = mcp ?? own;
    if (typeof content === 'string') return { ...rest, output: parts(content) };
    return Array.isArray(content) ? { ...rest, output: { content } } : rest;
  }
  if (!isObject(own) || !isObject(was)) return rest;
  const keys = Object.keys(was); // none: of a tool whose result nobody has told
  const like = keys.filter((key) => key in own && typeof own[key] === typeof was[key]);
  return like.length > 1 || (keys.length > 0 && like.length === keys.length)
    ? { ...rest, replaced: strings(own).join('\n') }
    : rest;
};

const parts = (text: string) => ({ content: [{ type: 'text', text }] });
const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value
      ? Object.entries(value).flatMap(([key, one]) =>
          ['mode', 'type', 'filePath'].includes(key) ? [] : strings(one),
        )
      : [];

const subjects: Record<string, string> = {
  ...{ PreToolUse: 'tool_name', PostToolUse: 'tool_name', PostToolUseFailure: 'tool_name' },
  ...{ PermissionRequest: 'tool_name', PermissionDenied: 'tool_name' },
  ...{ SessionStart: 'source', SessionEnd: 'reason', Setup: 'trigger', PreCompact: 'trigger' },
  ...{ SubagentStart: 'agent_type', SubagentStop: 'agent_type' },
  ...{ Notification: 'notification_type', ConfigChange: 'source' },
};

/** Tells whether Claude Code reads a file with such an entry at all, 0 #6. */
export const loads = ({ timeout = 1, matcher = '' }: Json): boolean =>
  typeof timeout === 'number' && timeout > 0 && typeof matcher === 'string';

/** Names, or an expression that is searched; facts/claude-code.md, 5. */
export const matcherOracle: MatcherOracle = (event, matcher, payload) => {
  const subject = payload[subjects[event] ?? ''];
  if (subject === undefined || matcher === '' || matcher === '*') return true;
  if (/^[\w ,|-]+$/.test(matcher))
    return matcher.split(/[|,]/).some((name) => name.trim() === subject);
  try {
    return new RegExp(matcher).test(String(subject));
  } catch {
    return false; // no expression, no call
  }
};

/** Claude Code 2.1.330 does not run a call that lacks what its tool requires. */
export const rewrites = 'replace';
