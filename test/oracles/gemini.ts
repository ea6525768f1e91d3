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

/** The response that 0.61.0 takes from a command; facts/gemini-cli.md, sections 0 and 1. */
export function output(ran: Ran): Json | undefined {
  if (ran.timedOut) return undefined; // everything printed is discarded, #12
  const text = ran.stdout.trim() || ran.stderr.trim(); // stderr if stdout is blank, #3
  if (!text) return undefined;
  let value = parsed(text);
  if (typeof value === 'string') {
    const inner = parsed(value); // double-encoded is read once more, section 1
    if (inner === undefined) value = undefined;
    else value = inner;
  }
  if (typeof value === 'object' && value !== null) return value as Json; // at any exit code, #3
  if (value !== undefined) return undefined; // a number, a boolean or null: no output, section 1
  const code = ran.code ?? 0; // death by a signal is like 0, section 1
  if (code === 0 || code === 1) return { decision: 'allow', systemMessage: text };
  return { decision: 'deny', reason: text }; // every other code blocks with its text, #2
}

/** The effect of a response on one event; section 2. */
export function effect(event: string, said: Json | undefined): Heard {
  if (!said) return pass;
  const extra = said.hookSpecificOutput;
  if (typeof extra === 'string') return pass; // TypeError in the aggregator, all is lost, section 0
  const stops = said.continue === false; // "false" and 0 are ignored, 2.1
  const refuses = said.decision === 'deny' || said.decision === 'block'; // exact case, section 0
  const why = because(said.reason);
  switch (event) {
    case 'BeforeTool':
      if (stops) return { verdict: 'halt', ...because(said.stopReason ?? said.reason) };
      if (refuses) return { verdict: 'deny', ...why };
      if (said.decision === 'ask') return { verdict: 'ask', ...why };
      if (isObject(extra) && isObject(extra.tool_input))
        return { verdict: 'pass', input: extra.tool_input }; // replaces, #4
      return pass; // allow and approve grant nothing, #6
    case 'BeforeAgent':
    case 'BeforeModel':
      if (stops) return { verdict: 'halt', ...because(said.stopReason ?? said.reason) };
      return refuses ? { verdict: 'deny', ...why } : pass;
    case 'AfterAgent':
      if (stops) return { verdict: 'halt' };
      return refuses ? { verdict: 'pass', followUp: String(said.reason) } : pass; // 2.4
    case 'AfterTool':
    case 'AfterModel':
      return stops ? { verdict: 'halt' } : pass;
    default:
      return pass; // outputs are ignored or only shown, 2.6 and 2.8 to 2.11
  }
}

/** Gemini CLI 0.61.0. */
export const gemini: Oracle = (event, ran) => effect(event, output(asShell(ran)));
