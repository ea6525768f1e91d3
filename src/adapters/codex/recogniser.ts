import type { Json } from '../../util/json.ts';

/** Matches the path of a transcript of this client. */
const transcriptPath = /[\\/]rollout-[^\\/]+\.jsonl$/;

/**
 * Makes the function that recognises payloads of this client. Every event of a turn has a
 * `turn_id`, which no other agent sends. The other events have a transcript named `rollout-….jsonl`,
 * or null for a transcript: the payload is then only perhaps of this client.
 *
 * @param natives the names of the client's events
 * @returns a function that tells how certain it is that a payload is this client's: 0 no, 1 perhaps, 2 yes
 */
export const makeRecogniser =
  (natives: readonly string[]) =>
  ({ hook_event_name: native, turn_id, transcript_path: path }: Json): 0 | 1 | 2 => {
    if (!natives.includes(native as string)) return 0;
    if (typeof turn_id === 'string' || (typeof path === 'string' && transcriptPath.test(path)))
      return 2;
    return path === null ? 1 : 0;
  };
