import {
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

/** In which settings an entry stands: `.github/hooks` with its own names or Claude's, `.claude`. */
export type Style = 'native' | 'pascal' | 'claude';

/** What it takes from a command; facts/copilot-cli.md, 0 and 1. */
interface Taken {
  said: Json;
  /** Something else was printed than an answer. */
  garbled: boolean;
  /** It ended with 2: its answer counts, and its stderr is a warning. */
  two: boolean;
  /** It crashed, or could not be started: its answer does not count. */
  failed: boolean;
  err: string;
}

/** Lines that only tell how far it is are taken away. */
const withoutProgress = (text: string): string =>
  text
    .split('\n')
    .filter((line) => {
      const value = line.trim().startsWith('{') ? parseJson(line.trim()) : undefined;
      return !(isObject(value) && value.type === 'progress');
    })
    .join('\n')
    .trim();

/** Characters that are read, and the rest cut off: seen at 10,485,500 and 10,486,000. */
const read = 10 * 1024 * 1024;

function taken(ran: FinishedCommand): Taken | undefined {
  if (ran.timedOut) return undefined; // fails open, whatever the event
  const two = ran.code === 2 && ran.notStarted === undefined;
  const failed = !two && ran.code !== 0;
  const printed = failed ? '' : withoutProgress(ran.stdout.slice(0, read));
  const value = parseJson(printed);
  const garbled = printed !== '' && value === undefined;
  return { said: isObject(value) ? value : {}, garbled, two, failed, err: ran.stderr.trim() };
}

function beforeTool({ said, two, failed }: Taken, style: Style): Effect {
  if (failed) return { verdict: 'deny' }; // "hook errored", 0 #1
  const nested = style !== 'native' && isObject(said.hookSpecificOutput);
  // Where Claude's form is known, it comes first
  const { updatedInput, ...extra } = (nested ? said.hookSpecificOutput : {}) as Json;
  const all = { ...said, ...extra };
  const { permissionDecision: word, permissionDecisionReason: why } = all;
  const more = textField('context', all.additionalContext);
  if (word === 'deny') return { verdict: 'deny', ...reasonField(why), ...more };
  if (two) return { verdict: 'deny', ...more }; // without a word of its own
  if (word === 'ask') return { verdict: 'ask', ...reasonField(why), ...more };
  const input = updatedInput === undefined ? said.modifiedArgs : updatedInput;
  if (input !== undefined && !isObject(input)) return { verdict: 'deny', ...more }; // the call fails
  const verdict = word === 'allow' ? 'allow' : 'pass';
  return { verdict, ...(isObject(input) ? { input } : {}), ...more };
}

/** Any failure of its hook denies, 0 #9. */
function permission({ said, garbled, two, failed }: Taken): Effect {
  const { behavior, message, interrupt } = said;
  const why = reasonField(message);
  const denied: Effect = { verdict: 'deny', ...why, ...(interrupt === true ? { ends: true } : {}) };
  if (failed || garbled) return { verdict: 'deny' };
  if (behavior === 'deny') return denied;
  if (two) return { verdict: 'deny', ...why };
  return { verdict: behavior === 'allow' ? 'allow' : 'pass' };
}

function effect(event: string, one: Taken, style: Style): Effect {
  const { said, two, failed, err } = one;
  const warned = two ? textField('message', err) : {};
  const context = textField('context', said.additionalContext);
  const blocks = said.decision === 'block' && typeof said.reason === 'string';
  const reason = blocks ? String(said.reason) : undefined;
  if (event === 'preToolUse') return beforeTool(one, style);
  if (event === 'permissionRequest') return permission(one);
  if (failed) return pass;
  switch (event) {
    case 'postToolUse': {
      const { textResultForLlm: text } = (
        isObject(said.modifiedResult) ? said.modifiedResult : {}
      ) as Json;
      if (reason !== undefined) return { ...pass, replaced: reason, ...warned };
      return { ...pass, ...textField('replaced', text), ...context, ...warned };
    }
    case 'postToolUseFailure':
      return { ...pass, ...(two ? textField('context', err) : context) };
    case 'userPromptSubmitted':
      if (reason !== undefined) return { verdict: 'deny', ...reasonField(reason), ...warned };
      return { ...pass, ...textField('prompt', said.modifiedPrompt), ...context, ...warned };
    case 'userPromptTransformed':
      return { ...pass, ...textField('prompt', said.modifiedTransformedPrompt), ...warned };
    case 'sessionStart':
    case 'subagentStart':
    case 'notification':
      return { ...pass, ...context, ...warned };
    // At the end of a turn, an empty reason starts no other one.
    case 'agentStop':
      return { ...pass, ...(reason && { followUp: reason }), ...warned };
    case 'subagentStop':
      if (reason) return { ...pass, followUp: reason, ...warned };
      return { ...pass, ...textField('replaced', said.modifiedResponse), ...warned };
    default:
      return { ...pass, ...warned };
  }
}

/** Claude's names of its events, which it knows as well. */
const pascal: Record<string, string> = {
  ...{ UserPromptSubmit: 'userPromptSubmitted', Stop: 'agentStop' },
  ...Object.fromEntries(
    [
      ...['SessionStart', 'SessionEnd', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
      ...['PermissionRequest', 'SubagentStart', 'SubagentStop', 'PreCompact', 'Notification'],
      'ErrorOccurred',
    ].map((name) => [name, name[0]?.toLowerCase() + name.slice(1)]),
  ),
};

/** What one hook comes to. */
export function effectOf(event: string, ran: FinishedCommand, style: Style = 'native'): Effect {
  const one = taken(ran);
  const [name, as] = event in pascal ? [pascal[event] ?? '', 'pascal' as const] : [event, style];
  return one ? effect(name, one, as) : pass;
}

const over: readonly Effect['verdict'][] = ['ask', 'deny', 'halt'];

/** One after another; what refuses or asks is the last that is started, 3. */
export function mergeEffects(all: readonly Effect[]): Effect {
  const last = all.findIndex((one) => over.includes(one.verdict));
  const asked = last < 0 ? all : all.slice(0, last + 1);
  const joined = (['context', 'followUp', 'message'] as const).flatMap((key) => {
    const some = asked.flatMap((one) => one[key] ?? []);
    return some.length ? [[key, some.join('\n')] as const] : [];
  });
  const { ends, reason, input, ...rest } = Object.assign({}, ...asked) as Effect;
  const word =
    last >= 0
      ? (asked[last] as Effect).verdict
      : asked.some((one) => one.verdict === 'allow')
        ? 'allow'
        : 'pass';
  const ended = word === 'deny' && ends;
  return {
    ...{ ...rest, ...Object.fromEntries(joined), verdict: ended ? 'halt' : word },
    ...reasonField(last < 0 ? undefined : asked[last]?.reason),
    ...(input && last < 0 ? { input } : {}),
  };
}

/** Copilot CLI 1.0.102, several hooks. */
export const mergingOracle: MergingOracle = (event, ran) =>
  mergeEffects(ran.map((one) => effectOf(event, one)));

/** Copilot CLI 1.0.102, entries with its own names of events. */
export const copilot: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** What no call is made without; section 4. */
const needed: Record<string, string> = {
  ...{ bash: 'command', view: 'path', create: 'path', edit: 'path', grep: 'pattern' },
  ...{ glob: 'pattern', task: 'prompt', web_fetch: 'url' },
};

/** A rewrite that lacks it is a call that fails. */
export const effectOnPayload: EffectOnPayload = (heard, { toolName, tool_name: theirName }) => {
  const { input, ...rest } = heard;
  const own = Object.keys(theirs).find((one) => theirs[one] === theirName);
  const key = needed[String(own ?? toolName)];
  return input && key && !(key in input) ? { ...rest, verdict: 'deny' } : heard;
};

const subjects: Record<string, string> = {
  ...{ preToolUse: 'toolName', postToolUse: 'toolName', postToolUseFailure: 'toolName' },
  ...{ permissionRequest: 'toolName', preCompact: 'trigger', notification: 'notification_type' },
  ...{ subagentStart: 'agentName', subagentStop: 'agentName' },
};

/** What a tool is called where the events have Claude's names. */
const theirs: Record<string, string> = {
  ...{ bash: 'Bash', view: 'Read', create: 'Write', edit: 'Edit', apply_patch: 'Edit' },
  ...{ grep: 'Grep', rg: 'Grep', glob: 'Glob', task: 'Agent', web_fetch: 'WebFetch' },
  update_todo: 'TodoWrite',
};

/** An expression that the whole word is; blank, or none, and it never startsEntry; section 5. */
export function startsEntry(event: string, matcher: string, payload: Json, style: Style): boolean {
  const own = pascal[event];
  if (own !== undefined) return startsPascalEntry(own, matcher, payload);
  const subject = payload[subjects[event] ?? ''];
  if (subject === undefined) return true;
  if (matcher === '') return false;
  if (style !== 'native' && /^\*{1,2}$/.test(matcher)) return true;
  const names = [String(subject), ...(style === 'native' ? [] : [theirs[String(subject)] ?? ''])];
  try {
    const expression = new RegExp(`^(?:${matcher})$`);
    return names.some((name) => name && expression.test(name));
  } catch {
    return false;
  }
}

/** The same where an entry has Claude's names: its payload has them too, and either name will do. */
function startsPascalEntry(event: string, matcher: string, payload: Json): boolean {
  const name = payload.tool_name;
  const own = Object.keys(theirs).find((one) => theirs[one] === name) ?? name;
  const toolName = own === undefined ? {} : { toolName: own };
  return startsEntry(event, matcher, { ...payload, ...toolName }, 'pascal');
}

export const matcherOracle: MatcherOracle = (event, matcher, payload) =>
  startsEntry(event, matcher, payload, 'native');

/** Arguments that a rewritten call leaves out are gone. */
export const rewrites = 'replace';

export { listHappenings } from './happenings/copilot.ts';
