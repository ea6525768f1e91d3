import { asText, type Json } from '../../util/json.ts';

/**
 * Makes the function that recognises payloads of Qwen Code. Payloads of Claude Code and Copilot CLI have the same
 * form, but never both a time and a permission mode.
 *
 * @param nativeNames The names of the client's events.
 */
export const makeRecogniser =
  (nativeNames: readonly string[]) =>
  (payload: Json): 0 | 1 | 2 => {
    const { hook_event_name: native, transcript_path: path, prompt_id, ...fields } = payload;
    if (!nativeNames.includes(native as string)) return 0;
    const transcript = typeof path === 'string' ? path.replaceAll('\\', '/') : '';
    if (transcript.includes('/.qwen/') || asText(prompt_id).includes('########')) return 2;
    const hasTimeAndMode =
      typeof fields.timestamp === 'string' && typeof fields.permission_mode === 'string';
    // A transcript in a hidden folder of another name is another agent's.
    return hasTimeAndMode && !/\/\.[a-z]+\//.test(transcript) ? 1 : 0;
  };
