/** Hooks that other tools install in the settings of agents: text in, text out. */

export type { PlacementLoss } from './loss.ts';
export type { OwnHook } from './own-hook.ts';
export type { OwnerOptions } from './owned-text.ts';
export { hooksOf, type Placement, placeHooks, type RemovedHooks, removeHooks } from './place.ts';
export { type PlaceOptions, type SettingsPlace, settingsFileOf } from './settings-place.ts';
