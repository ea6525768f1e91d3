/**
 * What the canonical dialect takes from an answer in other words than its own: every agent's keys as
 * that agent means them, and words for a verdict that people use. Written by hand.
 */
import { isObject, type Json } from './effect.ts';

const own = [
  ...['decision', 'reason', 'message', 'context', 'input', 'output', 'replaced', 'tail'],
  ...['followUp', 'clear', 'halt', 'haltReason', 'request', 'response', 'toolMode', 'toolNames'],
  ...['env', 'plugins', 'prompt', 'title', 'firstPrompt', 'display', 'quiet'],
];

const denies = ['deny', 'denied', 'block', 'blocked', 'reject', 'rejected', 'refuse', 'forbid'];
const allows = ['allow', 'allowed', 'approve', 'approved', 'accept', 'permit', 'ok', 'pass'];

/** Returns the verdict that a word stands for; undefined where it is no such word. */
function wordOf(value: unknown): 'deny' | 'ask' | 'pass' | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (word === undefined) return undefined;
  if (denies.includes(word)) return 'deny';
  return word === 'ask' ? 'ask' : allows.includes(word) ? 'pass' : undefined;
}

const nested = 'hookSpecificOutput';
/** Paths at which agents have a decision. */
const decisions = [
  ...['permission', 'permissionDecision', 'behavior'],
  ...[`${nested}.permissionDecision`, `${nested}.decision.behavior`],
];
/** Other paths that agents have, each with the canonical key. */
const means: Record<string, string> = {
  stopReason: 'haltReason',
  systemMessage: 'message',
  suppressOutput: 'quiet',
  user_message: 'reason',
  agent_message: 'reason',
  userMessage: 'reason',
  agentMessage: 'reason',
  permissionDecisionReason: 'reason',
  [`${nested}.permissionDecisionReason`]: 'reason',
  [`${nested}.decision.message`]: 'reason',
  additional_context: 'context',
  additionalContext: 'context',
  [`${nested}.additionalContext`]: 'context',
  updated_input: 'input',
  modifiedArgs: 'input',
  [`${nested}.updatedInput`]: 'input',
  [`${nested}.tool_input`]: 'input',
  updated_mcp_tool_output: 'output',
  followup_message: 'followUp',
  modifiedPrompt: 'prompt',
  pluginPaths: 'plugins',
  [`${nested}.clearContext`]: 'clear',
  [`${nested}.tailToolCallRequest`]: 'tail',
  [`${nested}.sessionTitle`]: 'title',
  [`${nested}.initialUserMessage`]: 'firstPrompt',
  [`${nested}.displayContent`]: 'display',
  [`${nested}.llm_request`]: 'request',
  [`${nested}.llm_response`]: 'response',
  [`${nested}.toolConfig.mode`]: 'toolMode',
  [`${nested}.toolConfig.allowedFunctionNames`]: 'toolNames',
};
/** Keys that stand beside a decision and mean nothing alone. */
const names = [`${nested}.hookEventName`];

const folded = (path: string): string => path.replace(/[-_ ]/g, '').toLowerCase();
/** Keys that hold a verdict in any object, and in any case. */
const anywhere = [
  ...['decision', 'permission', 'permissiondecision', 'behavior', 'verdict'],
  ...['continue', 'interrupt', 'halt'],
];
/**
 * Paths, in any case of letters, at which agents have a rewrite or a follow-up. They count as verdicts
 * only at these paths.
 */
const changes = [
  ...['input', 'updatedinput', 'modifiedargs', 'followup', 'followupmessage', 'replaced'],
  ...['modifiedresponse', 'hookspecificoutput.updatedinput', 'hookspecificoutput.toolinput'],
  'hookspecificoutput.decision.updatedinput',
];
const holdsVerdict = (path: string): boolean => {
  const key = path.split('.').at(-1) as string;
  return anywhere.includes(folded(key)) || changes.includes(folded(path));
};

/** Yields every value inside an unknown value, with its path, the unknown value first. */
function* within(path: string, value: unknown): Generator<[path: string, value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (inner !== null) yield* within(`${path}.${key}`, inner);
}

/** Tells whether an object at `decision` is a decision: it has a key that some agent reads there. */
const isDecided = (value: unknown): boolean =>
  isObject(value) &&
  ['behavior', 'message', 'updatedInput', 'interrupt'].some((key) => Object.hasOwn(value, key));

