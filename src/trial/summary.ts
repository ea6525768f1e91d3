/** Merges what all hooks of an agent said about one call. */
import type { HookTrial, TrialVerdict } from './hook-trial.ts';
import type { AgentTrials } from './run-trials.ts';

/** Verdicts from the weakest to the strictest. */
export const order: readonly TrialVerdict[] = [
  'not-asked',
  'unknown',
  'none',
  'allow',
  'ask',
  'deny',
  'halt',
];

/** What an agent does with a call after all hooks have answered. */
export interface TrialSummary {
  verdict: Exclude<TrialVerdict, 'not-asked' | 'unknown'>;
  reason?: string | undefined;
  /** A hook that failed. Absent: none did. */
  failed?: HookTrial | undefined;
  /** A hook that cannot be run here. Absent: all can. */
  unknown?: HookTrial | undefined;
  /** Some hook asks a person, though the agent may have no form for that and refuses. */
  saysAsk: boolean;
  /** Some hook allows the call, though the agent may have no form for that. */
  saysAllow: boolean;
}

/** Returns the trials of the hooks that an agent has already. */
export const withoutUnwritten = ({
  trials,
}: Pick<AgentTrials, 'trials'>): { trials: HookTrial[] } => ({
  trials: trials.filter(({ isUnwritten }) => !isUnwritten),
});

/** Merges what the hooks of an agent said: the strictest verdict counts, with its reason. */
export function mergeTrials({ trials }: Pick<AgentTrials, 'trials'>): TrialSummary {
  const strictest = trials.reduce<HookTrial | undefined>(
    (worst, trial) =>
      worst && order.indexOf(worst.verdict) >= order.indexOf(trial.verdict) ? worst : trial,
    undefined,
  );
  const verdict = strictest?.verdict ?? 'none';
  const decides = verdict !== 'not-asked' && verdict !== 'unknown';
  const says = (word: string) =>
    trials.some(({ inner }) => inner?.runs.some((run) => run.verdict === word));
  const deniers = trials.filter((trial) => trial.verdict === verdict);
  const isAsked =
    verdict === 'deny' &&
    deniers.every(({ inner }) => inner?.runs.some((run) => run.verdict === 'ask'));
  return {
    verdict: decides ? verdict : 'none',
    reason: decides ? strictest?.reason : undefined,
    failed: trials.find(({ failure }) => failure !== undefined),
    unknown: trials.find((trial) => trial.verdict === 'unknown'),
    saysAsk: verdict === 'ask' || isAsked,
    saysAllow: verdict === 'allow' || says('allow'),
  };
}
