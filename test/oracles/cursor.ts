import {
  asShell,
  type Effect,
  type EffectOnPayload,
  type FinishedCommand,
  isObject,
  type Json,
  type MatcherOracle,
  type MergingOracle,
  matchesExpression,
  type Oracle,
  parseJson,
  pass,
  reasonField,
  textField,
  withUsualWildcards,
} from './effect.ts';

/** Words each permission event knows; facts/cursor.md, 1.2 and 3. */
const words: Record<string, readonly string[]> = {
  preToolUse: ['allow', 'deny', 'ask'],
  beforeShellExecution: ['allow', 'deny', 'ask'],
  beforeMCPExecution: ['allow', 'deny', 'ask'],
  subagentStart: ['allow', 'deny', 'ask'],
  beforeReadFile: ['allow', 'deny'],
  beforeTabFileRead: ['allow', 'deny'],
};

const refused: Effect = { verdict: 'deny' }; // in the vendor's own words

/** An `ask`, which means something in two places at most; section 3. */
function asked(event: string, side: 'native' | 'host', why: Partial<Effect>): Effect {
  if (event === 'subagentStart') return { verdict: 'deny', ...why }; // ask = deny
  if (event === 'preToolUse') return pass; // accepted, not enforced
  return side === 'native' ? { verdict: 'ask', ...why } : pass; // 3.20.21 proceeded
}

function permission(event: string, said: Json, side: 'native' | 'host'): Effect {
  // `decision` and `reason` are of the pages until February 2026, section 12 #2 and #9
  const old = side === 'native' && (event === 'preToolUse' || event === 'subagentStart');
  const word = said.permission ?? (old ? said.decision : undefined);
  if (said.permission !== undefined && !words[event]?.includes(said.permission as string))
    return refused; // schema mismatch, section 2
  const isNone = (one: unknown) => one === undefined || one === null;
  const { user_message: user, agent_message: agent, updated_input: input } = said;
  const odd =
    [user, agent].some((one) => !isNone(one) && typeof one !== 'string') ||
    (event === 'preToolUse' && !isNone(input) && !isObject(input));
  if (odd && side === 'native') return refused;
  const why = reasonField(said.user_message ?? (old ? said.reason : undefined)); // 1.3
  if (word === 'deny' || word === 'block') return { verdict: 'deny', ...why };
  if (word === 'ask') return asked(event, side, why);
  const verdict = word === 'allow' ? 'allow' : 'pass';
  return event === 'preToolUse' && isObject(said.updated_input)
    ? { verdict, input: said.updated_input } // applied with allow, 1.2
    : { verdict };
}

/** The rules of exit codes and streams; section 2. `failClosed` as the entry says. */
export function effectOf(
  event: string,
  ran: FinishedCommand,
  side: 'native' | 'host',
  failClosed = false,
): Effect {
  const gate = event in words;
  const prompt = event === 'beforeSubmitPrompt';
  const failed = failClosed && gate ? refused : pass;
  if (ran.timedOut) return failed; // what was printed is discarded
  if (ran.code === 2) {
    if (!gate && !prompt) return pass; // a stop is not blocked, and its follow-up is dropped
    return { verdict: 'deny', reason: `Hook blocked with message: ${ran.stderr.trim()}` };
  }
  if (ran.code !== 0) return failed; // stdout is ignored
  const text = ran.stdout.replace(/^\uFEFF/, '').trim();
  if (!text) return failed; // allowed on CLI 2026.09.28 and current IDEs
  const said = parseJson(text);
  if (!isObject(said)) return gate ? refused : pass;
  if (gate) return permission(event, said, side);
  if (prompt)
    return said.continue === false ? { verdict: 'deny', ...reasonField(said.user_message) } : pass;
  return taken(event, said);
}

/** What other events take; section 1.2. Objects and lists of the right shape alone. */
function taken(event: string, said: Json): Effect {
  const context = textField('context', said.additional_context);
  switch (event) {
    case 'stop':
    case 'subagentStop':
      return { ...pass, ...textField('followUp', said.followup_message) };
    case 'sessionStart':
      return { ...pass, ...context, ...(isObject(said.env) ? { env: said.env } : {}) };
    case 'postToolUse': {
      const output = said.updated_mcp_tool_output; // of an MCP tool alone
      return { ...pass, ...context, ...(isObject(output) ? { output } : {}) };
    }
    case 'postToolUseFailure': // the CLI takes it
      return { ...pass, ...context };
    case 'preCompact':
      return { ...pass, ...textField('message', said.user_message) };
    case 'workspaceOpen':
      return Array.isArray(said.pluginPaths) &&
        said.pluginPaths.every((one) => typeof one === 'string')
        ? { ...pass, plugins: said.pluginPaths }
        : pass;
    default:
      return pass;
  }
}

/** Deny before ask before allow, messages joined; of any other field the last; section 2. */
export const mergingOracle: MergingOracle = (event, ran, side) => {
  const all = ran.map((one) => effectOf(event, asShell(one), side));
  const of = (verdict: Effect['verdict']) => all.some((one) => one.verdict === verdict);
  const verdict = (['deny', 'ask', 'allow'] as const).find(of) ?? 'pass';
  const reason = all.flatMap((one) => one.reason ?? []).join('\n\n---\n\n');
  return { ...Object.assign({}, ...all), verdict, ...reasonField(reason) };
};

/** Cursor: CLI 2026.09.28 and the IDEs of autumn 2026. */
export const cursor: Oracle = (event, ran, side) => effectOf(event, asShell(ran), side);

/** `updated_mcp_tool_output` is of an MCP tool alone. */
export const effectOnPayload: EffectOnPayload = (heard, { tool_name: tool }) => {
  if (heard.output === undefined || String(tool).startsWith('MCP:')) return heard;
  const { output: _, ...rest } = heard;
  return rest;
};

const subjects: Record<string, string> = {
  ...{ preToolUse: 'tool_name', postToolUse: 'tool_name', postToolUseFailure: 'tool_name' },
  ...{ subagentStart: 'subagent_type', subagentStop: 'subagent_type' },
  ...{ beforeShellExecution: 'command', afterShellExecution: 'command' },
};
const fixed: Record<string, string> = {
  ...{ beforeReadFile: 'Read', beforeTabFileRead: 'TabRead', afterFileEdit: 'Write' },
  ...{ afterTabFileEdit: 'TabWrite', beforeSubmitPrompt: 'UserPromptSubmit', stop: 'Stop' },
  ...{ afterAgentResponse: 'AgentResponse', afterAgentThought: 'AgentThought' },
};

/** Searched for in a field of the payload, or in a word; its page, Matchers. */
export const matcherOracle: MatcherOracle = withUsualWildcards((event, matcher, payload) => {
  const key = subjects[event];
  return matchesExpression(matcher, key === undefined ? fixed[event] : payload[key]);
});

/** Cursor runs the answers of the most used public rewriter, `{ command }` alone. */
export const rewrites = 'merge';

export { listHappenings } from './happenings/cursor.ts';
