/** Asks all hooks of some agents about one call. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, Draft } from '../mapping/adapter.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { explainNoTool } from './absent-tools.ts';
import type { TrialScene } from './call.ts';
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

/** Asks every hook of an agent at every event of a call at which it stands. */
async function askAgent(
  { agent, entries, call, inputsOf }: AgentQuestion,
  scene: Omit<TrialScene, 'session'>,
  limits: TrialLimits,
): Promise<AgentTrials> {
  const whole = { ...scene, session: randomUUID() };
  const inputs = inputsOf(whole);
  const trials: HookTrial[] = [];
  const noCall = call && explainNoTool(agent, call);
  for (const input of inputs) {
    const runs = new Map<SharedLine, Promise<LineRun>>();
    for (const entry of entries)
      if (entry.event === input.binding.native)
        trials.push(
          noCall === undefined
            ? await tryHook(entry, input, whole, limits, runs)
            : trialWithoutCall(entry, input, noCall),
        );
  }
  if (noCall !== undefined) return { agent, isFired: false, noCall, trials };
  return { agent, isFired: inputs.length > 0, trials };
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
