import type { Json } from '../../util/json.ts';

/**
 * Matches the path of a session's transcript as client 2.1.330 names it. Its capture group is the
 * configuration folder, usually `~/.claude/`.
 */
const transcriptPath = /^(.*[\\/])projects[\\/][\w-]+[\\/][\w-]+\.jsonl$/s;

/**
 * Tells whether a configuration folder may belong to a fork of this client. It may if it is a hidden folder
 * or below one, and neither the hidden folder's name nor the path below contains `claude`. Of several hidden
 * folders the innermost counts.
 */
function mayBelongToFork(folder: string): boolean {
  const hiddenStart = Math.max(folder.lastIndexOf('/.'), folder.lastIndexOf('\\.'));
  return hiddenStart >= 0 && !folder.slice(hiddenStart).includes('claude');
}

/**
 * Makes the function that recognises payloads of this client. Other clients have events with these
 * names too, so the form of the transcript's path decides. `CLAUDE_CONFIG_DIR` can move the transcripts to
 * any folder, such as `~/.config/claude`, 2.1.330.
 *
 * @param natives the names of the client's events
 * @returns a function that tells how certain it is that a payload is this client's: 0 no, 1 perhaps, 2 yes
 */
export function makeRecogniser(natives: readonly string[]) {
  return (payload: Json): 0 | 1 | 2 => {
    const { hook_event_name: native, transcript_path: path } = payload;
    if (!natives.includes(native as string)) return 0;
    if (typeof path !== 'string') {
      // A payload that has a session or a time but no transcript path is another client's.
      const hasNoSessionOrTime = !['session_id', 'sessionId', 'timestamp'].some(
        (key) => key in payload,
      );
      return hasNoSessionOrTime && path === undefined ? 1 : 0;
    }
    const [, folder] = transcriptPath.exec(path) ?? [];
    if (folder === undefined) return 0;
    return mayBelongToFork(folder) ? 1 : 2;
  };
}
