import {
  asShell,
  type Effect,
  type FinishedCommand,
  isObject,
  type Json,
  type MergingOracle,
  type Oracle,
  parseJson,
  pass,
  reasonField,
  textField,
  valueField,
} from './effect.ts';
import { mergeOutputs } from './gemini.ts';

/** The response that 0.28.0 takes from a command; facts/terminai.md, 2.6. */
function output(ran: FinishedCommand): Json | undefined {
  if (ran.timedOut) return undefined; // a failure, allowed, 2.2
  if (ran.code === 0) {
    const value = parseJson(ran.stdout.trim());
    const inner = typeof value === 'string' ? parseJson(value) : value; // a JSON string is accepted
    return isObject(inner) ? inner : undefined; // other text allows with a message
  }
  const text = ran.stderr.trim(); // stdout is ignored, stderr is text and never JSON
  return ran.code === 2 && text ? { decision: 'deny', reason: text } : undefined;
}

/** Several outputs as one, as upstream; a string where an object belongs loses only itself. */
const all = (event: string, outputs: readonly Json[]): Json | undefined =>
  mergeOutputs(
    event,
    outputs.map(({ hookSpecificOutput: extra, ...one }) =>
      isObject(extra) ? { ...one, hookSpecificOutput: extra } : one,
    ),
  );

/** Deny and `continue: false` on one event; 2.5. */
function effect(event: string, said: Json): Effect {
  const refuses = said.decision === 'deny' || said.decision === 'block'; // ask, approve: allow
  const stops = said.continue === false;
  const why = reasonField(said.reason || said.stopReason); // reason, then stopReason
  const extra = isObject(said.hookSpecificOutput) ? said.hookSpecificOutput : {};
  const context = textField('context', extra.additionalContext);
  switch (event) {
    case 'BeforeTool': // `continue: false` fails this call and the loop goes on; no rewriting
      return refuses || stops ? { verdict: 'deny', ...why } : pass;
    case 'BeforeAgent': // no difference between the two
      return refuses || stops ? { verdict: 'deny', ...why } : { ...pass, ...context };
    case 'BeforeModel':
      if (refuses || stops)
        return { verdict: 'deny', ...why, ...valueField('response', extra.llm_response) };
      // Without `messages` it is dropped silently.
      return (extra.llm_request as Json | undefined)?.messages
        ? { ...pass, ...valueField('request', extra.llm_request) }
        : pass;
    case 'AfterAgent': // `continue: false` retries as well
      return refuses || stops ? { verdict: 'pass', followUp: why.reason ?? '' } : pass;
    case 'AfterTool': // a deny is ignored
      return stops ? { ...pass, replaced: why.reason ?? '' } : { ...pass, ...context };
    case 'AfterModel':
      if (stops) return { ...pass, replaced: why.reason ?? '' }; // and the chunk says STOP
      return { ...pass, ...valueField('response', extra.llm_response) };
    case 'BeforeToolSelection': {
      const { mode, allowedFunctionNames: names } = (extra.toolConfig ?? {}) as Json;
      const plain = mode === undefined || (mode === 'AUTO' && !(names as []).length);
      return plain ? pass : { ...pass, offered: { mode, names } };
    }
    default:
      return pass;
  }
}

/** TerminaI 0.28.0, several hooks: any deny wins, all reasons are joined; 2.5. */
export const mergingOracle: MergingOracle = (event, ran) => {
  const outputs = ran.map((one) => output(asShell(one))).filter((one) => one !== undefined);
  const said = all(event, outputs);
  return said ? effect(event, said) : pass;
};

/** What TerminaI 0.28.0 does with one finished hook. */
export const terminai: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** Matchers are read as upstream. */
export { matcherOracle } from './gemini.ts';

/** TerminaI ignores a rewritten call as a whole. */
export const rewrites = 'replace';

export { listHappenings } from './happenings/gemini.ts';
