import {
  asShell,
  type Effect,
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

/** Text, or the answer that it is; one that is encoded twice as well. */
function answerIn(text: string): Json | undefined {
  const value = parseJson(text);
  const inner = typeof value === 'string' ? parseJson(value) : value;
  return isObject(inner) ? inner : undefined;
}

/** Characters of each that are read, and the rest cut off. */
const read = 1024 * 1024;

/** What it takes from a command; facts/qwen-code.md, 0 and 1. */
function output(ran: FinishedCommand): Json | undefined {
  if (ran.timedOut) return undefined;
  const [out, err] = [ran.stdout, ran.stderr].map((text) => text.slice(0, read).trim()) as [
    string,
    string,
  ];
  if (ran.code === 2) return err ? (answerIn(err) ?? { decision: 'deny', reason: err }) : undefined;
  const said = answerIn(out || err); // at any other exit code, 0 #7
  // What begins like an answer and is none is no text either
  return said ?? (ran.code === 0 && out && !out.startsWith('{') ? { plain: out } : undefined);
}

const refuses = (word: unknown): boolean => word === 'deny' || word === 'block';

/** Several answers as one: of `hookSpecificOutput` the last counts, of `decision` a refusal; 4. */
function merge(outputs: readonly Json[]): Json | undefined {
  const all: Json = {};
  const joined: Record<string, unknown[]> = { reason: [], stopReason: [] };
  const contexts: unknown[] = [];
  for (const one of outputs) {
    const extra = one.hookSpecificOutput;
    if (typeof extra === 'string') return undefined; // a TypeError, and all is lost
    if (one.continue === false) all.continue = false;
    if (one.decision && !refuses(all.decision)) all.decision = one.decision;
    if (one.plain) all.plain = [all.plain, one.plain].filter(Boolean).join('\n');
    for (const key in joined) if (one[key]) joined[key]?.push(one[key]);
    if (!isObject(extra)) continue;
    all.hookSpecificOutput = { ...(all.hookSpecificOutput as Json), ...extra };
    if (typeof extra.additionalContext === 'string') contexts.push(extra.additionalContext);
  }
  for (const [key, values] of Object.entries(joined))
    if (values.length) all[key] = values.length > 1 ? values.join('\n') : values[0];
  if (contexts.length) (all.hookSpecificOutput as Json).additionalContext = contexts.join('\n');
  return all;
}

function effect(event: string, said: Json): Effect {
  const extra = (isObject(said.hookSpecificOutput) ? said.hookSpecificOutput : {}) as Json;
  const stops = said.continue === false;
  const blocks = refuses(said.decision);
  const late = said.stopReason ?? said.reason; // a message is shown nowhere
  const context = textField('context', extra.additionalContext);
  const plain = textField(
    'context',
    [extra.additionalContext, said.plain].filter(Boolean).join('\n'),
  );
  switch (event) {
    case 'PreToolUse': {
      const { permissionDecision: nested, permissionDecisionReason: why } = extra;
      const word = ['allow', 'deny', 'ask'].includes(nested as string) ? nested : said.decision;
      const own = nested === word && typeof why === 'string' ? why : undefined;
      if (refuses(word)) return { verdict: 'deny', ...reasonField(own ?? said.reason) };
      if (stops) return { verdict: 'deny', ...reasonField(late) };
      if (word === 'ask') return { verdict: 'ask', ...reasonField(own ?? said.reason) };
      return { ...pass }; // no rewrite, no context, and `allow` grants nothing
    }
    case 'PermissionRequest': {
      const { behavior, message, interrupt, updatedInput } = (extra.decision ?? {}) as Json;
      if (behavior === 'deny')
        return { verdict: interrupt === true ? 'halt' : 'deny', ...reasonField(message) };
      const input = isObject(updatedInput) ? { input: updatedInput } : {};
      return behavior === 'allow' ? { verdict: 'allow', ...input } : pass;
    }
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      if (blocks || stops) return { verdict: 'deny', ...reasonField(late) };
      return { ...pass, ...plain };
    case 'SessionStart':
      return { ...pass, ...plain };
    case 'PostToolUse': // a refusal says nothing there
      return { ...pass, ...(stops ? { replaced: String(late ?? '') } : context) };
    case 'PostToolUseFailure':
      return { ...pass, ...context };
    case 'PostToolBatch': {
      const over = blocks || stops ? { replaced: String(late ?? '') } : {};
      return { ...pass, ...over, ...context };
    }
    case 'Stop':
    case 'SubagentStop': // `continue: false` goes on as well, 0 #3
      return blocks || stops ? { ...pass, followUp: String(late ?? '') } : { ...pass };
    case 'PreCompact': // its page
      return { ...pass, ...context };
    case 'TodoCreated':
    case 'TodoCompleted':
      return said.decision === 'block' ? { verdict: 'deny', ...reasonField(said.reason) } : pass;
    default:
      return pass;
  }
}

/** Qwen Code 0.24.4, several hooks: a later `allow` erases a refusal, 0 #1. */
export const mergingOracle: MergingOracle = (event, ran) => {
  const outputs = ran.map((one) => output(asShell(one))).filter((one) => one !== undefined);
  const said = merge(outputs);
  return said ? effect(event, said) : pass;
};

/** What Qwen Code 0.24.4 does with one finished hook. */
export const qwen: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

const subjects: Record<string, string> = {
  ...{ PreToolUse: 'tool_name', PostToolUse: 'tool_name', PostToolUseFailure: 'tool_name' },
  ...{ PermissionRequest: 'tool_name', SessionStart: 'source', SessionEnd: 'reason' },
  ...{ SubagentStart: 'agent_type', SubagentStop: 'agent_type' },
};

/** Its own other names of tools, and Claude's. */
const aliases: Record<string, readonly string[]> = {
  run_shell_command: ['Bash', 'Shell'],
  read_file: ['Read', 'ReadFile'],
  write_file: ['Write', 'WriteFile'],
  edit: ['Edit'],
  glob: ['Glob'],
  grep_search: ['Grep'],
  web_fetch: ['WebFetch'],
  todo_write: ['TodoWrite'],
  agent: ['Agent', 'Task'],
};

/** An expression that is searched, or a list of names; section 4. */
export const matcherOracle: MatcherOracle = (event, matcher, payload) => {
  const text = matcher.trim();
  const subject = payload[subjects[event] ?? ''];
  if (subject === undefined || text === '' || text === '*') return true;
  const others = aliases[String(subject)] ?? [];
  if (text.split('|').some((name) => others.includes(name))) return true;
  try {
    return new RegExp(text).test(String(subject));
  } catch {
    return false;
  }
};

/** Arguments that a rewritten call leaves out are gone. */
export const rewrites = 'replace';
