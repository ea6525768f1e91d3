import {
  asShell,
  because,
  type Heard,
  isObject,
  type Json,
  type Oracle,
  parsed,
  pass,
  type Ran,
} from './heard.ts';

/** The response that 0.28.0 takes from a command; facts/terminai.md, 2.6. */
function output(ran: Ran): Json | undefined {
  if (ran.timedOut) return undefined; // a failure, allowed, 2.2
  if (ran.code === 0) {
    const value = parsed(ran.stdout.trim());
    const inner = typeof value === 'string' ? parsed(value) : value; // a JSON string is accepted
    return isObject(inner) ? inner : undefined; // other text allows with a message
  }
  const text = ran.stderr.trim(); // stdout is ignored, stderr is text and never JSON
  return ran.code === 2 && text ? { decision: 'deny', reason: text } : undefined;
}

/** Deny and `continue: false` on one event; 2.5. */
function effect(event: string, said: Json): Heard {
  const refuses = said.decision === 'deny' || said.decision === 'block'; // ask, approve: allow
  const stops = said.continue === false;
  const why = because(said.reason ?? said.stopReason); // reason, then stopReason
  switch (event) {
    case 'BeforeTool': // `continue: false` fails this call and the loop goes on; no rewriting
    case 'BeforeAgent': // no difference between the two
    case 'BeforeModel':
      return refuses || stops ? { verdict: 'deny', ...why } : pass;
    case 'AfterAgent': // `continue: false` retries as well
      return refuses || stops ? { verdict: 'pass', followUp: why.reason ?? '' } : pass;
    default:
      return pass; // an AfterTool deny is ignored
  }
}

/** TerminaI 0.28.0. */
export const terminai: Oracle = (event, ran) => {
  const said = output(asShell(ran));
  return said ? effect(event, said) : pass;
};
