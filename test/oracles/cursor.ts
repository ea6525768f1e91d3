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

/** Words each permission event knows; facts/cursor.md, 1.2 and 3. */
const words: Record<string, readonly string[]> = {
  preToolUse: ['allow', 'deny', 'ask'],
  beforeShellExecution: ['allow', 'deny', 'ask'],
  beforeMCPExecution: ['allow', 'deny', 'ask'],
  subagentStart: ['allow', 'deny', 'ask'],
  beforeReadFile: ['allow', 'deny'],
  beforeTabFileRead: ['allow', 'deny'],
};

const deny = (reason: string): Heard => ({ verdict: 'deny', reason });

/** An `ask`, which means something in two places at most; section 3. */
function asked(event: string, side: 'native' | 'host', why: Partial<Heard>): Heard {
  if (event === 'subagentStart') return { verdict: 'deny', ...why }; // ask = deny
  if (event === 'preToolUse') return pass; // accepted, not enforced
  return side === 'native' ? { verdict: 'ask', ...why } : pass; // 3.20.21 proceeded
}

function permission(event: string, said: Json, side: 'native' | 'host'): Heard {
  // `decision` and `reason` are of the pages until February 2026, section 12 #2 and #9
  const old = side === 'native' && (event === 'preToolUse' || event === 'subagentStart');
  const word = said.permission ?? (old ? said.decision : undefined);
  if (said.permission !== undefined && !words[event]?.includes(said.permission as string))
    return deny('returned an invalid response for this hook step'); // schema mismatch, section 2
  const why = because(said.user_message ?? (old ? said.reason : undefined)); // 1.3
  if (word === 'deny' || word === 'block') return { verdict: 'deny', ...why };
  if (word === 'ask') return asked(event, side, why);
  const verdict = word === 'allow' ? 'allow' : 'pass';
  return event === 'preToolUse' && isObject(said.updated_input)
    ? { verdict, input: said.updated_input } // applied with allow, 1.2
    : { verdict };
}

/** The rules of exit codes and streams; section 2. `failClosed` as the entry says. */
export function heard(event: string, ran: Ran, side: 'native' | 'host', failClosed = false): Heard {
  const gate = event in words;
  const prompt = event === 'beforeSubmitPrompt';
  const failed = (why: string): Heard => (failClosed && gate ? deny(why) : pass);
  if (ran.timedOut) return failed('timed out'); // what was printed is discarded
  if (ran.code === 2) {
    if (gate || prompt) return deny(`Hook blocked with message: ${ran.stderr.trim()}`);
    return pass; // a stop is not blocked, and its follow-up is dropped
  }
  if (ran.code !== 0) return failed(`failed with exit code ${ran.code}`); // stdout is ignored
  const text = ran.stdout.replace(/^\uFEFF/, '').trim();
  if (!text) return failed('returned no output'); // allowed on CLI 2026.09.28 and current IDEs
  const said = parsed(text);
  if (!isObject(said)) return gate ? deny('returned invalid JSON') : pass;
  if (gate) return permission(event, said, side);
  if (prompt)
    return said.continue === false ? { verdict: 'deny', ...because(said.user_message) } : pass;
  const { followup_message: text2 } = said;
  const stop = event === 'stop' || event === 'subagentStop';
  return stop && typeof text2 === 'string' && text2 ? { verdict: 'pass', followUp: text2 } : pass;
}

/** Cursor: CLI 2026.09.28 and the IDEs of autumn 2026. */
export const cursor: Oracle = (event, ran, side) => heard(event, asShell(ran), side);
