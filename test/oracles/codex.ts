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

const any: Check = () => true;

/** Exactly these keys; `null` is absent where a value may be. */
const only =
  (checks: Record<string, Check>, needed: readonly string[] = []): Check =>
  (value) =>
    isObject(value) &&
    needed.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(
      ([key, one]) => Object.hasOwn(checks, key) && (isNone(one) || checks[key]?.(one) === true),
    );
const isNone = (value: unknown): boolean => value === null || value === undefined;

const events = [
  ...['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PreCompact', 'PostCompact', 'Stop'],
  ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop'],
];
/** Any event's name will do in `hookEventName`, but there must be one. */
const specific = (checks: Record<string, Check>): Check =>
  only({ hookEventName: oneOf(...events), ...checks }, ['hookEventName']);
const loose =
  (check: Check): Check =>
  (value) =>
    check(value) || (isObject(value) && !Object.keys(value).length);

const always = { continue: flag, stopReason: text, suppressOutput: flag, systemMessage: text };
const block = { decision: oneOf('block'), reason: text };
const context = { additionalContext: text };
const ruling = only({
  ...{ behavior: oneOf('allow', 'deny'), message: text },
  ...{ updatedInput: any, updatedPermissions: any, interrupt: flag },
});

/** What an answer may hold; facts/codex-cli.md, 0 #2: one unknown key, and it is dropped. */
const schemas: Record<string, Check> = {
  PreToolUse: only({
    ...always,
    ...{ decision: oneOf('approve', 'block'), reason: text },
    hookSpecificOutput: loose(
      specific({
        ...context,
        permissionDecision: oneOf('allow', 'deny', 'ask'),
        permissionDecisionReason: text,
        updatedInput: any,
      }),
    ),
  }),
  PermissionRequest: only({ ...always, hookSpecificOutput: specific({ decision: ruling }) }),
  PostToolUse: only({
    ...{ ...always, ...block },
    hookSpecificOutput: specific({ ...context, updatedMCPToolOutput: any }),
  }),
  UserPromptSubmit: only({ ...always, ...block, hookSpecificOutput: specific(context) }),
  SessionStart: only({ ...always, hookSpecificOutput: specific(context) }),
  SubagentStart: only({ ...always, hookSpecificOutput: specific(context) }),
  Stop: only({ ...always, ...block }),
  SubagentStop: only({ ...always, ...block }),
  PreCompact: only(always),
  PostCompact: only(always),
};

/** Rust's blanks. */
const trimmed = (text: string): string =>
  text.replace(/^(?:[^\S\uFEFF]|\x85)+/, '').replace(/(?:(?:[^\S\uFEFF]|\x85)+)$/, '');
/** Half of a surrogate pair is no JSON to serde. */
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const isWell = (value: unknown): boolean =>
  isObject(value)
    ? Object.entries(value).every(([key, one]) => !half.test(key) && isWell(one))
    : Array.isArray(value)
      ? value.every(isWell)
      : typeof value !== 'string' || !half.test(value);

interface Taken {
  said: Json;
  text: string;
  /** What was written on stderr with exit 2. */
  blocked?: string;
}

