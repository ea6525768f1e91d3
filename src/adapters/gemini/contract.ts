import type { Binding, Draft, Finished, Habitat, Json, Reading } from '../../adapter.ts';
import { objectIn } from '../../json.ts';
import { clean, cutOff } from '../../read.ts';

/** JSON counts at any exit code, from stderr when stdout is blank; text by the exit code, 0.61.0. */
export function reads(finished: Finished): Reading {
  const why = cutOff(finished);
  if (why) return { failure: why };
  const text = clean(finished.stdout) || clean(finished.stderr);
  const { code } = finished;
  if (!text) return code ? { failure: `ended with exit code ${code}` } : {};
  const response = objectIn(text);
  if (response) return { response };
  if (/^(?:null|true|false|-?\d[\d.eE+-]*)$/.test(text)) return { failure: 'printed no object' };
  if (!code) return { response: { decision: 'allow', systemMessage: text } };
  const failure = `ended with exit code ${code}: ${text.slice(0, 500)}`;
  if (code === 1)
    return { response: { decision: 'allow', systemMessage: `Warning: ${text}` }, failure };
  return code === 2
    ? { response: { decision: 'deny', reason: text } }
    : { response: { decision: 'deny', reason: text }, failure };
}

export const habitat: Habitat = {
  shell: 'bash',
  env: (event: Draft) => ({
    GEMINI_PROJECT_DIR: event.cwd as string,
    GEMINI_CWD: event.cwd as string,
    GEMINI_SESSION_ID: event.session as string,
    CLAUDE_PROJECT_DIR: event.cwd as string,
  }),
  expands: ['GEMINI_PROJECT_DIR', 'GEMINI_CWD', 'GEMINI_SESSION_ID', 'CLAUDE_PROJECT_DIR'],
  timeout: 60_000,
  loopLimit: null,
  blocksUnstarted: true, // bash says 127 with text, which denies
};

/** Payloads of the whole family look alike: the transcript's folder tells them apart. */
export function recognises(folder: string, bindings: () => readonly Binding[]) {
  return (payload: Json): 0 | 1 | 2 => {
    if (!bindings().some(({ native }) => native === payload.hook_event_name)) return 0;
    const path = String(payload.transcript_path ?? '').replaceAll('\\', '/');
    const home = /\/(\.[a-z]+)\/(?:agent\/)?tmp\//.exec(path)?.[1];
    if (!home) return 1;
    return home === folder ? 2 : 0;
  };
}
