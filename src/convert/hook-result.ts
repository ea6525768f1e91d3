import type { EventName, Hook } from '../canonical/types.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Position } from '../settings/finding.ts';
import type { HookLoss } from './hook-loss.ts';
import type { LaunchOptions } from './options.ts';

/**
 * A hook that gets no entry in the target. `lost`: it cannot have one. `kept`: it stays where it is on
 * purpose; `hint` says what a person can do instead, and `instead` is a command that serves the target.
 */
export type Unconverted =
  | { how: 'lost' }
  | { how: 'kept'; hint?: string; instead?: string | undefined };

/**
 * What becomes of one hook in a conversion. `events` are the target's native events at which it gets
 * entries. `native`: it stands there as it is. `shim`: the shim starts it, and all of it works.
 * `emulated`: the shim also supplies something that the target's agent lacks. `degraded`: the target's
 * agent does not honour some of its answers.
 */
export type HookResult = {
  hook: Hook;
  /** The position of the hook in the source. */
  at?: Position | undefined;
  /** The number of the hook, from 1: `--accept-loss=#2` names the second. Entries with one script have one number. */
  number?: number;
  losses: HookLoss[];
  /** True: its script was read, and shows no verdict. */
  showsNoVerdict?: boolean;
  /** True: its owner or its script says that it refuses and changes nothing. */
  guardsNothing?: boolean;
  /** Where the target has an entry of ours for the hook that a person changed. It stays, so the hook is not as in the source. */
  editedByHand?: { at?: Position | undefined };
} & (
  | { how: 'native'; events: string[] }
  | {
      how: 'shim' | 'emulated' | 'degraded';
      events: string[];
      /** The canonical events of `events`. */
      canonical: EventName[];
      entryPoints: readonly EntryPoint[];
      wordings?: LaunchOptions['wordings'];
    }
  | (Unconverted & { events: [] })
);

/** How a hook was converted, or why it was not. */
export type How = HookResult['how'];

/** Tells whether a guard is lost or weaker. */
export const isUnsafe = ({ losses }: HookResult): boolean =>
  losses.some(({ severity }) => severity === 'unsafe');
