/** Follows a call that was made up through the hooks of an agent: what each gets after those before it have answered. */
import { orderAt } from '../convert/order.ts';
import type { Adapter, Context } from '../mapping/adapter.ts';
import { toHostOutcome } from '../translate/answer.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { isRefused, mergeHooks } from '../translate/merged-outcome.ts';
import { changePayload } from '../translate/native-call.ts';
import type { TrialScene } from './call.ts';
import type { HookTrial } from './hook-trial.ts';
import { payloadsForEvent, recordedInput, worldOfScene } from './payloads.ts';
import { explainNotStarted, type TrialHook } from './try-hook.ts';

/** How far a call has come. */
export interface CallState {
  /** What the next hook gets. */
  input: HookInput;
  /** Hooks before have changed the call. */
  isChanged: boolean;
  /** Why the agent starts no further hook for the call, as a sentence without its full stop. Absent: it does. */
  ending?: string;
}

/** What the agent took from one start: of one hook, or of a line with several. */
export type Answer = Pick<HookTrial, 'hook' | 'verdict' | 'outcome' | 'exitCode'>;

/** Tells whether an agent starts the hooks of an event one after another, each with the call as those before it left it. */
export function runsInTurn(
  agent: Adapter,
  hooks: readonly TrialHook[],
  input: HookInput,
  scene: TrialScene,
): boolean {
  const order = orderAt(agent, input.binding.native);
  if (order === 'always') return true;
  return (
    order !== undefined &&
    hooks.some(
      (one) =>
        one.hook.sequential === true &&
        one.neverStarts === undefined &&
        explainNotStarted(one, input, scene) === undefined,
    )
  );
}

/** Returns the state of a call at the next event that the agent fires for it. */
export function enterEvent(
  agent: Adapter,
  input: HookInput,
  before: CallState | undefined,
  scene: TrialScene,
): CallState {
  if (!before?.isChanged) return { ...before, input, isChanged: false };
  const { event } = before.input.variant;
  const inputs = payloadsForEvent(agent, event, scene);
  const changed = inputs.find(({ binding }) => binding === input.binding);
  return { ...before, input: changed ?? input };
}

/**
 * Returns the state of a call after hooks that the agent starts at the same time.
 *
 * @param isInTurn The hooks of the event run one after another.
 */
export function leaveHooks(
  agent: Adapter,
  state: CallState,
  answers: readonly Answer[],
  isInTurn: boolean,
  scene: TrialScene,
): CallState {
  const { merging } = agent;
  const merged = mergeHooks(answers, merging);
  const isQuestion = merged.outcome.decision === 'ask' && merging?.inTurn === true;
  if (isRefused(merged) || isQuestion) {
    if (!merging?.inTurn && !merging?.stages) return state;
    const { hook = '' } = answers.find((one) => one.verdict === wordOf(merged.outcome)) ?? {};
    return {
      ...state,
      ending: `not started, as ${hook} ${isQuestion ? 'asks' : 'refuses'} before`,
    };
  }
  // What a hook prints that ends with another code changes nothing.
  const done = mergeHooks(
    answers.filter(({ exitCode }) => exitCode === 0),
    merging,
  );
  const { binding, payload } = state.input;
  // The payload has arguments that the call as it was made up has not.
  const hookInput = recordedInput(agent, payload, scene, binding.native);
  const { event } = hookInput.variant;
  const context: Context<Adapter> = { adapter: agent, event, world: worldOfScene(scene) };
  const host = { agents: [agent], bindings: [binding], payload } as const;
  const from = { dialect: agent, hookInput };
  const { outcome, lostRewrite } = toHostOutcome(done.outcome, host, context, from, []);
  if (lostRewrite) return state;
  const passesOn = (isInTurn && merging?.passesOn) || [];
  const changed = changePayload(binding, payload, outcome, passesOn, () => context);
  if (changed === payload) return state;
  const input = recordedInput(agent, changed, scene, binding.native);
  return { ...state, input, isChanged: true };
}

const wordOf = ({ halt, decision }: HookTrial['outcome']) => (halt ? 'halt' : decision);
