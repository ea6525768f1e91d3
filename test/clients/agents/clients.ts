// The real clients. Gemini CLI has tests of its own as well, a folder up.
import { join } from 'node:path';
import { claude } from './claude.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { folderOf, type Id, ids } from './installed.mjs';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

export type Host = Id | 'gemini';

export const clients: Record<Host, Client> = { claude, codex, copilot, gemini, pi, qwen };

/** All but Gemini CLI. */
export const others: readonly Id[] = ids;
export const hosts: readonly Host[] = [...others, 'gemini'];

/** The folder of the packages of a client. */
export const modulesOf = (id: Host): string =>
  id === 'gemini'
    ? join(import.meta.dirname, '../node_modules')
    : join(folderOf(id), 'node_modules');
