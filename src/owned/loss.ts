import type { Severity } from '../canonical/loss.ts';

/** Something of a hook that is not in the file that {@link placeHooks} returns, or is there otherwise. */
export interface PlacementLoss {
  /** The index of the hook in the list that was given. */
  hook: number;
  /** Further hooks, and events of the same hook, of which this is true as well: what entries have no place for is said once. */
  others?: readonly { hook: number; event: string }[];
  /**
   * `no-event`: the agent has no such event, so the hook is not written. `no-tool`: it has no tool for `tools`; if it has
   * none for all of them, the hook is not written. `more-calls`: the hook is started for further calls too, among them
   * those of `tools`. `fewer-calls`: it is not started for each call of `tools`. `key-lost`: the agent has no place for
   * `key`. `key-changed`: `key` is written as `written`. `needs-bridge`: the agent has no hook commands, and its plugin loads a
   * file of anyhook that is not installed by this.
   */
  code:
    | 'no-event'
    | 'no-tool'
    | 'more-calls'
    | 'fewer-calls'
    | 'key-lost'
    | 'key-changed'
    | 'needs-bridge';
  /** `unsafe`: a guard may miss a call. `lossy`: the hook behaves otherwise. `cosmetic`: nobody is likely to care. */
  severity: Severity;
  /** The event: the native one, or as it was given if the agent has none. */
  event: string;
  tools?: readonly string[];
  key?: string;
  written?: unknown;
  /** The native events that were probably meant. */
  instead?: readonly string[];
  /** The loss as a sentence for people. */
  message: string;
}
