/** What each agent makes of what a script has printed, by itself and through anyhook. */
import {
  type Adapter,
  AnyhookError,
  type Encoded,
  encode,
  type Finished,
  hear,
  isGate,
  read,
  say,
  strictest,
  translateAll,
} from 'anyhook';
import { describeUnheardAnswer, findUnheardAnswer } from '../../src/settings/unheard-answers.ts';
import type { FiredEvent, Tone } from '../../src/trial/effect.ts';
import { type Agents, getAgent, listAgents } from './agents.ts';
import type { ScriptFields } from './choices.ts';
import { checkLength, format, shorten } from './json.ts';
import { startsCommands } from './plugin-events.ts';
import { sampleOf } from './samples.ts';
import {
  describeLosses,
  describeVerdict,
  type Heard,
  hearNatively,
  type LossLine,
  type Verdict,
} from './verdict.ts';

/** What an agent makes of the script when it is started through anyhook. */
export interface ThroughAnyhook {
  verdict: Verdict;
  losses: LossLine[];
  /** What anyhook prints at each event of the agent. */
  printed: { native: string; stdout: string; stderr: string; exitCode: number }[];
}

/** What an agent makes of the script at some of its events. */
export interface ScriptCase {
  /** The names of the agent's events. */
  natives: string[];
  /** What the agent makes of the script by itself. Absent: it starts no script there, only plugins. */
  verdict?: Verdict;
  /** Absent: it is not known what the script was written for, or it was written for this agent. */
  through?: ThroughAnyhook;
  /** Why nothing is said about the script behind anyhook, as a sentence. */
  note?: string;
}

/** An agent, and what it makes of the script. Without cases, it fires no hook for such an event. */
export interface ScriptRow {
  id: string;
  title: string;
  isOwn: boolean;
  cases: ScriptCase[];
}

/** What all agents make of a script. */
export interface ScriptReport {
  /** The event that the script was asked about, as JSON. */
  event: string;
  rows: ScriptRow[];
  /** The agent that the script was written for. Absent: it is not known. */
  owner?: { id: string; title: string };
  /** The titles of the agents that stop what the event announces, ask a person, and go on, each by itself: all that start scripts. */
  agents: Record<Tone, string[]>;
}

/**
 * Returns the finished command that a person has described.
 *
 * @throws {AnyhookError} `usage`: the ending or the exit code is none, or a text is too long
 */
export function finishedFrom({ stdout, stderr, ending, code }: ScriptFields): Finished {
  checkLength(stdout, 'what the script printed on stdout');
  checkLength(stderr, 'what the script printed on stderr');
  const printed = { stdout, stderr };
  if (ending === 'timeout') return { ...printed, code: null, timedOut: true };
  if (ending === 'signal') return { ...printed, code: null, signal: 'SIGKILL' };
  if (ending === 'not-started')
    return { stdout: '', stderr: '', code: null, notStarted: 'no such file' };
  if (ending !== 'exit')
    throw new AnyhookError('usage', `${ending.slice(0, 80)}: no ending of a script`);
  if (!/^\d{1,3}$/.test(code.trim()) || Number(code) > 255)
    throw new AnyhookError(
      'usage',
      `exit code ${JSON.stringify(code)}: say a number from 0 to 255`,
    );
  return { ...printed, code: Number(code) };
}

/** Lists the payloads that an agent sends to its own hooks for an event, one for each of its events. */
export function listPayloads(agent: Adapter, event: Parameters<typeof encode>[1]): Encoded[] {
  const natives = agent.bindings.listFor(event.event).map(({ native }) => native);
  return natives.flatMap((native) => {
    try {
      return encode(agent, event, { native }) ?? [];
    } catch (error) {
      if (error instanceof AnyhookError && error.code === 'tool') return [];
      throw error;
    }
  });
}

/**
 * Says what each agent makes of what a script has printed.
 *
 * @throws {AnyhookError} `vendor`, `event`, `usage`: a field has a value that cannot be chosen
 */
