// A session of the real Gemini CLI after `anyhook convert cursor gemini --write`.
import { gemini, type Run, type Session } from './gemini.ts';
import { anyhook } from './packed.ts';

/** What people call folders, and what a shell makes of it. */
export const projectName = "my 'odd' $(x) proj";

/** The entries of a `.cursor/hooks.json`, by event. */
export type CursorHooks = Record<
  string,
  {
    command: string;
    matcher?: string;
    timeout?: number;
    failClosed?: boolean;
    loop_limit?: number;
  }[]
>;

export const hooksFile = (hooks: CursorHooks) => ({ version: 1, hooks });

export interface Converting extends Session {
  cursor: CursorHooks;
  /** Further arguments of `convert`. */
  flags?: string[];
}

/** Converts the project's Cursor hooks with the packed program, and runs a session. */
export function converted({ cursor, flags = [], ...session }: Converting): Promise<Run> {
  return gemini({
    projectName,
    ...session,
    files: { '.cursor/hooks.json': hooksFile(cursor), ...session.files },
    prepare(workspace) {
      anyhook(workspace, 'convert', 'cursor', 'gemini', '--write', ...flags);
      session.prepare?.(workspace);
    },
  });
}
