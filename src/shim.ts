import type { Adapter, Binding, Context, Draft, Finished, Json, World } from './adapter.ts';
import { type Answer, answer, isGate, judge, outcomeOf } from './answer.ts';
import { runCommand } from './command.ts';
import { AnyhookError } from './errors.ts';
import { bindingsFor, decodeEvent } from './events.ts';
import type { Flags } from './flags.ts';
import { adapterOf, findHost, guessBindings, type Host, parsePayload } from './host.ts';
import { ascii } from './json.ts';
import { logPath } from './log.ts';
import { type Bounded, matches } from './match.ts';
import { subjectsOf, type Told, tellings } from './place.ts';
import { read } from './read.ts';
import { openSession, type Session } from './session.ts';
import { machine } from './world.ts';

/** What the shim prints, and what the log is told of it. */
export interface Said {
  stdout: string;
  stderr: string;
  code: number;
  log: Json;
}

/** What is loaded only when a run needs it. */
export interface Lazy {
  hash(text: string): string;
  bounded: Bounded;
}

/** Time kept back from the host's own limit, in milliseconds. */
const margin = 5000;

/** One run of the shim, from stdin to what the host hears. Never throws. */
export async function shim(
  given: { flags: Flags; problem?: AnyhookError },
  stdin: { bytes: Buffer; cut: boolean },
  lazy: Lazy,
): Promise<Said> {
  const { flags, problem } = given;
  let host: Host | undefined;
  let dialect: Adapter | undefined;
  try {
    const payload = parsePayload(stdin.bytes, stdin.cut);
    host = findHost(flags, payload, process.env);
    if (problem) throw problem;
    dialect = adapterOf(flags.as as string, '--as');
    return await serve(flags, host, dialect, stdin.bytes, lazy);
  } catch (error) {
    return unable(error, flags, host, dialect, stdin.bytes);
  }
}

async function serve(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  bytes: Buffer,
  lazy: Lazy,
): Promise<Said> {
  const agent = host.agents[0] as Adapter;
  const binding = host.bindings[0] as Binding;
  const same = host.agents.length === 1 && agent === dialect;
  let session: Session | undefined;
  const remembered = () => (session ??= openSession(agent.id, event, hookId(flags), lazy.hash));
  const world: World = {
    ...machine,
    recall: (name) => (name === 'loopCount' ? remembered().follows() : remembered().recall(name)),
  };
  const event = decoded(agent, binding, host.payload, world, same);
  const told = same
    ? sameTold(flags, binding, event, host.payload, lazy.bounded)
    : toldTo(dialect, event, world, flags, lazy.bounded);
  const log: Json = { host: agent.id, event: binding.native, as: dialect.id, in: host.payload };

  if (!flags.command.length) {
    for (const name of binding.remembers ?? []) remembered().remember(name, event[name]);
    return say(neutral(host), log);
  }
  if (!told) return say(neutral(host), { ...log, told: null });

  const input = same ? bytes : `${JSON.stringify(told.payload)}\n`;
  const context: Context = { adapter: agent, event, world };
  const meanwhile = () => rehearse(host, context, dialect, told);
  const finished = await runHook(flags, agent, dialect, event, input, meanwhile);
  const ours = finished.timedOut === true && flags.timeout === undefined;
  const gate = isGate(binding);
  const reading = read(dialect, told.binding, finished);
  const judged = judge(reading, finished, { gate, ours, dialect, flags });
  const more: Json = { ...log, ...(same ? {} : { told: told.payload }), ran: finished };

  if (same && judged === reading && reading.deny === undefined && flags.ask !== 'deny') {
    if (finished.code !== null && flags.loopLimit === undefined) {
      return { stdout: finished.stdout, stderr: finished.stderr, code: finished.code, log: more };
    }
  }
  const outcome = outcomeOf(judged, { ...context, adapter: dialect }, told);
  const note = limitLoop(outcome, flags, agent, dialect, remembered);
  const answered = answer(outcome, host, context, flags, { dialect, told });
  if (event.event === 'session-end') remembered().forget();
  const failed = reading.failure === undefined ? '' : `anyhook: the hook ${reading.failure}\n`;
  return say(answered, more, finished.stderr + failed + note);
}

/** While the hook runs, what will read and say its answer is made ready: half its cost is that. */
function rehearse(host: Host, context: Context, dialect: Adapter, told: Told): void {
  logPath();
  const reading = read(dialect, told.binding, { code: 0, stdout: '{"":""}', stderr: '' });
  outcomeOf(reading, { ...context, adapter: dialect }, told);
  answer({ decision: 'deny' }, host, context, { ask: 'auto' });
}

