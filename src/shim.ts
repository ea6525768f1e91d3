import type { Adapter, Binding, Context, Draft, Finished, Json, World } from './adapter.ts';
import { answer, isGate, judge, outcomeOf } from './answer.ts';
import type { Outcome } from './canonical/outcome.ts';
import { runCommand } from './command.ts';
import { AnyhookError } from './errors.ts';
import { decodeEvent } from './events.ts';
import { asItIs } from './faces.ts';
import type { Flags } from './flags.ts';
import { adapterOf, findHost, type Host, knownAdapter, parsePayload } from './host.ts';
import { type Bounded, matches } from './match.ts';
import * as memory from './memory.ts';
import { once } from './once.ts';
import { subjectsOf, type Told, tellings } from './place.ts';
import { bindingNamed, bindingsFor, natives, takes } from './plan.ts';
import { read } from './read.ts';
import { beside, notice, type Said, say } from './said.ts';
import { openSession, type Session, unkept } from './session.ts';
import { substituted } from './shell.ts';
import { unable } from './unable.ts';
import { machine } from './world.ts';

/** What is loaded only when a run needs it. */
export interface Lazy {
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
  try {
    const payload = parsePayload(stdin.bytes, stdin.cut);
    host = findHost(flags, payload, process.env);
    if (problem) throw problem;
    const dialect = adapterOf(flags.as as string, '--as');
    const said = await serve(flags, host, dialect, stdin.bytes, lazy);
    return isGate(host.bindings[0]) ? { ...said, gate: true } : said;
  } catch (error) {
    return unable(error, flags, host, knownAdapter(flags.as), stdin.bytes);
  }
}

/** All that one run knows of its event. */
export interface Run {
  flags: Flags;
  host: Host;
  dialect: Adapter;
  event: Draft;
  world: World;
  /** Host and dialect are one: bytes pass through. */
  same: boolean;
  session(): Session;
}

async function serve(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  bytes: Buffer,
  lazy: Lazy,
): Promise<Said> {
  const hook = hookId(flags);
  const run = running(flags, host, dialect, machine, (agent, event) =>
    openSession(agent, event, hook),
  );
  const { event } = run;
  try {
    const goesOn = memory.goesOn(run);
    if (!goesOn) memory.recall(run);
    const haltReason = memory.halted(run);
    if (haltReason !== undefined) return unasked(run, { halt: true, haltReason });
    const told = toldOf(run, lazy.bounded);
    if (flags.command.length && told && !goesOn) {
      const again = !told.binding.eager && memory.toldBefore(run);
      if (!again) return await serveTold(run, told, bytes);
    }
    if (!flags.command.length && !goesOn) memory.remember(run);
    const outcome: Outcome = {};
    memory.postpone(outcome, run);
    return unasked(run, outcome);
  } finally {
    if (event.event === 'session-end') run.session().forget();
  }
}

/** A run about to begin: the event as the host tells it, and what is known around it. */
export function running(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  outside: World,
  open: (agent: string, event: Draft) => Session,
): Run {
  const [agent, binding] = [host.agents[0] as Adapter, host.bindings[0] as Binding];
  const session = once(() => open(agent.id, event));
  const recall = (name: string) =>
    name === 'loopCount' ? session().follows() : session().recall(name);
  const world: World = { ...outside, recall };
  const same = host.agents.length === 1 && agent === dialect;
  const event = decoded(agent, binding, host.payload, world, same);
  return { flags, host, dialect, event, world, same, session };
}

/** What the hook is told; undefined: the event is not one it is about. */
export const toldOf = (run: Run, bounded: Bounded): Told | undefined =>
  run.same ? sameTold(run, bounded) : toldTo(run, bounded);

const logged = ({ host, dialect }: Run): Json => ({
  host: host.agents[0]?.id,
  event: host.bindings[0]?.native,
  as: dialect.id,
  in: host.payload,
});

/** Says an outcome that no hook gave. */
const unasked = (run: Run, outcome: Outcome): Said => {
  const { host, flags, event, world } = run;
  const context: Context = { adapter: host.agents[0] as Adapter, event, world };
  return say(answer(outcome, host, context, flags), logged(run));
};

/** Runs the hook on what it is told, and says its answer. */
async function serveTold(run: Run, told: Told, bytes: Buffer): Promise<Said> {
  const input = run.same ? bytes : `${JSON.stringify(told.payload)}\n`;
  return concluded(run, told, await runHook(run, input));
}

