// Write here what the client itself does with a finished hook, from what you measured. Never look at the adapter.
import {
  asShell,
  type Effect,
  type FinishedCommand,
  isObject,
  type MatcherOracle,
  type MergingOracle,
  matchesExpression,
  type Oracle,
  parseJson,
  pass,
  reasonField,
  stricterOf,
  textField,
  withUsualWildcards,
} from '../../../test/oracles/effect.ts';

const gates = ['Prompt', 'PreTool'];

/** Returns the effect of one finished command. */
function effectOf(event: string, ran: FinishedCommand): Effect {
  if (ran.timedOut) return pass;
  const text = ran.code === 2 ? ran.stderr.trim() : '';
  const response =
    ran.code === 2
      ? { verdict: 'block', why: text }
      : ran.code === 0 && parseJson(ran.stdout.trim());
  if (!isObject(response)) return pass;
  const refuses = response.verdict === 'block';
  if (refuses && gates.includes(event)) return { verdict: 'deny', ...reasonField(response.why) };
  if (refuses && event === 'Stop') return { ...pass, ...textField('followUp', response.why) };
  if (event === 'PreTool')
    return { ...pass, ...(isObject(response.args) ? { input: response.args } : {}) };
  const usesNote = ['SessionStart', 'Prompt', 'PostTool'].includes(event);
  return { ...pass, ...(usesNote ? textField('context', response.note) : {}) };
}

/** The effect of several hooks on one event. Here, a refusal wins. */
export const mergingOracle: MergingOracle = (event, ran) =>
  ran.map((command) => effectOf(event, asShell(command))).reduce(stricterOf, pass);

/** The effect of one hook on an event. */
export const acme: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** Tells whether a matcher starts a hook for a payload. */
export const matcherOracle: MatcherOracle = withUsualWildcards((event, matcher, payload) =>
  matchesExpression(matcher, event === 'SessionStart' ? payload.source : payload.tool),
);

/** What happens to arguments that a rewrite leaves out: they are removed. */
export const rewrites = 'replace';
