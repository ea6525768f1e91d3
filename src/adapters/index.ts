// Generated from the folders of src/adapters by `npm run index-vendors`: do not edit.
import type { Adapter } from '../mapping/adapter.ts';
import { anyhook } from './anyhook/index.ts';
import { claude } from './claude/index.ts';
import { cline } from './cline/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import { kilo } from './kilo/index.ts';
import { opencode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { qwen } from './qwen/index.ts';
import { tabnine } from './tabnine/index.ts';
import { terminai } from './terminai/index.ts';

/** The adapter of every vendor and of the canonical dialect, by id. */
export const adapters = {
  claude,
  cline,
  codex,
  copilot,
  cursor,
  gemini,
  kilo,
  opencode,
  pi,
  qwen,
  tabnine,
  terminai,
  anyhook,
} satisfies Record<string, Adapter>;

/** The id of an adapter. */
export type Vendor = keyof typeof adapters;
