/** What comes of asking one hook about one event. */
import type { Outcome } from '../canonical/outcome.ts';
import type { Json } from '../util/json.ts';
import type { InnerStory } from './shim-log.ts';

/**
 * What an agent takes from a hook. `none`: the hook says nothing, and the agent goes on as if there were no hook.
 * `not-asked`: the agent does not start the hook for this event. `unknown`: the hook cannot be run here.
 */
export type TrialVerdict = 'halt' | 'deny' | 'ask' | 'allow' | 'none' | 'not-asked' | 'unknown';

/** One hook that was asked about one native event of one agent. */
export interface HookTrial {
  /** The id of the agent. */
  agent: string;
  /** The native event. */
  native: string;
  /** The name of the hook. */
  hook: string;
  /** The id of the agent whose settings hold the hook. Absent: it is that of `agent`. */
  owner?: string;
  /** Its number. Absent: it is none of the project. */
  number?: number | undefined;
  /** The command line, as it stands in the settings, or the address. Absent: the entry starts neither. */
  line?: string | undefined;
  /** The payload that the hook got on stdin. */
  payload: Json;
  /** Why the hook was not run. Absent: it was run. */
  notRun?: string;
  /** Whether the agent starts the hook for no call at all, though the hook is for this one. */
  neverRuns?: boolean;
  /** Whether the agent does not have the hook yet. The verdict is that of the entry that `anyhook sync` would write. */
  isUnwritten?: boolean;
  /** Whether the agent has the hook as its source was before. The verdict is that of the source as it is now. */
  isOutdated?: boolean;
  /** Why the hook may answer otherwise than its source says, as a sentence without its full stop. Absent: it does not. */
  askedAsItStands?: string;
  /** Null: a signal ended the hook, or it did not run. */
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
  /** The time is that of a line that starts other hooks as well. */
  isLineTime?: true;
  verdict: TrialVerdict;
  /** Why, in the words of the hook, or of the agent where the hook failed. */
  reason?: string;
  /** How the hook failed. Absent: it did not fail. The verdict is what the agent makes of the failure. */
  failure?: string;
  /**
   * Why the agent takes no refusal or question from the answer, or may take none, as a sentence without its full stop. In
   * the second case the verdict is the one that the agent's pages promise. Absent: it takes what the hook answers.
   */
  unheard?: string;
  /** The texts that the model reads, and those that the person reads. */
  toModel?: string;
  toPerson?: string;
  /** The outcome in canonical words. */
  outcome: Outcome;
  /** What the runner of anyhook did, for a hook that starts through it, if the trial has a folder for logs. */
  inner?: InnerStory;
}

/** Returns the verdict of an outcome, with the texts that the model and the person read of it. */
export function describeOutcome(
  outcome: Outcome,
): Pick<HookTrial, 'verdict' | 'reason' | 'toModel' | 'toPerson' | 'outcome'> {
  const { decision, halt, reason, haltReason, message, context, replaced, followUp } = outcome;
  const verdict = halt ? 'halt' : (decision ?? 'none');
  const isForPerson = verdict === 'ask' || verdict === 'halt';
  const toModel = joinTexts([isForPerson ? undefined : reason, context, replaced, followUp]);
  const toPerson = joinTexts([haltReason, isForPerson ? reason : undefined, message]);
  const why = (halt ? (haltReason ?? reason) : reason) ?? message;
  return {
    verdict,
    ...(why !== undefined && { reason: why }),
    ...(toModel && { toModel }),
    ...(toPerson && { toPerson }),
    outcome,
  };
}

/** Returns the time of a trial, for people. */
export const formatTime = ({ milliseconds, isLineTime }: HookTrial): string =>
  `${milliseconds} ms${isLineTime ? ' for its line' : ''}`;

/** Joins texts with line breaks, each once. */
const joinTexts = (texts: readonly (string | undefined)[]): string =>
  [...new Set(texts.filter((text) => text))].join('\n');
