import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { parseFlags } from '../../src/canonical/flags.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import type { Command } from '../../src/shim/command.ts';
import { runShim } from '../../src/shim/shim.ts';
import type { ShimOutput } from '../../src/translate/shim-output.ts';
import { network } from '../network.ts';

export type Json = Record<string, unknown>;

/** A hook: what it prints when it is told something. */
export type Hook = (told: Json, env: NodeJS.ProcessEnv) => Json | undefined;

/** Hooks that are started by their name, in this process. */
const started = new Map<string, Hook>();

const place = vi.hoisted(() => ({ path: '' }));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<object>()),
  ownFolder: () => place.path,
}));
vi.mock('../../src/shim/command.ts', () => ({ runCommand: (run: never) => inProcess(run) }));

/** In place of `runCommand`: no process, the rest of the shim as it is. */
async function inProcess({ command, input, env }: Command): Promise<Finished> {
  const said = started.get(command[0] as string)?.(JSON.parse(String(input)), env);
  return { code: 0, stdout: said ? JSON.stringify(said) : '', stderr: '' };
}

/** Fires an event at one hook; without one, at an entry that only remembers. */
export async function fire(
  payload: Json,
  args: readonly string[],
  name?: string,
  hook: Hook = () => undefined,
  pause?: (milliseconds: number) => void,
): Promise<ShimOutput> {
  if (name !== undefined) started.set(name, hook);
  const flags = parseFlags(name === undefined ? args : [...args, '--', name]);
  const bytes = Buffer.from(JSON.stringify(payload));
  return runShim(
    flags,
    { bytes, isCut: false },
    {
      runBounded: () => true,
      ...network,
      ...(pause && { pause }),
    },
  );
}

/** A home of its own for what is kept. */
interface Home {
  path: string;
  /** All that is kept: files, and their bytes. */
  size(): { files: number; bytes: number };
  /** Days go by. */
  age(days: number): void;
  remove(): void;
}

function makeHome(): Home {
  const root = mkdtempSync(join(tmpdir(), 'anyhook-session-'));
  const path = join(root, '.anyhook');
  const state = join(path, 'state');
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
      const at = join(folder, one.name);
      return one.isDirectory() ? [...below(at), at] : [at];
    });
  return {
    path,
    size() {
      const files = below(state).map((at) => statSync(at));
      const plain = files.filter((one) => one.isFile());
      return { files: plain.length, bytes: plain.reduce((sum, { size }) => sum + size, 0) };
    },
    age(days) {
      const at = Date.now() / 1000 - days * 24 * 3600;
      for (const one of below(state)) utimesSync(one, at, at);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The home of the test that runs. */
export let home: Home;
beforeEach(() => {
  home = makeHome();
  place.path = home.path;
});
afterEach(() => home.remove());
