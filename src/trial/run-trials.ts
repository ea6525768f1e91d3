/** Asks all hooks of some agents about one call. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { stageOf } from '../translate/merged-outcome.ts';
import { explainNoTool } from './absent-tools.ts';
import type { TrialScene } from './call.ts';
import { type Answer, type CallState, enterEvent, leaveHooks, runsInTurn } from './call-state.ts';
import type { FoundEntry } from './entries.ts';
import type { HookTrial } from './hook-trial.ts';
import {
  type LineRun,
  type SharedLine,
  type TrialLimits,
  trialWithoutCall,
  tryHook,
} from './try-hook.ts';

/** What all hooks of one agent said about one call. */
export interface AgentTrials {
  agent: Adapter;
  /** Whether the agent fires a hook at all for such a call. */
  isFired: boolean;
  /** Why the agent never makes such a call, as a sentence. Absent: it may make one. */
  noCall?: string;
  /** One for each hook and each native event at which it stands. */
  trials: HookTrial[];
}

/** The hooks of an agent, and how the agent states the call that they are asked about. */
export interface AgentQuestion {
  agent: Adapter;
  entries: readonly FoundEntry[];
  /** The call. An agent that has no tool for it is not asked. Absent: the agent has made the call before. */
  call?: Pick<Draft, 'tool' | 'input'>;
  /** Returns the payload of every native event that the agent fires. */
  inputsOf(scene: TrialScene): readonly HookInput[];
}

/** How many agents are asked at once. The hooks of one agent are asked one after the other. */
const agentsAtOnce = 4;

/** Asks the hooks of agents about one call, each agent in a session of its own. Returns the agents in the order given. */
export async function runTrials(
  questions: readonly AgentQuestion[],
  scene: Omit<TrialScene, 'session'>,
  limits: TrialLimits = {},
): Promise<AgentTrials[]> {
  const results: AgentTrials[] = [];
  const waiting = [...questions.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await askAgent(next[1], scene, limits);
  };
  await Promise.all(Array.from({ length: agentsAtOnce }, work));
  return results;
}

/** Asks every hook of an agent at every event of a call at which it stands, in the order in which the agent starts them. */
async function askAgent(
  { agent, entries, call, inputsOf }: AgentQuestion,
  scene: Omit<TrialScene, 'session'>,
  limits: TrialLimits,
): Promise<AgentTrials> {
  const whole = { ...scene, session: randomUUID() };
  const inputs = inputsOf(whole);
  const entriesAt = ({ binding }: HookInput) =>
    entries.filter(({ event }) => event === binding.native);
  const noCall = call && explainNoTool(agent, call);
  if (noCall !== undefined) {
    const trials = inputs.flatMap((input) =>
      entriesAt(input).map((entry) => trialWithoutCall(entry, input, noCall)),
    );
    return { agent, isFired: false, noCall, trials };
  }
  const trials: HookTrial[] = [];
  const stage = ({ binding }: HookInput) => stageOf(agent.merging, binding.native);
  let before: CallStates | undefined;
  for (const input of inputs.toSorted((a, b) => stage(a) - stage(b))) {
    const ofStages = stage(input) < 0 ? undefined : before;
    const states = {
      written: enterEvent(agent, input, ofStages?.written, whole),
      all: enterEvent(agent, input, ofStages?.all, whole),
    };
    const after = await askAtEvent(agent, entriesAt(input), states, whole, limits);
    trials.push(...after.trials);
    before = after.states;
  }
  return { agent, isFired: inputs.length > 0, trials };
}

/** What has become of a call after the hooks that the agent has, and after these and those that `anyhook sync` would write. */
type CallStates = Record<'written' | 'all', CallState>;

/** Asks the hooks of an event. Where they run one after another, each gets the call as those before it left it. */
async function askAtEvent(
  agent: Adapter,
  entries: readonly FoundEntry[],
  states: CallStates,
  scene: TrialScene,
  limits: TrialLimits,
): Promise<{ trials: HookTrial[]; states: CallStates }> {
  const trials: HookTrial[] = [];
  const isInTurn = runsInTurn(agent, entries, states.all.input, scene);
  const isFollowed = isInTurn || agent.merging?.stages !== undefined;
  const runs = new Map<SharedLine, Promise<LineRun>>();
  for (const step of isInTurn ? groupByStart(entries) : [entries]) {
    const answers = new Map<unknown, Answer & { isUnwritten?: boolean | undefined }>();
    for (const entry of step) {
      const { input, ending } = states[entry.isUnwritten ? 'all' : 'written'];
      const trial = await tryHook({ ...entry, ending }, input, scene, limits, runs);
      trials.push(trial);
      const { isUnwritten, ofLine } = entry;
      const line = ofLine?.line;
      const { taken = trial } = (line && (await runs.get(line)?.catch(() => undefined))) ?? {};
      const key = line ?? entry;
      // A line is known by the hook whose answer it gives.
      const { hook } = (trial.verdict !== taken.verdict && answers.get(key)) || trial;
      answers.set(key, { ...trial, ...taken, hook, isUnwritten });
    }
    if (!isFollowed) continue;
    const all = [...answers.values()];
    const written = all.filter(({ isUnwritten }) => !isUnwritten);
    states = {
      written: leaveHooks(agent, states.written, written, isInTurn, scene),
      all: leaveHooks(agent, states.all, all, isInTurn, scene),
    };
  }
  return { trials, states };
}

/** Groups hooks that stand side by side and that one line starts. */
function groupByStart(entries: readonly FoundEntry[]): FoundEntry[][] {
  const groups: FoundEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const line = entry.ofLine?.line;
    if (last && line && last[0]?.ofLine?.line === line) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/**
 * Calls `work` with a scene that has a temporary folder for the conversation and for logs, and removes the folder
 * afterwards.
 */
export async function withScene<T>(
  root: string,
  work: (scene: Omit<TrialScene, 'session'> & { scratch: string }) => Promise<T>,
): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'anyhook-test-'));
  const transcript = join(scratch, 'transcript.jsonl');
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', remove); // a signal may end this process meanwhile
  try {
    writeFileSync(transcript, '');
    return await work({ root, transcript, scratch });
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

/** Returns a recorded event as a new session of a scene would state it. */
export const withSession = (event: Draft, { session }: TrialScene): Draft => ({
  ...event,
  session,
});