/** Exit 2 wants a text on stderr; anything else but 0 is a failure, and fails open. */
function taken(event: string, ran: FinishedCommand): Taken {
  const nothing: Taken = { said: {}, text: '' };
  const err = trimmed(ran.stderr);
  if (ran.timedOut || ran.code === null) return nothing;
  if (ran.code === 2) return err ? { ...nothing, blocked: err } : nothing;
  if (ran.code !== 0) return nothing;
  const printed = trimmed(ran.stdout); // a BOM is no space
  if (!/^[{[]/.test(printed)) return { said: {}, text: printed };
  const value = parseJson(printed);
  return isObject(value) && isWell(value) && schemas[event]?.(value)
    ? { said: value, text: '' }
    : nothing;
}

/** The reason of a block, which counts with one alone. */
const filled = (text: unknown): string | undefined =>
  trimmed(String(text ?? '')) ? String(text) : undefined;
const blocking = (said: Json): string | undefined =>
  said.decision === 'block' ? filled(said.reason) : undefined;

function beforeTool({ said, blocked }: Taken): Effect {
  if (blocked !== undefined) return { verdict: 'deny', reason: blocked };
  const extra = (said.hookSpecificOutput ?? {}) as Json;
  const { permissionDecision: word, updatedInput: input } = extra;
  const { permissionDecisionReason: why } = extra;
  // Not supported there, and the whole answer is dropped, 0 #6
  if (said.continue === false || !isNone(said.stopReason) || said.suppressOutput === true)
    return pass;
  const more = {
    ...textField('context', extra.additionalContext),
    ...textField('message', said.systemMessage),
  };
  const nested = ![word, input, why].every(isNone); // then what stands at the top is not read
  if (nested) {
    if (word === 'allow' && !isNone(input)) return { ...pass, input: input as Json, ...more };
    if (word !== 'deny' || !isNone(input) || !trimmed(String(why ?? ''))) return pass;
    return { verdict: 'deny', ...reasonField(why), ...more };
  }
  const reason = blocking(said);
  if (reason !== undefined) return { verdict: 'deny', reason, ...more };
  return said.decision || said.reason ? pass : { ...pass, ...more };
}

function effect(event: string, { said, text, blocked }: Taken): Effect {
  const extra = (said.hookSpecificOutput ?? {}) as Json;
  const stops = said.continue === false;
  const why = blocked ?? blocking(said);
  const plain = textField('context', extra.additionalContext ?? text);
  const shown = textField('message', said.systemMessage);
  switch (event) {
    case 'PreToolUse':
      return beforeTool({ said, text, ...(blocked !== undefined && { blocked }) });
    case 'PermissionRequest': {
      const { behavior, message, ...rest } = (extra.decision ?? {}) as Json;
      if (blocked !== undefined) return { verdict: 'deny', reason: blocked };
      if (!Object.values(rest).every(isNone)) return pass; // dropped
      if (behavior === 'deny') return { verdict: 'deny', ...reasonField(message), ...shown };
      return { verdict: behavior === 'allow' ? 'allow' : 'pass', ...shown };
    }
    case 'PostToolUse': {
      if (said.suppressOutput === true) return pass;
      const context = textField('context', extra.additionalContext);
      const stopped = 'PostToolUse hook stopped execution';
      if (stops)
        // the turn goes on
        return {
          ...pass,
          replaced: why ?? filled(said.reason) ?? String(said.stopReason ?? stopped),
          ...context,
        };
      return { ...pass, ...textField('replaced', why), ...context, ...shown };
    }
    case 'UserPromptSubmit':
      if (stops) return { verdict: 'halt', ...reasonField(said.stopReason) };
      return why === undefined ? { ...pass, ...plain, ...shown } : { verdict: 'deny', reason: why };
    case 'SessionStart': // nothing is sent
      return stops
        ? { verdict: 'halt', ...reasonField(said.stopReason) }
        : { ...pass, ...plain, ...shown };
    case 'SubagentStart':
      return { ...pass, ...plain, ...shown };
    case 'Stop':
    case 'SubagentStop':
      if (stops) return event === 'Stop' ? { verdict: 'halt', ...shown } : { ...pass, ...shown };
      return { ...pass, ...textField('followUp', why), ...shown };
    case 'PreCompact':
    case 'PostCompact': // the turn is aborted
      return stops
        ? { verdict: 'halt', ...reasonField(said.stopReason), ...shown }
        : { ...pass, ...shown };
    default:
      return pass;
  }
}

export const effectOf = (event: string, ran: FinishedCommand): Effect =>
  effect(event, taken(event, asShell(ran)));

/** Any refusal, the first one's reason; all contexts; the last rewrite; section 6. */
export function mergeEffects(all: readonly Effect[]): Effect {
  const verdict =
    (['halt', 'deny', 'allow'] as const).find((word) => all.some((one) => one.verdict === word)) ??
    'pass';
  const reason = all.find((one) => one.verdict === verdict)?.reason;
  const joined = (['context', 'followUp', 'replaced', 'message'] as const).flatMap((key) => {
    const some = all.flatMap((one) => one[key] ?? []);
    return some.length ? [[key, some.join('\n')] as const] : [];
  });
  const { reason: _, input, ...rest } = Object.assign({}, ...all) as Effect;
  const runs = verdict === 'pass' || verdict === 'allow';
  return {
    ...{ ...rest, ...Object.fromEntries(joined), verdict },
    ...reasonField(reason),
    ...(input && runs ? { input } : {}),
  };
}

/** What Codex CLI 0.169.0 does with several finished hooks on one event. */
export const mergingOracle: MergingOracle = (event, ran) =>
  mergeEffects(ran.map((one) => effectOf(event, one)));

/** What Codex CLI 0.169.0 does with one finished hook. */
export const codex: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** A rewrite of its own tools needs a text `command`, or the call fails, 0 #7. */
export const effectOnPayload: EffectOnPayload = (heard, { tool_name: tool }) => {
  if (heard.input === undefined || !['Bash', 'apply_patch'].includes(String(tool))) return heard;
  const { input, ...rest } = heard;
  return isObject(input) && typeof input.command === 'string'
    ? heard
    : { ...rest, verdict: 'deny' };
};

const subjects: Record<string, string> = {
  ...{ PreToolUse: 'tool_name', PostToolUse: 'tool_name', PermissionRequest: 'tool_name' },
  ...{
    SessionStart: 'source',
    SessionEnd: 'reason',
    PreCompact: 'trigger',
    PostCompact: 'trigger',
  },
  ...{ SubagentStart: 'agent_type', SubagentStop: 'agent_type' },
};

/** Names, or an expression of Rust's; `Edit` and `Write` are names of `apply_patch` too; section 6. */
export const matcherOracle: MatcherOracle = (event, matcher, payload) => {
  const subject = payload[subjects[event] ?? ''];
  if (subject === undefined || matcher === '' || matcher === '*') return true;
  const names = subject === 'apply_patch' ? [subject, 'Edit', 'Write'] : [subject];
  if (/^[\w|]+$/.test(matcher)) return matcher.split('|').some((name) => names.includes(name));
  if (/\(\?<?[=!]|\\[1-9k]/.test(matcher)) return false; // invalid in Rust
  try {
    const expression = new RegExp(matcher);
    return names.some((name) => expression.test(String(name)));
  } catch {
    return false;
  }
};

/** Arguments that a rewritten call leaves out are gone. */
export const rewrites = 'replace';
