// Runs one headless session of the real Gemini CLI against a mock model.
import { join } from 'node:path';
import { expectThere } from './agents/installed.mjs';
import { type ModelRequest, startMockModel, type Turn } from './mock-model.ts';
import { type Finished, plainWasm, spawned } from './spawned.ts';
import { createWorkspace } from './test-workspace.ts';
import { payloadsIn, readIfThere, type Workspace, write } from './workspace.ts';

const client = join(import.meta.dirname, 'node_modules/@google/gemini-cli/bundle/gemini.js');
const settingsFile = '.gemini/settings.json';

export interface HookEntry {
  matcher?: string;
  sequential?: boolean;
  hooks: { type: 'command'; name: string; command: string; timeout: number }[];
}

export type Hooks = Record<string, HookEntry[]>;

export interface Session {
  hooks?: Hooks | ((workspace: Workspace) => Hooks);
  turns?: readonly Turn[];
  prompt?: string;
  files?: Record<string, unknown>;
  settings?: (workspace: Workspace) => Record<string, unknown>;
  /** Called when all files are there, before the client starts. */
  prepare?: (workspace: Workspace) => void;
  env?: Record<string, string>;
  /** Further arguments of the client. */
  args?: readonly string[];
  projectName?: string;
  limitMs?: number;
}

export interface Run extends Finished, Workspace {
  requests: ModelRequest[];
  /** The text of a file of the project, or undefined if there is none. */
  file(name: string): string | undefined;
  /** What hook scripts got on stdin for this event of their own dialect, oldest first. */
  seen(event: string): Record<string, unknown>[];
}

export const userSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  ide: { enabled: false },
};

export function environment(
  { root, home, seenFile }: Workspace,
  url: string,
): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: root,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    GEMINI_API_KEY: 'not-a-key',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(root, 'no-system-settings.json'),
    GEMINI_CLI_SYSTEM_DEFAULTS_PATH: join(root, 'no-system-defaults.json'),
    HOOK_SEEN: seenFile,
  };
}

/** Hooks and settings go to the project's `.gemini/settings.json`, as a user's would. */
export async function gemini(session: Session): Promise<Run> {
  const { turns = [], prompt = 'Do the task.', files = {}, projectName = 'project' } = session;
  expectThere('Gemini CLI', client);
  const workspace = createWorkspace(projectName, files);
  const { hooks = {} } = session;
  write(join(workspace.home, settingsFile), userSettings);
  write(join(workspace.project, settingsFile), {
    ...session.settings?.(workspace),
    hooks: typeof hooks === 'function' ? hooks(workspace) : hooks,
  });
  session.prepare?.(workspace);
  const model = await startMockModel(turns);
  const env = { ...environment(workspace, model.url), ...session.env };
  const args = [
    '--model',
    'gemini-2.5-flash',
    '--yolo',
    '--prompt',
    prompt,
    ...(session.args ?? []),
  ];
  const command = [process.execPath, plainWasm, client, ...args];
  const finished = await spawned(command, workspace.project, env, session.limitMs ?? 120_000);
  model.close();
  write(join(workspace.root, 'session.json'), { ...finished, requests: model.requests });
  return {
    ...workspace,
    ...finished,
    requests: model.requests,
    file: (name) => readIfThere(join(workspace.project, name)),
    seen: (event) =>
      payloadsIn(workspace.seenFile).filter((payload) => payload.hook_event_name === event),
  };
}
