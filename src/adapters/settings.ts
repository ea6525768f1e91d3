// Generated from the folders of src/adapters by `npm run index-vendors`: do not edit.
import type { SettingsTable } from '../mapping/settings.ts';
import { settings as anyhook } from './anyhook/settings.ts';
import { settings as claude } from './claude/settings.ts';
import { settings as cline } from './cline/settings.ts';
import { settings as codex } from './codex/settings.ts';
import { settings as copilot } from './copilot/settings.ts';
import { settings as cursor } from './cursor/settings.ts';
import { settings as gemini } from './gemini/settings.ts';
import { settings as kilo } from './kilo/settings.ts';
import { settings as opencode } from './opencode/settings.ts';
import { settings as pi } from './pi/settings.ts';
import { settings as qwen } from './qwen/settings.ts';
import { settings as tabnine } from './tabnine/settings.ts';
import { settings as terminai } from './terminai/settings.ts';

/** The settings table of every vendor and of the canonical dialect, by the id of the adapter. */
export const settingsTables = {
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
} satisfies Record<string, SettingsTable>;
