import { toCanonicalWords } from './any-words.ts';
import {
  type Effect,
  type EffectKey,
  isObject,
  type Json,
  type MergingOracle,
  type Oracle,
  parseJson,
  pass,
  rank,
  reasonField,
  textField,
} from './effect.ts';

const gates = [
  ...['before-tool', 'prompt', 'before-model', 'subagent-start', 'completion-read'],
  ...['permission', 'expansion', 'task-created', 'task-completed'],
];

/** Events at which a halt stops something. */
const stops = [
  ...gates,
  'after-tool',
  'after-model',
  'stop',
  'subagent-stop',
  'response',
  ...['compact', 'compacted', 'tool-batch', 'session-start', 'before-model-switch'],
  'config-changed',
];

/**
 * Events at which a refusal has another meaning than to refuse; after the model it only makes the fields
 * beside it void.
 */
const heard = ['after-tool', 'tool-batch', 'after-model', 'stop', 'subagent-stop', 'response'];

const tool = (said: Json): NonNullable<Effect['offered']> => ({
  mode: said.toolMode,
  names: said.toolNames,
});
const object = (key: EffectKey, value: unknown) => (isObject(value) ? { [key]: value } : {});

/**
 * Returns the reason of a refusal that comes after the fact, of a result or of the end of a turn;
 * undefined without one.
 */
const late = (said: Json): unknown =>
  said.decision === 'deny' ? said.reason || said.message || 'Blocked by a hook.' : undefined;

const over = (said: Json): Partial<Effect> => ({
  ...textField('context', said.context),
  ...textField('replaced', said.replaced ?? late(said)),
  ...object('output', said.output),
  ...object('tail', said.tail),
});

/** The fields of an answer that each event reads beside the verdict. */
const takes: Record<string, (said: Json) => Partial<Effect>> = {
  'before-tool': (said) => ({
    ...object('input', said.input),
    ...textField('context', said.context),
  }),
  permission: (said) => object('input', said.input),
  expansion: (said) => textField('context', said.context),
  'subagent-start': (said) => textField('context', said.context),
  'tool-batch': (said) => ({
    ...textField('context', said.context),
    ...textField('replaced', said.replaced ?? late(said)),
  }),
  compact: (said) => textField('context', said.context),
  compacted: (said) => textField('context', said.context),
  notification: (said) => textField('context', said.context),
  display: (said) => textField('display', said.display),
  'prompt-transformed': (said) => textField('prompt', said.prompt),
  'before-model': (said) => ({
    ...object('request', said.request),
    ...object('response', said.response),
  }),
  // As in Gemini CLI: a response is ignored beside a refusal.
  'after-model': (said) => ({
    ...(said.decision === 'deny' ? {} : object('response', said.response)),
    ...textField('replaced', said.replaced),
  }),
  'tool-selection': (said) =>
    typeof said.toolMode === 'string' || Array.isArray(said.toolNames)
      ? { offered: tool(said) }
      : {},
  'after-tool': over,
  'session-start': (said) => ({
    ...{ ...textField('context', said.context), ...object('env', said.env) },
    ...{ ...textField('title', said.title), ...textField('firstPrompt', said.firstPrompt) },
  }),
  prompt: (said) => ({
    ...{ ...textField('context', said.context), ...textField('prompt', said.prompt) },
    ...textField('title', said.title),
  }),
  stop: (said) => ({
    ...textField('followUp', said.followUp ?? late(said)),
    ...(said.clear === true ? { clear: true } : {}),
  }),
  'subagent-stop': (said) => ({
    ...over({ ...said, decision: undefined }),
    ...textField('followUp', said.followUp ?? late(said)),
  }),
  response: (said) => textField('followUp', said.followUp ?? late(said)),
  'workspace-open': (said) => (Array.isArray(said.plugins) ? { plugins: said.plugins } : {}),
};

/**
 * The canonical dialect: JSON at 0, a refusal at 2, any failure refuses on a gate, and so does an
 * answer in words that are not known.
 */
export const anyhook: Oracle = (event, ran) => {
  const gate = gates.includes(event);
  const refused: Effect = gate ? { verdict: 'deny' } : pass;
  if (ran.timedOut || ran.notStarted !== undefined || ran.code !== 0)
    return ran.code === 2 && gate ? { ...refused, ...reasonField(ran.stderr.trim()) } : refused;
  const text = ran.stdout.trim();
  if (!text) return pass;
  const answer = parseJson(text);
  if (!isObject(answer)) return refused;
  const { said, fails } = toCanonicalWords(event, answer);
  if (fails && gate) return refused;
  const shown = textField('message', said.message);
  if (said.halt === true && stops.includes(event))
    return { verdict: 'halt', ...reasonField(said.haltReason ?? said.reason), ...shown };
  // A response in the model's place means that the model is not asked.
  const instead = event === 'before-model' && isObject(said.response);
  const decision = instead ? 'deny' : said.decision;
  const taken = { ...takes[event]?.(said), ...shown };
  if (gate && (decision === 'deny' || decision === 'ask'))
    return { ...taken, verdict: decision, ...reasonField(said.reason) };
  if ((decision === 'ask' || decision === 'allow') && event === 'before-model-switch')
    return { ...taken, verdict: decision, ...reasonField(said.reason) };
  // A refusal at an event that cannot be stopped is kept: it has no effect.
  if (decision === 'deny' && !heard.includes(event))
    return { ...taken, verdict: 'deny', ...reasonField(said.reason) };
  return { ...taken, verdict: gate && decision === 'allow' ? 'allow' : 'pass' };
};

/** Several hooks: the strictest verdict, every reason, and of any other field the last. */
export const mergingOracle: MergingOracle = (event, ran, side) => {
  const all = ran.map((one) => anyhook(event, one, side));
  const verdicts = all.map(({ verdict }) => verdict).sort((a, b) => rank(b) - rank(a));
  const allowed = verdicts.includes('allow') && !all.some(({ verdict }) => rank(verdict) > 1);
  const reason = all.flatMap((one) => one.reason ?? []).join('\n');
  const verdict = allowed ? 'allow' : (verdicts[0] ?? 'pass');
  return { ...Object.assign({}, ...all), verdict, ...reasonField(reason) };
};

/** Arguments that a rewritten call leaves out are gone. */
export const rewrites = 'replace';
