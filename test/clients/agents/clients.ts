// The real clients. Gemini CLI has tests of its own as well, a folder up.
import { join } from 'node:path';
import { claude } from './claude.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { folderOf, type Id, ids, isInstalled } from './installed.mjs';
import { qwen } from './qwen.ts';

export type Host = Id | 'gemini';

export const clients: Record<Host, Client> = { claude, codex, copilot, gemini, qwen };

/** Those that are there, but Gemini CLI; in CI all have to be. */
export const others: readonly Id[] = process.env.CI ? ids : ids.filter(isInstalled);
export const hosts: readonly Host[] = [...others, 'gemini'];

const absent = ids.filter((id) => !others.includes(id));
if (absent.length) console.warn(`SKIPPED: ${absent.join(', ')} could not be installed`);

export const modulesOf = (id: Host): string =>
  id === 'gemini'
    ? join(import.meta.dirname, '../node_modules')
    : join(folderOf(id), 'node_modules');
