// What Cline CLI 3.0.65 does with a hook: facts/cline.md and the outcomes beside it. Events of hook files begin with a capital letter;
// the others are those of our plugin, whose answers are what a plugin hook returns.
import type { Cell } from '../matrix/matrix.ts';
import type { Reason } from '../matrix/reasons.ts';
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

export { callPlugin, pluginEvents } from './cline-client.ts';
export { listHappenings } from './happenings/cline.ts';

/** The answer in the output of a hook file: the last line with a mark, or all of it; 1. */
function answerIn(stdout: string): Json {
  const marked = stdout.split('\n').filter((line) => line.startsWith('HOOK_CONTROL\t'));
  const value = parseJson(marked.at(-1)?.slice('HOOK_CONTROL\t'.length) ?? stdout.trim());
  return isObject(value) ? value : {};
}

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Stands for the key of arguments that are no object. */
const bareMark = '(bare)';

/** What a hook file comes to. No exit code means anything; 0.5. */
function ofFile(event: string, ran: FinishedCommand, side: 'native' | 'host'): Effect {
  if (ran.timedOut) return pass;
  const said = answerIn(ran.stdout);
  const { cancel, errorMessage, context, contextModification, overrideInput } = said;
  const shown = firstText(context, contextModification, errorMessage);
  // VS Code waits for its prompt hooks, and the command line never fires them; 0.7 and 8.
  if (event === 'UserPromptSubmit')
    return cancel === true
      ? { verdict: 'halt', ...reasonField(firstText(errorMessage, context, contextModification)) }
      : pass;
  if (event !== 'PreToolUse' && event !== 'PostToolUse') return pass;
  // The reason of a cancel is shown to nobody. A script means it to be, so that an agent that can show it does; 0.1.
  const ends: Effect = {
    verdict: 'halt',
    ...(side === 'native'
      ? reasonField(firstText(errorMessage, context, contextModification))
      : {}),
  };
  if (cancel === true) return ends;
  if (event === 'PreToolUse' && overrideInput === null && 'overrideInput' in said)
    return { verdict: 'deny', ...reasonField(shown) };
  const input = isObject(overrideInput) ? overrideInput : { [bareMark]: overrideInput };
  return {
    ...pass,
    ...(event === 'PreToolUse' && overrideInput !== undefined ? { input } : {}),
    ...textField('context', shown),
  };
}

const gates = ['beforeRun', 'beforeTool'];

/** What a plugin hook comes to that returns what the command prints; 5. A failed command is what our plugin says of it. */
function ofPlugin(event: string, ran: FinishedCommand): Effect {
  const isGate = gates.includes(event);
  const failed: Effect = isGate ? { verdict: 'deny' } : pass;
  if (ran.timedOut || (ran.code !== 0 && ran.code !== 2)) return failed;
  if (ran.code === 2) return isGate ? { verdict: 'deny', ...reasonField(ran.stderr.trim()) } : pass;
  const text = ran.stdout.trim();
  if (!text) return pass;
  const said = parseJson(text);
  if (!isObject(said)) return failed;
  if (typeof said.hook === 'string' && isObject(said.session)) return pass; // its own payload
  const { skip, stop, reason, input, appendContext, result, policy } = said;
  const context = textField('context', appendContext);
  // The client loses the reason of a stop, and our plugin throws it, so that the person reads it.
  if (stop === true && !['afterModel', 'afterRun', 'runFailed'].includes(event))
    return { verdict: 'halt', ...reasonField(reason) };
  switch (event) {
    case 'sessionStart':
    case 'beforeRun':
      return { ...pass, ...context };
    case 'beforeTool': {
      if (skip === true) return { verdict: 'deny', ...reasonField(reason), ...context };
      const { autoApprove } = isObject(policy) ? policy : {};
      const verdict = autoApprove === true ? 'allow' : autoApprove === false ? 'ask' : 'pass';
      return {
        verdict,
        ...(verdict === 'ask' ? reasonField(reason) : {}),
        ...(isObject(input) ? { input } : {}),
        ...context,
      };
    }
    case 'afterTool': {
      const { output } = isObject(result) ? result : {};
      return {
        ...pass,
        ...textField('replaced', output),
        ...(isObject(output) ? { output } : {}),
        ...context,
      };
    }
    default:
      return pass;
  }
}

