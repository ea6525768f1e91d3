import type { Vendor } from '../../src/adapters/index.ts';
import {
  type Effect,
  type EffectOnPayload,
  type FinishedCommand,
  isObject,
  type Json,
  type MatcherOracle,
  type MergingOracle,
  matchesExpression,
  type Oracle,
  type OracleFile,
  parseJson,
  pass,
  reasonField,
  textField,
  withUsualWildcards,
} from './effect.ts';

/** What anyhook's plugin takes from a command: an answer, or the text of a refusal. */
type Taken = { said: Json } | { refused: string };

/** Events at which a command that fails refuses. */
const gates = [
  ...['chat.message', 'chat.message.child', 'command.execute.before', 'tool.execute.before'],
  'permission.asked',
];

/** An object at exit code 0 is an answer, code 2 is a refusal, and anything else has failed. */
function taken(event: string, ran: FinishedCommand): Taken {
  const failed = gates.includes(event) ? { refused: '' } : { said: {} };
  if (ran.timedOut || ran.notStarted !== undefined) return failed;
  if (ran.code === 2) return { refused: ran.stderr.trim() };
  if (ran.code !== 0) return failed;
  const printed = ran.stdout.trim();
  if (!printed) return { said: {} };
  const said = parseJson(printed);
  return isObject(said) ? { said } : failed;
}

/** What a refusal by exit code is at each event; section 2 of facts/opencode.md for what a throw does there. */
function refusal(event: string, reason: string): Effect {
  switch (event) {
    case 'tool.execute.after': // the message of a throw replaces the result
      return { ...pass, replaced: reason || 'Blocked by a hook.' };
    case 'session.idle':
      return { ...pass, followUp: reason || 'Blocked by a hook.' };
    case 'experimental.session.compacting':
      return { verdict: 'deny', ...reasonField(reason) };
    default:
      return gates.includes(event) ? { verdict: 'deny', ...reasonField(reason) } : pass;
  }
}

/** What the client does with what the plugin makes of an answer. */
function effect(event: string, said: Json): Effect {
  const throws = said.throw === true || typeof said.throw === 'string';
  const why = reasonField(said.message ?? said.throw);
  const ended: Effect = { verdict: 'halt', ...why };
  // The person is shown the message of an error at a prompt.
  const shown = [said.message, said.abortMessage].filter(
    (text) => typeof text === 'string' && text,
  );
  const endedPrompt: Effect = { verdict: 'halt', ...reasonField(shown.join('\n')) };
  const ends = said.abort === true;
  const added = textField('context', said.append);
  switch (event) {
    case 'tool.execute.before': {
      if (ends) return ended;
      if (throws) return { verdict: 'deny', ...why };
      return { ...pass, ...(isObject(said.args) ? { input: said.args } : {}) };
    }
    case 'tool.execute.after': {
      const output = Array.isArray(said.content) ? { output: { content: said.content } } : {};
      const verdict = ends ? 'halt' : 'pass';
      return { verdict, ...added, ...textField('replaced', said.output), ...output };
    }
    case 'chat.message': // no turn begins, as where it is refused
      if (ends) return endedPrompt;
      if (throws) return { verdict: 'deny', ...why };
      return { ...pass, ...added, ...textField('prompt', said.prompt) };
    case 'command.execute.before':
      if (ends) return endedPrompt;
      return throws ? { verdict: 'deny', ...why } : { ...pass, ...added };
    case 'chat.message.child':
    case 'experimental.session.compacting':
      if (ends) return ended;
      return throws ? { verdict: 'deny', ...why } : { ...pass, ...added };
    case 'session.created': // the first prompt waits for it
      return ends ? { ...endedPrompt, ...added } : { ...pass, ...added };
    case 'experimental.text.complete':
    case 'session.compacted':
    case 'session.idle.child':
      return ends ? ended : pass;
    case 'session.idle':
      return { ...pass, ...textField('followUp', said.prompt) };
    case 'permission.asked':
      if (ends) return ended;
      if (said.reply === 'reject') return { verdict: 'deny', ...why };
      return { verdict: said.reply === 'once' || said.reply === 'always' ? 'allow' : 'pass' };
    default:
      return pass;
  }
}

function effectOf(event: string, ran: FinishedCommand): Effect {
  const one = taken(event, ran);
  return 'said' in one ? effect(event, one.said) : refusal(event, one.refused);
}

const over: readonly Effect['verdict'][] = ['deny', 'halt'];

/** One after another: each sees what the one before it has changed, and a throw is the last; section 0, 11. */
function mergeEffects(all: readonly Effect[]): Effect {
  const last = all.findIndex((one) => over.includes(one.verdict));
  const ran = last < 0 ? all : all.slice(0, last + 1);
  const joined = (['context', 'followUp'] as const).flatMap((key) => {
    const texts = ran.flatMap((one) => one[key] ?? []);
    return texts.length ? [[key, texts.join('\n')] as const] : [];
  });
  const { reason: _, input, ...rest } = Object.assign({}, ...ran) as Effect;
  const allows = ran.some((one) => one.verdict === 'allow');
  return {
    ...{ ...rest, ...Object.fromEntries(joined) },
    verdict: last >= 0 ? (all[last] as Effect).verdict : allows ? 'allow' : 'pass',
    ...reasonField(last < 0 ? undefined : all[last]?.reason),
    ...(input && last < 0 ? { input } : {}),
  };
}

