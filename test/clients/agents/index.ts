// A test's sessions of the real clients.
import { createWorkspace } from '../test-workspace.ts';
import { play, type Run, type Session } from './client.ts';
import { clients, type Installed, modulesOf } from './clients.ts';
import { expectThere } from './installed.mjs';

export { clients, type Host, hosts, type Installed, others } from './clients.ts';

export interface Test extends Session {
  files?: Record<string, unknown>;
  projectName?: string;
}

/** Plays a session in a workspace that is gone when the test has passed. */
export async function session(id: Installed, test: Test): Promise<Run> {
  const { files = {}, projectName = 'project', ...rest } = test;
  expectThere(clients[id].title, modulesOf(id));
  return play(clients[id], modulesOf(id), createWorkspace(projectName, files), rest);
}