const effectOf = (event: string, ran: FinishedCommand, side: 'native' | 'host'): Effect =>
  /^[A-Z]/.test(event) ? ofFile(event, asShell(ran), side) : ofPlugin(event, asShell(ran));

const strictestFirst = ['halt', 'deny', 'ask', 'allow', 'pass'] as const;

/**
 * The effect of several hooks. All run, the strictest verdict counts, with every reason for it; texts are joined, and of several
 * rewritten calls the last counts; 4.
 */
export const mergingOracle: MergingOracle = (event, ran, side) => {
  const all = ran.map((command) => effectOf(event, command, side));
  const verdict = strictestFirst.find((word) => all.some((one) => one.verdict === word)) ?? 'pass';
  const { reason: _, ...merged } = Object.assign({}, ...all) as Effect;
  const joined = (key: 'context' | 'replaced', from = all) => {
    const texts = from.flatMap((one) => one[key] ?? []);
    return texts.length ? { [key]: texts.join('\n') } : {};
  };
  const reasons = all.flatMap((one) => (one.verdict === verdict ? (one.reason ?? []) : []));
  const isRefused = verdict === 'deny' || verdict === 'halt';
  const { input, ...others } = merged;
  return {
    ...(isRefused ? others : merged),
    verdict,
    ...(reasons.length ? { reason: reasons.join('\n') } : {}),
    ...joined('context'),
    ...joined('replaced'),
  };
};

/** The effect of one hook on an event. */
export const cline: Oracle = (event, ran, side) => mergingOracle(event, [ran], side);

/** The argument that a bare text or a list stands for, by tool; 0.2 and 0.9. Other tools refuse it. */
const bareKeys: Record<string, string> = {
  run_commands: 'commands',
  read_files: 'files',
  search_codebase: 'queries',
};

export const effectOnPayload: EffectOnPayload = (heard, { tool_call: call }) => {
  if (!isObject(call)) return heard;
  const name = String(call.name);
  // An MCP tool takes null for an empty object and runs; 0.2.
  if (heard.verdict === 'deny' && name.includes('__') && heard.reason !== undefined)
    return { ...pass, ...textField('context', heard.reason) };
  const { input, ...others } = heard;
  if (!input || !(bareMark in input)) return heard;
  const key = bareKeys[name];
  return key ? { ...heard, input: { [key]: input[bareMark] } } : { ...others, verdict: 'deny' };
};

/** There are no matchers: a hook that has one is started where it is found in the name of the tool. */
export const matcherOracle: MatcherOracle = withUsualWildcards((_, matcher, payload) => {
  const { tool_call: before, tool_result: after, toolCall } = payload as Record<string, Json>;
  return matchesExpression(matcher, (before ?? after)?.name ?? toolCall?.toolName);
});

/** What happens to arguments that a rewrite leaves out: they are removed. */
export const rewrites = 'replace';

/** Tells whether the run itself names the loss of an outcome key. */
const names = ({ losses }: Cell, ...keys: readonly string[]): boolean =>
  losses.some(({ kind, path }) => kind === 'unsaid' && keys.includes(path));
/** Tells whether a hook file is asked, at one of some events or, if none is given, at any. */
const asksFile = ({ place }: Cell, ...events: readonly string[]): boolean =>
  (events.length === 0 || events.includes(place.event)) &&
  /^[A-Z]/.test(place.run.host.bindings[0].native);

