import type { Json } from '../../util/json.ts';

/** Events of the same name in agents that are no forks of Gemini CLI. */
const sharedEventNames: readonly unknown[] = ['SessionStart', 'SessionEnd', 'Notification'];

/**
 * Makes the function that recognises payloads of Gemini CLI or of one of its forks. Their payloads have one form,
 * so the folder of the transcript decides. If the path of the transcript is empty, or leads to a folder that
 * was moved, 0.61.0, the payload may be from any of these clients.
 *
 * @param folder The client's folder in the home folder.
 * @param nativeNames The names of the client's events.
 */
export function makeRecogniser(folder: string, nativeNames: readonly string[]) {
  return ({ hook_event_name: native, transcript_path: transcript }: Json): 0 | 1 | 2 => {
    if (!nativeNames.includes(native as string)) return 0;
    const path = typeof transcript === 'string' ? transcript.replaceAll('\\', '/') : undefined;
    const folderInPath = /\/(\.[a-z]+)\/(?:agent\/)?tmp\//.exec(path ?? '')?.[1];
    if (folderInPath) return folderInPath === folder ? 2 : 0;
    const hasFamilyForm = path === '' || /\/tmp\/[^/]+\/chats\//.test(path ?? '');
    return hasFamilyForm || !sharedEventNames.includes(native) ? 1 : 0;
  };
}
