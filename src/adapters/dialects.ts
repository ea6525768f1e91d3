// Generated from the folders of src/adapters by `npm run index-vendors`: do not edit.
import type { Dialect } from '../mapping/adapter.ts';
import { anyhook } from './anyhook/dialect.ts';
import { claude } from './claude/dialect.ts';
import { cline } from './cline/dialect.ts';
import { codex } from './codex/dialect.ts';
import { copilot } from './copilot/dialect.ts';
import { cursor } from './cursor/dialect.ts';
import { gemini } from './gemini/dialect.ts';
import { kilo } from './kilo/dialect.ts';
import { opencode } from './opencode/dialect.ts';
import { pi } from './pi/dialect.ts';
import { qwen } from './qwen/dialect.ts';
import { tabnine } from './tabnine/dialect.ts';
import { terminai } from './terminai/dialect.ts';

/** The dialect of every vendor and the canonical one, by id. Code that needs no more does not load the adapters. */
export const dialects = {
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
} satisfies Record<string, Dialect>;