export const reasons: readonly Reason[] = [
  {
    what: ['stricter', 'context'],
    severity: 'stricter',
    where: 'hooks of Cline before an MCP tool',
    dialects: ['cline'],
    why: 'A hook that refuses by null refuses. In its own client the tool would run without arguments.',
    fits: ({ place, host }) => place.tool === 'mcp' && host.verdict !== 'pass',
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of Cline that rewrite arguments to a text or a list',
    dialects: ['cline'],
    why: 'Where one call of the host does several things, such a rewrite refuses.',
    fits: ({ native, host }) => native.input !== undefined && host.verdict === 'deny',
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'hooks of Cline’s plugin',
    dialects: ['cline'],
    why: 'A wish to ask becomes a refusal that says that a person must approve, if nobody can be asked.',
    fits: ({ native }) => native.verdict === 'ask',
  },
  {
    what: ['input'],
    severity: 'cosmetic',
    where: 'Cline, shell commands',
    hosts: ['cline'],
    why: 'Cline has no place for the description of a command. It runs the rewritten command; anyhook drops the description and names that.',
    fits: (cell) => cell.losses.some(({ kind }) => kind === 'dropped'),
  },
  {
    what: ['output'],
    severity: 'stricter',
    where: 'Cline, after an MCP tool',
    hosts: ['cline'],
    why: 'If a hook replaces a result, the host gets a rewritten output.',
    fits: (cell) => cell.place.event === 'after-tool' && cell.place.tool === 'mcp',
  },
  {
    what: ['stricter'],
    severity: 'stricter',
    where: 'Cline, hook files, an MCP tool',
    hosts: ['cline'],
    why: 'A refusal ends the run, since a refusal after which the run goes on would let the tool run without arguments.',
    fits: (cell) => asksFile(cell, 'before-tool') && cell.host.verdict === 'halt',
  },
  {
    what: ['reason', 'message', 'context'],
    severity: 'cosmetic',
    where: 'Cline, hook files, a refusal that ends the run',
    hosts: ['cline'],
    why: 'The client shows the reason to nobody.',
    fits: (cell) => asksFile(cell) && cell.host.verdict === 'halt',
  },
  {
    what: ['reason', 'message', 'context'],
    severity: 'cosmetic',
    where: 'Cline, hook files, a refusal with context',
    hosts: ['cline'],
    why: 'Of the two texts the client shows one.',
    fits: (cell) => asksFile(cell, 'before-tool') && cell.host.verdict === 'deny',
  },
  {
    what: ['context'],
    severity: 'cosmetic',
    where: 'Cline, hook files',
    hosts: ['cline'],
    why: 'A reason for an end that the hook did not ask for reaches the model.',
    fits: (cell) => asksFile(cell, 'before-tool', 'after-tool') && cell.host.context !== undefined,
  },
  {
    what: ['stricter', 'message'],
    severity: 'stricter',
    where: 'Cline, a prompt that is refused',
    hosts: ['cline'],
    why: 'The run ends.',
    fits: (cell) => cell.place.event === 'prompt' && cell.host.verdict === 'halt',
  },
  {
    what: ['reason', 'message'],
    severity: 'cosmetic',
    where: 'Cline, a refusal that also ends the run',
    hosts: ['cline'],
    why: 'The client shows only one of the two reasons.',
    fits: (cell) => cell.native.verdict === 'halt' && cell.host.verdict === 'halt',
  },
  {
    what: ['output', 'replaced'],
    severity: 'unsafe',
    where: 'Cline, hook files after a tool',
    hosts: ['cline'],
    why: 'A hook cannot rewrite the output of a finished tool.',
    fits: (cell) => asksFile(cell, 'after-tool') && names(cell, 'output'),
  },
  {
    what: ['halt', 'reason'],
    severity: 'unsafe',
    where: 'Cline, hook files but those before and after a tool, and the end of a run',
    hosts: ['cline'],
    why: 'The client does not wait for the hook, or does nothing with its answer.',
    fits: (cell) => names(cell, 'halt'),
  },
  {
    what: ['followUp'],
    severity: 'lossy',
    where: 'Cline, the end of a run',
    hosts: ['cline'],
    why: 'No hook can make the agent go on.',
    fits: (cell) => cell.place.event === 'stop' && names(cell, 'followUp', 'decision'),
  },
];