/** OpenCode 1.18.33 with anyhook's plugin, several hooks. */
export const mergingOracle: MergingOracle = (event, ran) =>
  mergeEffects(ran.map((one) => effectOf(event, one)));

/** OpenCode 1.18.33 with anyhook's plugin. */
export const opencode: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** What no call is made without; section 5. */
const needed: Record<string, string> = {
  ...{ bash: 'command', read: 'filePath', write: 'filePath', edit: 'filePath', glob: 'pattern' },
  ...{ grep: 'pattern', task: 'prompt', todowrite: 'todos', webfetch: 'url', skill: 'name' },
};

const isText = (part: unknown): part is { text: string } =>
  isObject(part) && part.type === 'text' && typeof part.text === 'string';

/**
 * A rewrite that lacks what a call needs is a call that fails. The result of a built-in tool is a text: it takes texts
 * as they are, and other parts as JSON.
 */
export const effectOnPayload: EffectOnPayload = (heard, { input: about, output: was }) => {
  const { input, output, ...rest } = heard;
  const key = needed[String(isObject(about) ? about.tool : '')];
  if (input && key && !(key in input)) return { ...rest, verdict: 'deny' };
  if (output === undefined) return heard;
  const { content } = output as { content: unknown[] };
  const isMcp = isObject(was) && Array.isArray(was.content);
  // No parts are an empty text, and one text in a list is that text.
  if (!content.length || (isMcp && !(content.length === 1 && isText(content[0])))) return heard;
  const texts = content.map((part) => (isText(part) ? part.text : JSON.stringify(part)));
  return { ...rest, replaced: texts.join('\n') };
};

/** The plugin of anyhook starts an entry for every call; `--matcher` is the line's own. */
export const matcherOracle: MatcherOracle = withUsualWildcards((event, matcher, payload) => {
  if (event === 'permission.asked') {
    const { tool, input } = payload;
    const asked = ((input as Json).event as Json).properties as Json;
    return matchesExpression(matcher, tool ?? asked.permission);
  }
  if (!event.startsWith('tool.execute.')) return true;
  return matchesExpression(matcher, (payload.input as Json).tool);
});

/** Arguments that a rewritten call leaves out are gone: the plugin removes them. */
export const rewrites = 'replace';

const both: readonly Vendor[] = ['opencode', 'kilo'];

const everything = [
  ...['allow', 'pass', 'ask', 'deny', 'halt', 'stricter', 'input', 'reason', 'context', 'message'],
  ...['followUp', 'replaced', 'output', 'env', 'title', 'prompt', 'firstPrompt', 'clear'],
];

export const reasons: NonNullable<OracleFile['reasons']> = [
  {
    what: everything,
    severity: 'unsafe',
    where: 'OpenCode and Kilo, session.created of a child session',
    hosts: both,
    why: 'The client does not wait for hooks at this event. A hook at chat.message.child is told of the same sub-agent, and its answer counts.',
    fits: ({ place }) => place.fired === 'session.created.child',
  },
  {
    what: ['reason'],
    severity: 'cosmetic',
    where: 'OpenCode and Kilo, the end of a turn that has begun',
    hosts: both,
    why: 'The client shows the person that the turn was aborted, and no reason.',
    fits: ({ losses }) =>
      losses.some(({ kind, path }) => kind === 'unsaid' && path === 'haltReason'),
  },
  {
    what: ['replaced', 'output'],
    severity: 'unsafe',
    where: 'OpenCode and Kilo, the end of a sub-agent',
    hosts: both,
    why: 'The client has the result of the sub-agent before it fires the event.',
    fits: ({ place }) => place.fired === 'session.idle.child',
  },
  {
    what: ['replaced', 'output'],
    severity: 'stricter',
    where: 'OpenCode and Kilo, after a built-in tool',
    hosts: both,
    why: 'The result of a built-in tool is a text. Parts that are no text are shown to the model as JSON.',
    fits: ({ losses }) => losses.some(({ kind, path }) => kind === 'stricter' && path === 'output'),
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'OpenCode and Kilo, a skill',
    hosts: both,
    why: 'A call whose rewritten arguments do not have the name of a skill fails.',
    fits: ({ place, native }) =>
      isObject(place.payload.input) &&
      place.payload.input.tool === 'skill' &&
      native.input?.name === undefined,
  },
  {
    what: ['replaced', 'output'],
    severity: 'stricter',
    where: 'hooks of OpenCode and Kilo, after a built-in tool',
    dialects: both,
    why: 'OpenCode and Kilo show the model parts that are no text as JSON. Other agents show what they are.',
    fits: ({ place, native }) =>
      place.native === 'tool.execute.after' && native.replaced?.includes('{"type":') === true,
  },
];

export { listHappenings } from './happenings/opencode.ts';
export { callPlugin } from './opencode-client.ts';
