// The real clients, but Gemini's, which has a harness of its own.
import { join } from 'node:path';
import { createWorkspace } from '../workspace.ts';
import { claude } from './claude.ts';
import { type Client, play, type Run, type Session } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { folderOf, type Id, ids, isInstalled } from './installed.mjs';
import { qwen } from './qwen.ts';

export const clients: Record<Id, Client> = { claude, codex, copilot, qwen };

/** Those that are there; in CI all have to be. */
export const installed: readonly Id[] = process.env.CI ? ids : ids.filter(isInstalled);

const absent = ids.filter((id) => !installed.includes(id));
if (absent.length) console.warn(`SKIPPED: ${absent.join(', ')} could not be installed`);

export const modulesOf = (id: Id): string => join(folderOf(id), 'node_modules');

export interface Test extends Session {
  files?: Record<string, unknown>;
  projectName?: string;
}

/** Plays a session in a workspace that is gone when the test has passed. */
export function session(
  id: Id,
  { files = {}, projectName = 'project', ...more }: Test,
): Promise<Run> {
  return play(clients[id], modulesOf(id), createWorkspace(projectName, files), more);
}
