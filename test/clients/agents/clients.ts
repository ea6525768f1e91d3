// The real clients. Gemini CLI has tests of its own as well, a folder up.
import { join } from 'node:path';
import { claude } from './claude.ts';
import type { Client } from './client.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { folderOf, type Id, ids } from './installed.mjs';
import { kilo } from './kilo.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

/** Every client that is installed. */
export type Installed = Id | 'gemini';
/** The clients that all tests play. A fork is played by a test of its own alone. */
export type Host = Exclude<Installed, 'kilo'>;

export const clients: Record<Installed, Client> = {
  claude,
  cline,
  codex,
  copilot,
  gemini,
  kilo,
  opencode,
  pi,
  qwen,
};

const forks: readonly string[] = ['kilo'];
/** All but Gemini CLI. */
export const others = ids.filter((id): id is Exclude<Id, 'kilo'> => !forks.includes(id));
export const hosts: readonly Host[] = [...others, 'gemini'];

/** The folder of the packages of a client. */
export const modulesOf = (id: Installed): string =>
  id === 'gemini'
    ? join(import.meta.dirname, '../node_modules')
    : join(folderOf(id), 'node_modules');