/** Yields every value of an answer with its path; the objects that agents nest their keys in are entered. */
function* pathsOf(said: Json, before = ''): Generator<[path: string, value: unknown]> {
  for (const [key, value] of Object.entries(said)) {
    const path = before + key;
    const parent = [nested, `${nested}.decision`, `${nested}.toolConfig`].includes(path);
    const isRead = path !== `${nested}.decision` || isDecided(value);
    if (parent && isObject(value) && isRead) yield* pathsOf(value, `${path}.`);
    else if (value !== null) yield [path, value];
  }
}

const texts = ['reason', 'message', 'context', 'haltReason', 'followUp', 'prompt', 'title'];
const fits = (key: string, value: unknown): boolean => {
  if (key === 'input') return isObject(value);
  if (key === 'halt' || key === 'quiet' || key === 'clear') return typeof value === 'boolean';
  if (['followUp', 'replaced', ...texts].includes(key)) return typeof value === 'string';
  return true;
};

/** Keys whose value, if it is of a wrong kind, counts as a verdict in unknown words. */
const verdicts = ['halt', 'input', 'followUp', 'replaced'];

/** Translates an answer into canonical words. `fails`: the answer counts as a failure of the hook. */
export function toCanonicalWords(event: string, answer: Json): { said: Json; fails: boolean } {
  const said: Json = {};
  let isKnown = false;
  let isStrange = false;
  let others = 0;
  const decide = (word: unknown): void => {
    if (word === 'deny' || (word === 'ask' && said.decision !== 'deny')) said.decision = word;
  };
  const rule = (value: unknown): void => {
    const word = wordOf(value);
    if (word === undefined) isStrange = true;
    else decide(word);
  };
  const take = (key: string, value: unknown): void => {
    if (fits(key, value)) said[key] ??= value;
    else if (verdicts.includes(key)) isStrange = true;
    else if (['deny', 'ask'].includes(String(wordOf(value)))) isStrange = true;
  };
  /** Reads a key that is itself a word for a verdict. */
  const readWord = (verdict: 'deny' | 'ask' | 'pass', value: unknown): void => {
    if (verdict === 'deny' && typeof value === 'string' && value.trim()) {
      decide('deny');
      said.reason ??= value;
    } else if (typeof value === 'boolean') {
      decide(value ? verdict : verdict === 'pass' ? 'deny' : 'pass');
    } else isStrange = true;
  };
  /** Looks for verdicts in a value under a key that no agent has. */
  const search = (top: string, found: unknown): void => {
    for (const [path, value] of within(top, found)) {
      const verdict = path === top ? undefined : wordOf(path.split('.').at(-1));
      if (verdict) readWord(verdict, value);
      else if (path !== top && holdsVerdict(path)) rule(value);
      else if (['deny', 'ask'].includes(String(wordOf(value)))) isStrange = true;
    }
  };
  const paths = [...pathsOf(answer)];
  // Canonical keys count before those of agents.
  paths.sort(([a], [b]) => Number(own.includes(b)) - Number(own.includes(a)));
  for (const [path, value] of paths) {
    const key = path.split('.').at(-1) as string;
    const meaning = own.includes(path) ? path : means[path];
    const verdict = wordOf(key);
    if (path === 'decision' && ['allow', 'ask', 'deny'].includes(value as string)) {
      said.decision = value;
    } else if (path === 'decision' || decisions.includes(path)) rule(value);
    else if (path === 'continue') {
      if (value === false) said.halt = true;
      else if (value !== true) isStrange = true;
    } else if (path === 'interrupt' || path === `${nested}.decision.interrupt`) {
      if (value === true) said.halt = true;
      else if (value !== false) isStrange = true;
    } else if (meaning !== undefined) {
      // A response in the model's place counts only beside a refusal, as in the agents that have it.
      const refused = wordOf(answer.decision) === 'deny';
      const isAnswer = path === `${nested}.llm_response` && event === 'before-model';
      if (!isAnswer || refused) take(meaning, value);
    } else if (verdict) {
      readWord(verdict, value);
    } else if (holdsVerdict(path)) {
      others++;
      rule(value);
      continue;
    } else if ([nested, `${nested}.decision`, `${nested}.toolConfig`].includes(path)) {
      isStrange = true;
    } else if (!names.includes(path)) {
      others++;
      search(path, value);
      continue;
    }
    isKnown = true;
  }
  // At the end of a turn, Claude Code goes on with the context of an answer that names its event.
  const { hookEventName, additionalContext } = (answer[nested] ?? {}) as Json;
  const isClaude = hookEventName === 'Stop' || hookEventName === 'SubagentStop';
  if (isClaude && event.endsWith('stop') && additionalContext) {
    said.followUp ??= additionalContext;
    if (!('context' in answer)) delete said.context;
  }
  const refuses = said.halt === true || said.decision === 'deny';
  return { said, fails: !refuses && (isStrange || (!isKnown && others > 0)) };
}
