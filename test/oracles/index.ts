import { anyhook } from './anyhook.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Oracle } from './heard.ts';
import { tabnine } from './tabnine.ts';
import { terminai } from './terminai.ts';

/** How every vendor reads a hook, written from what was seen and not from the adapters. */
export const oracles = { gemini, tabnine, terminai, cursor, anyhook } satisfies Record<
  string,
  Oracle
>;
