// Generated from the folders of src/adapters by `npm run index-vendors`: do not edit.
import type { Adapter } from '../mapping/adapter.ts';
import type { SettingsTable } from '../mapping/settings.ts';
import { anyhook } from './anyhook/index.ts';
import { settings as anyhookSettings } from './anyhook/settings.ts';
import { claude } from './claude/index.ts';
import { settings as claudeSettings } from './claude/settings.ts';
import { codex } from './codex/index.ts';
import { settings as codexSettings } from './codex/settings.ts';
import { copilot } from './copilot/index.ts';
import { settings as copilotSettings } from './copilot/settings.ts';
import { cursor } from './cursor/index.ts';
import { settings as cursorSettings } from './cursor/settings.ts';
import { gemini } from './gemini/index.ts';
import { settings as geminiSettings } from './gemini/settings.ts';
import { qwen } from './qwen/index.ts';
import { settings as qwenSettings } from './qwen/settings.ts';
import { tabnine } from './tabnine/index.ts';
import { settings as tabnineSettings } from './tabnine/settings.ts';
import { terminai } from './terminai/index.ts';
import { settings as terminaiSettings } from './terminai/settings.ts';

/** The adapter of every vendor and of the canonical dialect, by id. */
export const adapters = {
  claude,
  codex,
  copilot,
  cursor,
  gemini,
  qwen,
  tabnine,
  terminai,
  anyhook,
} satisfies Record<string, Adapter>;

/** The id of an adapter. */
export type Vendor = keyof typeof adapters;

/** The settings table of each adapter. */
export const settingsTables = {
  claude: claudeSettings,
  codex: codexSettings,
  copilot: copilotSettings,
  cursor: cursorSettings,
  gemini: geminiSettings,
  qwen: qwenSettings,
  tabnine: tabnineSettings,
  terminai: terminaiSettings,
  anyhook: anyhookSettings,
} satisfies Record<Vendor, SettingsTable>;
