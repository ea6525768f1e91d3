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

const folded = (path: string): string => path.replace(/[-_ ]/g, '').toLowerCase();
/** Keys that hold a verdict in any object, and in any case. */
const anywhere = [
  ...['decision', 'permission', 'permissiondecision', 'behavior', 'verdict'],
  ...['continue', 'interrupt', 'halt'],
];
/** Where agents have a rewrite, or what goes on: in any case a verdict, and in no other object. */
const changes = [
  ...['input', 'updatedinput', 'modifiedargs', 'followup', 'followupmessage', 'replaced'],
  ...['modifiedresponse', 'hookspecificoutput.updatedinput', 'hookspecificoutput.toolinput'],
  'hookspecificoutput.decision.updatedinput',
];
const holdsVerdict = (path: string): boolean => {
  const key = path.split('.').at(-1) as string;
  return anywhere.includes(folded(key)) || changes.includes(folded(path));
};

/** Every value in what nobody knows, by its path and with what it is in. */
function* within(path: string, value: unknown): Generator<[path: string, value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (inner !== null) yield* within(`${path}.${key}`, inner);
}

/** Whether an object decides: it has a key that the agents with such an object know. */
const isDecided = (value: unknown): boolean =>
  isObject(value) &&
  ['behavior', 'message', 'updatedInput', 'interrupt'].some((key) => Object.hasOwn(value, key));

/** Every value that is not an object of words, by its path. */
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

/** Of a wrong kind these are a verdict that is not known. */
const verdicts = ['halt', 'input', 'followUp', 'replaced'];

/** The answer in canonical words; `fails`: it is a failure of the hook. */
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
  /** What a key that is a word for a verdict says. */
  const readWord = (verdict: 'deny' | 'ask' | 'pass', value: unknown): void => {
    if (verdict === 'deny' && typeof value === 'string' && value.trim()) {
      decide('deny');
      said.reason ??= value;
    } else if (typeof value === 'boolean') {
      decide(value ? verdict : verdict === 'pass' ? 'deny' : 'pass');
    } else isStrange = true;
  };
  /** What is looked for where nobody has a word. */
  const search = (top: string, found: unknown): void => {
    for (const [path, value] of within(top, found)) {
      const verdict = path === top ? undefined : wordOf(path.split('.').at(-1));
      if (verdict) readWord(verdict, value);
      else if (path !== top && holdsVerdict(path)) rule(value);
      else if (['deny', 'ask'].includes(String(wordOf(value)))) isStrange = true;
    }
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
    } else if (path === 'interrupt' || path === `${nested}.decision.interrupt`) {
      if (value === true) said.halt = true;
      else if (value !== false) isStrange = true;
    } else if (meaning !== undefined) {
      // An answer in the model's place counts beside a refusal alone, as its agents have it.
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