export function judgeScript(agents: Agents, fields: ScriptFields): ScriptReport {
  const finished = finishedFrom(fields);
  const event = sampleOf(fields.event, fields.tool);
  const owner = fields.writtenFor ? getAgent(agents, fields.writtenFor) : undefined;
  const rows = listAgents(agents).map((agent): ScriptRow => {
    const cases = listPayloads(agent, event).map(({ native, payload }): ScriptCase => {
      const fired = { agent, event: event.event, native, payload };
      const rest =
        owner && owner !== agent ? runThrough(agent, native, payload, owner, finished) : {};
      return {
        natives: [native],
        ...(startsCommands(agent.id, native) && { verdict: judgeAlone(fired, finished) }),
        ...rest,
      };
    });
    return { id: agent.id, title: agent.title, isOwn: agent === owner, cases: joinAlike(cases) };
  });
  return {
    event: format(event),
    rows,
    ...(owner && { owner: { id: owner.id, title: owner.title } }),
    agents: groupByTone(rows),
  };
}

/** Groups the titles of agents by what they do at the event where they do the least. */
function groupByTone(rows: readonly ScriptRow[]): Record<Tone, string[]> {
  const groups: Record<Tone, string[]> = { go: [], ask: [], stop: [] };
  for (const { title, cases } of rows) {
    const tones = cases.flatMap(({ verdict }) => verdict?.tone ?? []);
    const least = (['go', 'ask', 'stop'] as const).find((tone) => tones.includes(tone));
    if (least) groups[least].push(title);
  }
  return groups;
}

/** Says what an agent by itself makes of a script that was started at one of its events. */
function judgeAlone(fired: FiredEvent, finished: Finished): Verdict {
  const { agent, native, payload } = fired;
  const heard = hearNatively(agent, native, payload, finished);
  const verdict = explainSilence(fired, describeVerdict(fired, heard), heard, finished);
  const unheard = findUnheardAnswer(agent.id, native, finished);
  if (!unheard || verdict.tone === 'go') return verdict;
  const { failure } = heard;
  const silent = describeVerdict(fired, {
    outcome: {},
    ...(failure !== undefined && { failure }),
  });
  const why = describeUnheardAnswer(unheard);
  return unheard.isSeen
    ? { ...silent, effect: `${silent.effect}: ${why}` }
    : { ...silent, word: `${silent.word} or not`, effect: why };
}

/** Adds why nothing comes of a script that has printed something, where no failure tells it. */
function explainSilence(
  { agent, native }: FiredEvent,
  verdict: Verdict,
  { outcome, failure }: Heard,
  finished: Finished,
): Verdict {
  const isRead = outcome.decision !== undefined || outcome.halt || outcome.followUp !== undefined;
  const { tone, toModel, toPerson, wishes } = verdict;
  const isTold = !isGate(agent, native) && (toModel ?? toPerson) !== undefined;
  const doesMore = tone !== 'go' || isRead || isTold || wishes.length > 0;
  if (doesMore || failure !== undefined || !finished.stdout.trim()) return verdict;
  return { ...verdict, effect: `${verdict.effect}: it reads no verdict in what was printed` };
}

/** Joins the cases that differ in nothing but their events, and in what anyhook prints there. */
function joinAlike(cases: readonly ScriptCase[]): ScriptCase[] {
  const joined = new Map<string, ScriptCase>();
  for (const one of cases) {
    const { natives, through, ...rest } = one;
    const key = JSON.stringify([rest, through && { ...through, printed: [] }]);
    const known = joined.get(key);
    known?.natives.push(...natives);
    known?.through?.printed.push(...(through?.printed ?? []));
    if (!known) joined.set(key, one);
  }
  return [...joined.values()];
}

/** Says what an agent makes of a script of another agent (`owner`) that it starts through anyhook. */
function runThrough(
  host: Adapter,
  native: string,
  payload: Record<string, unknown>,
  owner: Adapter,
  finished: Finished,
): Pick<ScriptCase, 'through' | 'note'> {
  try {
    const inputs = translateAll(payload, { from: host, to: owner });
    if (!inputs.length)
      return { note: `${owner.title} has no such event, so the script is not started.` };
    const outcome = strictest(inputs.map((one) => hear(owner, one.payload, finished).outcome));
    const one = read(host, payload);
    const { losses, stdout, stderr, exitCode } = say(host, one, outcome as never);
    const heard = hearNatively(host, native, payload, { stdout, stderr, code: exitCode });
    const verdict = describeVerdict(
      { agent: host, event: one.event?.event ?? '', native, payload },
      heard,
    );
    const printed = [{ native, stdout: shorten(stdout), stderr: shorten(stderr), exitCode }];
    return { through: { verdict, losses: describeLosses(losses), printed } };
  } catch (error) {
    if (error instanceof AnyhookError) return { note: `${error.message}.` };
    throw error;
  }
}
