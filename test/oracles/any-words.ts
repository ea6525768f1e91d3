/**
 * What the canonical dialect takes from an answer in other words than its own: every agent's keys as
 * that agent means them, and words for a verdict that people use. Written by hand.
 */
import { isObject, type Json } from './heard.ts';

const own = [
  ...['decision', 'reason', 'message', 'context', 'input', 'output', 'replaced', 'tail'],
  ...['followUp', 'clear', 'halt', 'haltReason', 'request', 'response', 'toolMode', 'toolNames'],
  ...['env', 'plugins', 'prompt', 'title', 'firstPrompt', 'display', 'quiet'],
];

const denies = ['deny', 'denied', 'block', 'blocked', 'reject', 'rejected', 'refuse', 'forbid'];
const allows = ['allow', 'allowed', 'approve', 'approved', 'accept', 'permit', 'ok', 'pass'];

/** The verdict of a word. */
function wordOf(value: unknown): 'deny' | 'ask' | 'pass' | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (word === undefined) return undefined;
  if (denies.includes(word)) return 'deny';
  return word === 'ask' ? 'ask' : allows.includes(word) ? 'pass' : undefined;
}

const nested = 'hookSpecificOutput';
/** Where agents have a decision. */
const decisions = [
  ...['permission', 'permissionDecision', 'behavior'],
  ...[`${nested}.permissionDecision`, `${nested}.decision.behavior`],
];
/** What else agents have, and what it is here. */
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
/** Said beside a decision, and of no meaning alone. */
const names = [`${nested}.hookEventName`];

/** Every value that is not an object of words, by its path. */
function* pathsOf(said: Json, before = ''): Generator<[path: string, value: unknown]> {
  for (const [key, value] of Object.entries(said)) {
    const path = before + key;
    const parent = [nested, `${nested}.decision`, `${nested}.toolConfig`].includes(path);
    if (parent && isObject(value)) yield* pathsOf(value, `${path}.`);
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

/** Of a wrong kind these are a verdict that is not known. */
const verdicts = ['halt', 'input', 'followUp', 'replaced'];

/** The answer in canonical words; `fails`: it is a failure of the hook. */
export function inOwnWords(event: string, answer: Json): { said: Json; fails: boolean } {
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
  };
  const paths = [...pathsOf(answer)];
  // Our own words before those of others.
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
    } else if (meaning !== undefined) {
      // An answer in the model's place counts beside a refusal alone, as its agents have it.
      const refused = wordOf(answer.decision) === 'deny';
      const isAnswer = path === `${nested}.llm_response` && event === 'before-model';
      if (!isAnswer || refused) take(meaning, value);
    } else if (verdict === 'deny' && typeof value === 'string' && value) {
      decide('deny');
      said.reason ??= value;
    } else if (verdict && typeof value === 'boolean') {
      decide(value ? verdict : verdict === 'pass' ? 'deny' : 'pass');
    } else if (!names.includes(path)) {
      others++;
      if (['deny', 'ask'].includes(String(wordOf(value)))) isStrange = true;
      continue;
    }
    isKnown = true;
  }
  // Beside a name of its own event, one agent goes on with what it is told at the end of a turn.
  const { hookEventName, additionalContext } = (answer[nested] ?? {}) as Json;
  const isClaude = hookEventName === 'Stop' || hookEventName === 'SubagentStop';
  if (isClaude && event.endsWith('stop') && additionalContext) {
    said.followUp ??= additionalContext;
    if (!('context' in answer)) delete said.context;
  }
  const refuses = said.halt === true || said.decision === 'deny';
  return { said, fails: !refuses && (isStrange || (!isKnown && others > 0)) };
}