/** Decodes for translation; where bytes pass through, what cannot be decoded is nobody's business. */
function decoded(
  agent: Adapter,
  binding: Binding,
  payload: Json,
  world: World,
  same: boolean,
): Draft {
  try {
    return decodeEvent(agent, payload, world);
  } catch (error) {
    if (!same) throw error;
    return { event: binding.event };
  }
}

function sameTold(
  flags: Flags,
  binding: Binding,
  event: Draft,
  payload: Json,
  bounded: Bounded,
): Told | undefined {
  if (flags.event !== undefined && flags.event !== binding.native) return undefined;
  const told: Told = { binding, face: { event, back: (input) => input }, payload };
  return matched(flags, told, bounded) ? told : undefined;
}

function toldTo(
  dialect: Adapter,
  event: Draft,
  world: World,
  flags: Flags,
  bounded: Bounded,
): Told | undefined {
  if (flags.event === undefined && bindingsFor(dialect, event.event).length > 1) {
    const names = bindingsFor(dialect, event.event)
      .map((one) => one.native)
      .join(', ');
    throw new AnyhookError('usage', `--event is missing: say which of ${names} the command is for`);
  }
  for (const told of tellings(dialect, event, world, flags.event)) {
    if (matched(flags, told, bounded, dialect)) return told;
  }
  return undefined;
}

function matched({ matcher }: Flags, told: Told, bounded: Bounded, dialect?: Adapter): boolean {
  if (matcher === undefined) return true;
  const subjects = subjectsOf(told, dialect);
  return !subjects || matches(matcher, subjects, told.binding.exact === true, bounded);
}

function runHook(
  flags: Flags,
  agent: Adapter,
  dialect: Adapter,
  event: Draft,
  input: Buffer | string,
  meanwhile: () => void,
): Promise<Finished> {
  const { habitat } = dialect;
  const timeout = flags.timeout ?? Math.min(habitat.timeout, agent.habitat.timeout) - margin;
  const env: NodeJS.ProcessEnv = { ...process.env, ...habitat.env(event), ...flags.env };
  const cwd = flags.cwd ?? (event.cwd as string | undefined);
  return runCommand({
    command: flags.command,
    habitat,
    input,
    cwd: cwd || undefined,
    env,
    timeout,
    meanwhile,
  });
}

const hookId = ({ name, command }: Flags): string => JSON.stringify([name ?? '', command]);

/** Ends a loop of follow-ups on a host that has no limit of its own. Returns what to tell of it. */
function limitLoop(
  outcome: { followUp?: string | undefined },
  flags: Flags,
  agent: Adapter,
  dialect: Adapter,
  session: () => Session,
): string {
  if (outcome.followUp === undefined || agent.capsLoops) return '';
  const limit = flags.loopLimit === undefined ? dialect.habitat.loopLimit : flags.loopLimit;
  if (limit === null) return '';
  const asked = session().follows();
  if (asked < limit && session().follow(outcome.followUp)) return '';
  delete outcome.followUp;
  return asked < limit
    ? 'anyhook: follow-up dropped: ~/.anyhook/state cannot be written, so no loop could be ended\n'
    : `anyhook: follow-up dropped: ${limit} in a row is the limit (--loop-limit)\n`;
}

const neutral = ({ bindings }: { bindings: readonly Binding[] }): Answer => ({
  response: bindings[0]?.otherwise ?? null,
  outcome: {},
  losses: [],
});

function say({ response, outcome, losses }: Answer, log: Json, stderr = ''): Said {
  const stdout = response ? `${ascii(response)}\n` : '';
  return { stdout, stderr, code: 0, log: { ...log, outcome, out: response, losses } };
}

/** The hook could not be run at all: on a gate, the failure policy; elsewhere, silence. */
function unable(
  error: unknown,
  flags: Flags,
  host: Host | undefined,
  dialect: Adapter | undefined,
  bytes: Buffer,
): Said {
  const known = error instanceof AnyhookError;
  const text = known
    ? error.message
    : `the payload cannot be handled (${(error as Error).message})`;
  const bindings = host?.bindings ?? guessBindings(flags, bytes.toString());
  const native = (known && error.code === 'tool') || (dialect?.habitat.blocksUnstarted ?? true);
  const blocks = flags.onFailure === 'block' || (flags.onFailure === 'native' && native);
  const said = neutral({ bindings });
  const stderr = `anyhook: ${text.replace(/\s+/g, ' ')}\n`;
  const log: Json = { error: text, as: flags.as };
  if (!isGate(bindings[0]) || !blocks) return say(said, log, stderr);
  const agent = host?.agents[0] ?? (dialect as Adapter);
  const context: Context = {
    adapter: agent,
    event: { event: (bindings[0] as Binding).event },
    world: machine,
  };
  const refused = { decision: 'deny' as const, reason: `anyhook cannot run this hook: ${text}` };
  return say(
    answer(refused, { agents: [agent], bindings, payload: {} }, context, flags),
    log,
    stderr,
  );
}
