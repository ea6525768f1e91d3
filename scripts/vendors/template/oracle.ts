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

/** What the client makes of one command. */
function hear(event: string, ran: FinishedCommand): Effect {
  if (ran.timedOut) return pass;
  const text = ran.code === 2 ? ran.stderr.trim() : '';
  const said =
    ran.code === 2
      ? { verdict: 'block', why: text }
      : ran.code === 0 && parseJson(ran.stdout.trim());
  if (!isObject(said)) return pass;
  const refuses = said.verdict === 'block';
  if (refuses && gates.includes(event)) return { verdict: 'deny', ...reasonField(said.why) };
  if (refuses && event === 'Stop') return { ...pass, ...textField('followUp', said.why) };
  if (event === 'PreTool') return { ...pass, ...(isObject(said.args) ? { input: said.args } : {}) };
  const takesNote = ['SessionStart', 'Prompt', 'PostTool'].includes(event);
  return { ...pass, ...(takesNote ? textField('context', said.note) : {}) };
}

/** Acme with several hooks on one event: a refusal wins. */
export const mergingOracle: MergingOracle = (event, ran) =>
  ran.map((one) => hear(event, asShell(one))).reduce(stricterOf, pass);

/** Acme with one hook. */
export const acme: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** What a matcher is compared with. */
export const matcherOracle: MatcherOracle = withUsualWildcards((event, matcher, payload) =>
  matchesExpression(matcher, event === 'SessionStart' ? payload.source : payload.tool),
);

/** Arguments that a rewritten call leaves out are gone. */
export const rewrites = 'replace';
