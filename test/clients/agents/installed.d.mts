export type Id = 'claude' | 'cline' | 'codex' | 'copilot' | 'kilo' | 'opencode' | 'pi' | 'qwen';
export const ids: readonly Id[];
export function pinned(id: Id): { name: string; version: string };
export function folderOf(id: Id): string;
export function isInstalled(id: Id): boolean;
export function expectThere(name: string, path: string): void;
export function npm(args: readonly string[], cwd: string): void;
export function install(id: Id): void;
export function installVersion(id: Id, version: string, folder: string): void;