/** What a finished hook comes to, as the host hears it. An answer that cannot be handled refuses. */
export function concluded(run: Run, told: Told, finished: Finished): Said {
  try {
    return conclude(run, told, finished);
  } catch (error) {
    const { flags, host, dialect } = run;
    const onFailure = flags.onFailure === 'allow' ? 'allow' : 'block';
    return unable(error, { ...flags, onFailure }, host, dialect, Buffer.alloc(0));
  }
}

function conclude(run: Run, told: Told, finished: Finished): Said {
  const { flags, host, dialect, event, world, same } = run;
  const agent = host.agents[0] as Adapter;
  const reading = read(dialect, told.binding, finished);
  const ours = finished.timedOut === true && flags.timeout === undefined;
  const gate = isGate(host.bindings[0]);
  const judged = judge(reading, finished, { gate, ours, dialect, flags });
  const log = { ...logged(run), ...(same ? {} : { told: told.payload }), ran: finished };
  const { code, stdout, stderr } = finished;
  const plain = judged === reading && !reading.stricter && code !== null;
  if (same && plain && flags.ask !== 'deny' && flags.loopLimit === undefined) {
    return { stdout, stderr, code, log };
  }
  const context: Context = { adapter: agent, event, world };
  const outcome = outcomeOf(judged, { ...context, adapter: dialect }, told);
  const note = limitLoop(outcome, run);
  const kept = memory.postpone(outcome, run);
  const answered = answer(outcome, host, context, flags, { dialect, told });
  answered.losses.push(...kept.losses);
  const failed = reading.failure === undefined ? '' : notice(`the hook ${reading.failure}`);
  return say(answered, log, beside(answered, stderr + failed + note + kept.note));
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

function sameTold({ flags, dialect, host, event }: Run, bounded: Bounded): Told | undefined {
  const binding = host.bindings[0] as Binding;
  if (flags.event !== undefined && bindingNamed(dialect, flags.event) !== binding) return undefined;
  const told: Told = { binding, face: asItIs(event), payload: host.payload };
  return matched(flags, told, bounded) ? told : undefined;
}

function toldTo({ flags, dialect, event, world }: Run, bounded: Bounded): Told | undefined {
  if (flags.event === undefined) {
    const fit = bindingsFor(dialect, event.event).filter((one) => takes(one, event));
    if (fit.length > 1) {
      throw new AnyhookError('usage', `--event is missing: say which of ${natives(fit)} it is for`);
    }
  }
  for (const told of tellings(dialect, event, world, flags.event)) {
    if (matched(flags, told, bounded, dialect)) return told;
  }
  return undefined;
}

function matched({ matcher }: Flags, told: Told, bounded: Bounded, dialect?: Adapter): boolean {
  if (matcher === undefined) return true;
  const subjects = subjectsOf(told, dialect);
  const mcp = told.face.event.mcp as { server?: string } | undefined;
  if (mcp && mcp.server === undefined && dialect?.mcp.vague?.test(matcher)) return true;
  return !subjects || matches(matcher, subjects, told.binding.exact === true, bounded);
}

function runHook(run: Run, input: Buffer | string): Promise<Finished> {
  const { flags, event } = run;
  const { habitat } = run.dialect;
  const agent = run.host.agents[0] as Adapter;
  const timeout = flags.timeout ?? Math.min(habitat.timeout, agent.habitat.timeout) - margin;
  const variables = { ...memory.sessionEnv(run), ...habitat.env(event), ...flags.env };
  // Our own environment is the hook's: copying it costs more than the rest of the mapping.
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = habitat.substitutes && name in flags.env ? substituted(value) : value;
  }
  const cwd = flags.cwd ?? (event.cwd as string | undefined);
  return runCommand({
    command: flags.command,
    habitat,
    input,
    cwd: cwd || undefined,
    timeout,
  });
}

const hookId = ({ name, command }: Flags): string => JSON.stringify([name ?? '', command]);

/** Ends a loop of follow-ups on a host that has no limit of its own. Returns what to tell of it. */
function limitLoop(outcome: Outcome, { flags, host, dialect, session }: Run): string {
  if (!outcome.followUp || host.agents[0]?.capsLoops) return '';
  const limit = flags.loopLimit === undefined ? dialect.habitat.loopLimit : flags.loopLimit;
  if (limit === null) return '';
  const asked = session().follows();
  if (asked < limit && session().follow(outcome.followUp)) return '';
  delete outcome.followUp;
  const why =
    asked < limit
      ? `${unkept}, so no loop could be ended`
      : `${limit} in a row is the limit (--loop-limit)`;
  return notice(`follow-up dropped: ${why}`);
}
