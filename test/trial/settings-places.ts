// Where the agents have the settings of a project.
import type { Vendor } from '../../src/adapters/index.ts';

type Place = readonly [file: string, isGrouped: boolean, more?: object];

const places = {
  claude: ['.claude/settings.json', true],
  codex: ['.codex/hooks.json', true],
  copilot: ['.github/hooks/anyhook.json', false, { version: 1 }],
  cursor: ['.cursor/hooks.json', false, { version: 1 }],
  gemini: ['.gemini/settings.json', true],
  qwen: ['.qwen/settings.json', true],
  tabnine: ['.tabnine/agent/settings.json', true],
  terminai: ['.terminai/settings.json', true, { tools: { enableHooks: true } }],
} satisfies Partial<Record<Vendor, Place>>;

/** An agent whose place is stated here. */
export type Agent = keyof typeof places;

/** The settings file of each agent, whether its entries stand in groups, and what it holds besides. */
export const settingsPlaces: Record<Agent, Place> = places;

export const agentIds = Object.keys(places) as Agent[];
