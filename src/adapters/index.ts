import type { Adapter } from '../adapter.ts';
import { anyhook } from './anyhook/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import { tabnine } from './tabnine/index.ts';
import { terminai } from './terminai/index.ts';

/** Every vendor, and the canonical dialect. */
export const adapters = { gemini, tabnine, terminai, cursor, anyhook } satisfies Record<
  string,
  Adapter
>;

export type Vendor = keyof typeof adapters;
