import {
  asShell,
  type Effect,
  type FinishedCommand,
  isObject,
  type Json,
  type MergingOracle,
  type Oracle,
  parseJson,
  stricterOf,
  weakerOf,
} from './effect.ts';
import { effect, mergingOracle as geminiOracle, mergeOutputs } from './gemini.ts';

/** What its pages say; facts/tabnine-cli.md, 1.3. */
function output(event: string, ran: FinishedCommand): Json | undefined {
  if (ran.timedOut) return undefined;
  if (ran.code === 2) {
    const reason = ran.stderr.trim();
    if (!reason && event === 'AfterAgent') return undefined; // nothing to prompt with
    return { decision: 'deny', reason };
  }
  if (ran.code !== 0) return undefined; // a warning
  const text = ran.stdout.trim();
  const said = parseJson(text); // stderr is never parsed
  if (isObject(said)) return said;
  return text && said === undefined ? { systemMessage: text } : undefined; // invalid JSON allows
}

/** "Tabnine CLI never parses stderr as JSON": to upstream it is text, whatever it looks like. */
function asText(ran: FinishedCommand): FinishedCommand {
  const text = ran.stderr.trim();
  if (ran.timedOut || ran.stdout.trim() || parseJson(text) === undefined) return ran;
  if (!ran.code) return { ...ran, stdout: JSON.stringify({ systemMessage: text }) };
  const said =
    ran.code === 1 ? { systemMessage: `Warning: ${text}` } : { decision: 'deny', reason: text };
  return { ...ran, stdout: JSON.stringify(said) };
}

/** "If provided, the LLM call is skipped entirely": `llm_response` needs no decision beside it. */
function answered(event: string, said: Json | undefined): Json | undefined {
  const extra = said?.hookSpecificOutput;
  const answers = event === 'BeforeModel' && isObject(extra) && extra.llm_response;
  return answers ? { ...said, decision: 'deny' } : said;
}

/** `ask` is not in the pages: nobody may rely on it. */
const withoutAsk = ({ verdict, ...heard }: Effect): Effect => ({
  ...heard,
  verdict: verdict === 'ask' ? 'pass' : verdict,
});

/** Tabnine CLI, several hooks: as upstream, by its pages. */
export const mergingOracle: MergingOracle = (event, ran, side) => {
  const inherited = geminiOracle(
    event,
    ran.map((one) => asText(asShell(one))),
    side,
  );
  const outputs = ran.map((one) => output(event, asShell(one))).filter((one) => one !== undefined);
  const said = effect(event, answered(event, mergeOutputs(event, outputs)));
  if (side === 'native') {
    const both = stricterOf(said, inherited); // of two refusals the pages': exit 2 gives stderr's reason
    if (both.replaced === undefined) return both;
    const { tail: _, context: __, ...refused } = both; // ignored beside a deny
    return refused;
  }
  return weakerOf(withoutAsk(said), withoutAsk(inherited));
};

/** Tabnine CLI: its pages, or what it inherits from Gemini CLI; nobody has run it. */
export const tabnine: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** Matchers are read as upstream. */
export { matcherOracle } from './gemini.ts';

/** Tabnine's page wants all arguments in a rewritten call. */
export const rewrites = 'replace';

export { listHappenings } from './happenings/gemini.ts';
